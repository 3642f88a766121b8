internal import Routing
internal import Text

/// The keys, from the key table: the help cannot say what the keys do not do.
struct HelpViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
    }

    enum Effect: Equatable {}

    /// Narrower screens have the text under its keys.
    static let twoColumns = 50

    let table: KeyTable

    func transform(_ input: Input, _ pane: inout TextPane) -> (TextView.Output, [Effect]) {
        switch input {
        case .screen(.resized(let rows, let columns)):
            // Where not all keys fit, a row says so.
            pane.resize(rows: rows, columns: columns)
            pane.show(lines(columns))
            if pane.percent != nil { pane.resize(rows: rows - 1, columns: columns) }
        case .screen(.action(let action)): _ = pane.perform(action)
        case .screen(.shown), .screen(.covered), .screen(.edit): break
        }
        return (TextView.Output(header: header(pane), rows: pane.visible, percent: pane.percent), [])
    }

    private func header(_ pane: TextPane) -> Line? {
        pane.percent == nil ? nil : Line("j and k scroll", style: .dim)
    }

    private func lines(_ columns: Int) -> [Line] {
        let rows = table.help.map { (keys: Line($0.keys, style: .bold), text: Line($0.text)) }
        let width = rows.map(\.keys.width).max() ?? 0
        if columns < Self.twoColumns {
            return rows.flatMap { [Line(" ") + $0.keys, Line("   ") + $0.text] }
        }
        return rows.map { Line(" ") + $0.keys.fitted(to: width) + Line("  ") + $0.text }
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
        BoundModule(
            HelpViewModel(table: table), state: TextPane(wraps: true), view: TextView(), place: .outer(.help),
            title: "Help", changed: changed)
    }
}
