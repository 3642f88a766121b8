internal import Routing
internal import Text

/// The keys, from the key table: the help cannot say what the keys do not do.
struct HelpViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
    }

    enum Effect: Equatable {}

    func transform(_ input: Input, _ pane: inout TextPane) -> (TextView.Output, [Effect]) {
        switch input {
        case .screen(.resized(let rows, let columns)): pane.resize(rows: rows, columns: columns)
        case .screen(.action(let action)): _ = pane.perform(action)
        case .screen(.shown), .screen(.covered): break
        }
        return (TextView.Output(header: nil, rows: pane.visible, percent: nil), [])
    }
}

/// Assembles the help, which stands over the tab bar.
final class HelpModuleBuilder {
    private let table: KeyTable
    private let changed: () -> Void

    init(table: KeyTable, changed: @escaping () -> Void) {
        self.table = table
        self.changed = changed
    }

    func build() -> any Module {
        var pane = TextPane(wraps: true)
        let width = table.help.map { Line($0.keys).width }.max() ?? 0
        pane.show(
            table.help.map { row in
                Line(" ") + Line(row.keys, style: .bold).fitted(to: min(width, 24)) + Line("  " + row.text)
            })
        return BoundModule(
            HelpViewModel(), state: pane, view: TextView(), place: .outer(.help), title: "Help", changed: changed)
    }
}
