internal import Posix
internal import Terminal
internal import Text

/// There was no daemon yet in this run: since when, what was tried, and how to start one.
struct ConnectingViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
        case lost(String)
        case starting(String)
    }

    struct State: Equatable {
        /// Milliseconds since 1970.
        var since: Int64
        var reason: String?
        var start: String?
    }

    enum Effect: Equatable {
        case startDaemon
    }

    func transform(_ input: Input, _ state: inout State) -> ([Line], [Effect]) {
        var effects: [Effect] = []
        switch input {
        case .screen(.action(.startDaemon)): effects = [.startDaemon]
        case .screen: break
        case .lost(let reason):
            state.reason = reason
        case .starting(let text): state.start = text
        }
        return (lines(state), effects)
    }

    private func lines(_ state: State) -> [Line] {
        let time = LocalTime.hoursAndMinutes(milliseconds: state.since)
        return [
            Line("Waiting for deeplinkd since \(time)", style: .bold),
            Line("s", style: .bold) + Line(" starts it   ") + Line("q", style: .bold) + Line(" quits"), Line(),
            Line(state.start ?? state.reason ?? "", style: .dim),
        ]
    }
}

/// Lines in the middle of the screen, however large it is.
struct CentredView: View {
    func draw(_ output: [Line], rows: Int, columns: Int) -> Frame {
        var frame = Frame(rows: rows, columns: columns)
        let lines = output.flatMap { $0.wrapped(to: columns - 2) }
        let top = max(0, (rows - lines.count) / 2)
        let left = max(1, (columns - (lines.map(\.width).max() ?? 0)) / 2)
        for (row, line) in lines.enumerated() {
            frame.put(line, row: top + row, column: left)
        }
        return frame
    }
}
