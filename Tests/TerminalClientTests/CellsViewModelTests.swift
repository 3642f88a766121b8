import Testing
import Wire

@testable import TerminalClient

/// What a list does with its selection while rows come and go.
@Suite struct CellsViewModelTests {
    private let model = CellsViewModel()

    @Test func aListThatIsOnlyLookedAt_KeepsTheNewestInSight() {
        var state = list(1...3, height: 4)
        #expect(state.selected == 3)
        show(1...4, &state)
        #expect(state.selected == 3)
        #expect(state.top == 0)
        show(1...9, &state)
        #expect(state.selected == 9)
        #expect(state.top == 0)
    }

    @Test func aRowThatTheUserChose_StaysSelected() {
        var state = list(1...3, height: 4)
        send(.screen(.action(.down)), &state)
        show(1...9, &state)
        #expect(state.selected == 2)
        send(.screen(.action(.top)), &state)
        show(1...20, &state)
        #expect(state.selected == 20)
    }

    @Test func aListThatIsShownAgain_BeginsAtTheNewest_UnlessARowWasChosen() {
        var state = list(1...3, height: 4)
        #expect(send(.screen(.covered), &state).contains(.save(ViewState())))
        show(1...5, &state)
        send(.screen(.shown), &state)
        #expect(state.selected == 5)
        send(.screen(.action(.down)), &state)
        #expect(send(.screen(.covered), &state).contains(.save(ViewState(top: 1, selection: 4, position: 4))))
        show(1...6, &state)
        send(.screen(.shown), &state)
        #expect(state.selected == 4)
    }

    @Test func last_IsTheListsEnd_WithoutThePagesBetween() {
        var state = list(201...300, height: 4, next: 201)
        #expect(asked(send(.screen(.action(.bottom)), &state)) == .oldest)
        answer(1...100, next: 100, &state)
        #expect(state.selected == 1)
        #expect(state.top == 96)
        #expect(asked(send(.screen(.action(.top)), &state)) == .newest)
        answer(201...300, next: 201, &state)
        #expect(state.selected == 300)
        #expect(state.top == 0)
    }

    @Test func aDismissalThatIsRefused_CannotBeUndone() {
        var state = list(1...3, height: 4)
        send(.screen(.action(.dismiss)), &state)
        #expect(state.undo.steps == [.dismissal(3)])
        send(.refused(3), &state)
        #expect(state.undo.steps.isEmpty)
    }

    private func list(_ ids: ClosedRange<Int64>, height: Int, next: Int64? = nil) -> CellsViewModel.State {
        var state = CellsViewModel.State()
        send(.screen(.resized(rows: height, columns: 80)), &state)
        send(.screen(.shown), &state)
        answer(ids, next: next, &state)
        return state
    }

    /// The daemon says that cells changed, and which there are.
    private func show(_ ids: ClosedRange<Int64>, _ state: inout CellsViewModel.State) {
        send(.changed, &state)
        if !state.isVisible { send(.screen(.shown), &state) }
        answer(ids, next: nil, &state)
    }

    /// Answers what was asked last.
    @discardableResult
    private func answer(_ ids: ClosedRange<Int64>, next: Int64?, _ state: inout CellsViewModel.State)
        -> [CellsViewModel.Effect]
    {
        guard let request = state.asked else {
            Issue.record("nothing was asked")
            return []
        }
        return send(
            .page(CellsList.Answer(cells: cells(ids), next: next, newest: ids.upperBound), for: request), &state)
    }

    private func asked(_ effects: [CellsViewModel.Effect]) -> CellWindow.Part? {
        for case .load(let request) in effects { return request.part }
        return nil
    }

    @discardableResult
    private func send(_ input: CellsViewModel.Input, _ state: inout CellsViewModel.State) -> [CellsViewModel.Effect] {
        model.transform(input, &state).1
    }

    private func cells(_ ids: ClosedRange<Int64>) -> [CellSummary] { ids.reversed().map { cell($0) } }
}
