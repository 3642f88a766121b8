import Posix
import Routing
import Systemd
import Terminal
import Testing

@testable import TerminalClient

/// The client in this process, without a terminal: a real loop and connection; keys go in, frames come out.
final class TestClient: TerminalDriving {
    let loop: EventLoop
    let container: Container
    let coordinator: AppCoordinator
    private(set) var bells = 0
    private(set) var copied: [String] = []
    private(set) var hasQuit = false
    var rows = 24
    var columns = 80

    init(
        _ settings: ClientSettings, clock: Clock = .system,
        scenes: @escaping (AppSceneFactory) -> any SceneFactory = { $0 }
    ) throws {
        loop = try EventLoop()
        container = Container.client(settings, loop: loop, clock: clock, scenes: scenes)
        coordinator = container.resolve(AppCoordinator.self)
        coordinator.terminal = self
        try coordinator.start()
    }

    /// A client whose clock stands still at zero, so that ages are always "now".
    static func withoutTime(_ settings: ClientSettings) throws -> TestClient {
        try TestClient(settings, clock: Clock(boot: Clock.system.boot, wall: { 0 }))
    }

    var main: MainScene { get throws { try #require(coordinator.main) } }

    var frame: Frame {
        coordinator.switcher.current.draw(rows: rows, columns: columns)
    }

    /// Presses keys by their names, as the key table means them.
    func press(_ names: String...) throws {
        for name in names {
            let key = try #require(KeyName.key(name))
            // A name that means nothing is a mistake of the test, but where it is text.
            if !coordinator.switcher.current.takesText { _ = try #require(KeyTable.standard.action(for: key)) }
            coordinator.press(key)
            _ = frame
        }
    }

    /// Types a text, character by character.
    func type(_ text: String) {
        for character in text {
            coordinator.press(.character(character))
        }
        _ = frame
    }

    /// Turns the loop until the frame contains a text; the frame's text then.
    @discardableResult
    func see(_ expected: String, _ location: SourceLocation = #_sourceLocation) throws -> String {
        try until("the screen shows '\(expected)'", location) { frame.text.contains(expected) }
        return frame.text
    }

    /// Turns the loop until the client stands on the screen of a link.
    func stand(_ link: String, _ location: SourceLocation = #_sourceLocation) throws {
        try until("it stands on \(link)", location) {
            coordinator.main?.top.link?.description == link && coordinator.main?.top.isBusy == false
                && !frame.text.isEmpty
        }
    }

    /// Turns the loop until a condition holds, ten seconds at most.
    func until(_ what: String, _ location: SourceLocation = #_sourceLocation, _ isTrue: () -> Bool) throws {
        let end = Clock.system.boot() + 10_000
        while !isTrue() {
            if Clock.system.boot() > end {
                Issue.record("never: \(what)\n\(frame.text)", sourceLocation: location)
                return
            }
            try loop.step(timeout: .milliseconds(20))
        }
    }

    /// Turns the loop until so many cells are unread.
    func count(unread: Int, _ location: SourceLocation = #_sourceLocation) throws {
        try until("\(unread) unread", location) {
            coordinator.main?.tabBar.items.reduce(0) { $0 + $1.badge } == unread
        }
    }

    /// Handles what is ready, and what becomes ready within some milliseconds.
    func settle(_ milliseconds: Int64 = 100) throws {
        let end = Clock.system.boot() + milliseconds
        while Clock.system.boot() < end {
            try loop.step(timeout: .milliseconds(10))
        }
    }

    func bell() { bells += 1 }
    func copy(_ text: String) { copied.append(text) }
    func repaint() {}
    func suspend() {}
    func quit() { hasQuit = true }
}
