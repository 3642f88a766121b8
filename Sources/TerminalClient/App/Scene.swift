internal import Routing
internal import Terminal
internal import Wire

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
    /// What a daemon says to a device that is not let in yet.
    func take(_ word: EnrolmentWord)
}

extension Scene {
    var takesText: Bool { false }
    func edit(_ edit: TextEdit) {}
    func noteLoss(_ reason: String) {}
    func take(_ word: EnrolmentWord) {}
}

/// What a daemon says to a device that is not let in yet.
enum EnrolmentWord: Equatable {
    /// There is a connection again, which knows nothing of what was asked before.
    case connected(isLetIn: Bool)
    case approved(DeviceGrant)
    case denied
}

/// Which scene, with what it needs.
enum SceneType {
    /// Before this run's first `hello`; milliseconds since 1970.
    case connecting(since: Int64)
    case main(tabs: [Tab])
    /// This device is known to a remote daemon by a name, and its token is worth nothing.
    case login(device: String)
    /// The first time on this device.
    case signup
    /// What the daemon said, and the versions of the protocol that it speaks, where it said so.
    case updateRequired(message: String, daemon: [Int64] = [])
}

/// Makes scenes; whoever switches decides when.
protocol SceneFactory: AnyObject {
    func makeScene(for type: SceneType) -> any Scene
}
