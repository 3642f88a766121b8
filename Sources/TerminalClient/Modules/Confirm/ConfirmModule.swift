internal import Terminal
internal import Text

/// A question before something that is not easily undone: Enter does it, Escape does not.
struct ConfirmViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
    }

    /// It was answered: the second of two quick keys answers nothing.
    struct State: Equatable {
        var isAnswered = false
    }

    enum Effect: Equatable {
        case answer(Bool)
    }

    let question: String

    func transform(_ input: Input, _ state: inout State) -> ([Line], [Effect]) {
        (lines, effects(input, &state))
    }

    private func effects(_ input: Input, _ state: inout State) -> [Effect] {
        guard !state.isAnswered, case .screen(.action(let action)) = input else { return [] }
        switch action {
        case .enter:
            state.isAnswered = true
            return [.answer(true)]
        case .back, .backOrQuit:
            state.isAnswered = true
            return [.answer(false)]
        default: return []
        }
    }

    private var lines: [Line] {
        [
            Line(question, style: .bold), Line(),
            Line("Enter", style: .bold) + Line(" yes   ") + Line("Esc", style: .bold) + Line(" no"),
        ]
    }
}

/// A question in a frame as large as itself, which the scene puts over its screen. Where there is no room for the border
/// it goes, and the empty row too: the answer's keys stay to be seen.
struct ConfirmView: View {
    /// Longer questions are wrapped.
    static let widest = 60

    func draw(_ output: [Line], rows: Int, columns: Int) -> Frame {
        let inner = max(1, min(Self.widest, columns - 4))
        let width = min(inner, output.map(\.width).max() ?? 0)
        let whole = output.flatMap { $0.wrapped(to: width) }
        if rows >= whole.count + 2, columns > width + 3 {
            return boxed(whole, width: width)
        }
        let keys = (output.last ?? Line()).cut(to: columns)
        let text = (output.first ?? Line()).wrapped(to: columns).prefix(max(1, rows - 1))
        return plain(Array(text) + (rows > 1 ? [keys] : []), rows: rows, columns: columns)
    }

    private func boxed(_ lines: [Line], width: Int) -> Frame {
        var frame = Frame(rows: lines.count + 2, columns: width + 4)
        frame.box(Area(row: 0, column: 0, height: lines.count + 2, width: width + 4))
        for (row, line) in lines.enumerated() {
            frame.put(line, row: row + 1, column: 2)
        }
        return frame
    }

    private func plain(_ lines: [Line], rows: Int, columns: Int) -> Frame {
        var frame = Frame(rows: min(rows, lines.count), columns: columns)
        for (row, line) in lines.enumerated() {
            frame.put(line.fitted(to: columns), row: row, column: 0)
        }
        return frame
    }
}

/// Assembles the question that stands over a screen.
enum ConfirmModule {
    /// - Parameter answered: told once, by the key.
    static func build(_ question: String, changed: @escaping () -> Void, answered: @escaping (Bool) -> Void)
        -> any Module
    {
        let module = BoundModule(
            ConfirmViewModel(question: question), state: ConfirmViewModel.State(), view: ConfirmView(), place: .scene,
            title: "Confirm", changed: changed)
        module.perform = { effect in
            switch effect {
            case .answer(let isYes): answered(isYes)
            }
        }
        return module
    }
}
