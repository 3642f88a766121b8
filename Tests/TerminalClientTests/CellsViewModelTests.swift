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
        #expect(send(.screen(.covered), &state).contains(.save(ViewState(selection: 4))))
        show(1...6, &state)
        send(.screen(.shown), &state)
        #expect(state.selected == 4)
    }

    @Test func last_IsTheLastOfAllPages() {
        var state = list(201...300, height: 4, next: 201)
        #expect(send(.screen(.action(.bottom)), &state) == [.load(before: 201, limit: CellRepository.pageSize)])
        let more = send(.page(CellsList.Answer(cells: cells(101...200), next: 101), after: 201), &state)
        #expect(more == [.load(before: 101, limit: CellRepository.pageSize)])
        send(.page(CellsList.Answer(cells: cells(1...100), next: nil), after: 101), &state)
        #expect(state.selected == 1)
        #expect(state.top == 296)
    }

    @Test func aDismissalThatIsRefused_CannotBeUndone() {
        var state = list(1...3, height: 4)
        send(.screen(.action(.dismiss)), &state)
        #expect(state.dismissed == [3])
        send(.refused(3), &state)
        #expect(state.dismissed.isEmpty)
    }

    private func list(_ ids: ClosedRange<Int64>, height: Int, next: Int64? = nil) -> CellsViewModel.State {
        var state = CellsViewModel.State()
        send(.screen(.resized(rows: height, columns: 80)), &state)
        send(.screen(.shown), &state)
        send(.page(CellsList.Answer(cells: cells(ids), next: next), after: nil), &state)
        return state
    }

    private func show(_ ids: ClosedRange<Int64>, _ state: inout CellsViewModel.State) {
        send(.page(CellsList.Answer(cells: cells(ids), next: nil), after: nil), &state)
    }

    @discardableResult
    private func send(_ input: CellsViewModel.Input, _ state: inout CellsViewModel.State) -> [CellsViewModel.Effect] {
        model.transform(input, &state).1
    }

    private func cells(_ ids: ClosedRange<Int64>) -> [CellSummary] { ids.reversed().map { cell($0) } }
}
