internal import Routing
internal import Terminal
internal import Text

/// Stands where a table lost a screen while the client was on it.
final class MissingScreenModule: Module {
    let place: ModulePlace
    let title: String

    init(tab: String, path: ScreenPath) {
        place = .screen(tab: tab, path)
        title = path.segments.last ?? ""
    }

    var hint: String? { nil }
    func show() {}
    func cover() {}
    func perform(_ action: Action) {}

    func draw(rows: Int, columns: Int) -> Frame {
        var frame = Frame(rows: rows, columns: columns)
        frame.put("The route table has no screen here any more.", row: 0, column: 1, style: .dim)
        return frame
    }
}
