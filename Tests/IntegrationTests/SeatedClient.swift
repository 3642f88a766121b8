import Posix
import Testing
import TmuxHarness

/// The built client in a terminal of its own, with a user who does what each scene asks for. It goes with the object.
final class SeatedClient {
    /// What it shows, told by words that no other scene has.
    enum Scene: String {
        case connecting = "Waiting for deeplinkd"
        case updateRequired = "tried again by itself"
        case name = "asks for a code"
        case code = "A code for "
        case tabs = "Which tabs may raise a"
        case main = "1 Builds"
    }

    private let tmux: Tmux
    private let pidFile: String

    /// Starts it with these words.
    init(_ words: [String], in place: Workplace) throws {
        pidFile = "\(place.directory)/\(try RandomBytes.hexadecimal(count: 4)).pid"
        let command = ([try Programs.path("deeplink")] + words).map(Tmux.quoted).joined(separator: " ")
        // A shell without job control stands between: a client that is stopped gives no terminal back.
        let noted = "sh -c \(Tmux.quoted("echo $$ >\(pidFile); exec \(command)")); echo ended"
        tmux = Tmux(
            rows: 16, columns: 100, command: "sh -c \(Tmux.quoted(noted))",
            environment: ["SWIFT_BACKTRACE": "enable=no", "HOME": place.directory])
    }

    deinit { kill() }

    /// What is on the screen.
    var text: String { tmux.text }

    /// Waits for one of these scenes; returns the one that came.
    @discardableResult
    func awaitScene(_ scenes: Scene...) throws -> Scene {
        let text = tmux.text { text in scenes.contains { text.contains($0.rawValue) } }
        return try #require(scenes.first { text.contains($0.rawValue) }, "none of \(scenes):\n\(text)")
    }

    /// Whether the screen comes to show something.
    func shows(_ expected: String) -> Bool { tmux.text(containing: expected).contains(expected) }

    /// Asks to be let in, by a name.
    func askToBeLetIn(as device: String) throws {
        try awaitScene(.name)
        tmux.type("C-u")
        tmux.write(device)
        tmux.type("Enter")
        // A name that is not known any more is signed up by another Enter.
        let text = tmux.text { $0.contains(Scene.code.rawValue) || $0.contains("Enter signs it up") }
        if text.contains("Enter signs it up") { tmux.type("Enter") }
        try awaitScene(.code)
    }

    /// From wherever a kill left it to the choice of tabs; `owner` lets it in.
    func getLetIn(as device: String, by owner: () throws -> Bool) throws {
        var scene = try awaitScene(.tabs, .code, .name, .main)
        if scene == .name { try askToBeLetIn(as: device) }
        for _ in 0..<100 where scene != .tabs && scene != .main {
            if text.contains("the code with it") { tmux.type("r") }
            _ = try owner()
            Tmux.shell("sleep 0.1")
            scene = try awaitScene(.tabs, .code, .main)
        }
        try #require(scene != .code, "\(text)")
    }

    /// From the choice of tabs into the inbox, if it is not there already.
    func comeIn() throws {
        if try awaitScene(.tabs, .main) == .tabs { tmux.type("Enter") }
        try awaitScene(.main)
    }

    /// Stops it for as long as something is done.
    func whileStopped(_ body: () throws -> Void) throws {
        Tmux.shell("kill -STOP $(cat \(pidFile))")
        defer { Tmux.shell("kill -CONT $(cat \(pidFile))") }
        try body()
    }

    /// Ends it as nothing can be prepared for, and waits until it is gone.
    func kill() {
        Tmux.shell(
            "p=$(cat \(pidFile)) && kill -KILL $p && for i in $(seq 200); do kill -0 $p || break; sleep 0.02; done")
    }
}
