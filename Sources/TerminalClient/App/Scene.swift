internal import Routing
internal import Terminal

/// What fills the client's root.
protocol Scene: AnyObject {
    var kind: NavigationState.Scene { get }
    /// It is the root now.
    func show()
    /// Another scene replaces it, or the program ends.
    func cover()
    func perform(_ action: Action)
    /// Whether a text field has the keys.
    var takesText: Bool { get }
    func edit(_ edit: TextEdit)
    func draw(rows: Int, columns: Int) -> Frame
    /// There is no daemon, and why.
    func noteLoss(_ reason: String)
}

extension Scene {
    var takesText: Bool { false }
    func edit(_ edit: TextEdit) {}
    func noteLoss(_ reason: String) {}
}

/// Which scene, with what it needs.
enum SceneType {
    /// Before this run's first `hello`; milliseconds since 1970.
    case connecting(since: Int64)
    case main(tabs: [Tab])
    /// What the daemon said is needed.
    case updateRequired(message: String)
}

/// Makes scenes; whoever switches decides when.
protocol SceneFactory: AnyObject {
    func makeScene(for type: SceneType) -> any Scene
}
