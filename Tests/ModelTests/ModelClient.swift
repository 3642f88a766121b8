import Client
import Posix
import RouteConfiguration
import Routing
import Systemd
import Terminal
import Wire

@testable import TerminalClient

/// A text field that stands over the screen until Escape.
private final class FieldModule: Module {
    var close: () -> Void = {}
    var place: ModulePlace { .scene }
    var title: String { "" }
    var hint: String? { nil }
    var takesText: Bool { true }
    func show() {}
    func cover() {}
    func perform(_ action: Action) { if action == .back { close() } }
    func draw(rows: Int, columns: Int) -> Frame { Frame(rows: rows, columns: columns) }
}

/// A scene without tabs: login or sign-up, as far as an open is concerned.
private final class OtherScene: Scene {
    let kind: NavigationState.Scene
    init(_ kind: NavigationState.Scene) { self.kind = kind }
    func show() {}
    func cover() {}
    func perform(_ action: Action) {}
    func draw(rows: Int, columns: Int) -> Frame { Frame(rows: rows, columns: columns) }
}

/// The real coordinator with all its modules; only its connection and its clock are the model's.
final class ModelClient {
    /// Where the user stands, whatever lies over it.
    struct Place: Equatable {
        var scene: NavigationState.Scene
        var outer: [NavigationState.OuterScreen] = []
        var tab = ""
        var stacks: [String: [ScreenPath]] = [:]
    }

    let link: ScriptedLink
    let coordinator: AppCoordinator
    /// What the coordinator was made of, and may ask again.
    private let container: Container
    /// The connection's number at the daemon; nil: there is none.
    var connection: UInt64?
    /// Moves that the user made by hand, counted by the model.
    var moves = 0
    /// The moves when each open was asked for here.
    var askedAt: [Int64: Int] = [:]
    /// How often each open moved this client.
    var moved: [Int64: Int] = [:]
    /// Offers that it has, by the number of the call.
    var offers: [RequestID: Int64] = [:]

    init(directory: String, clock: Clock) throws {
        let settings = ClientSettings(
            paths: SocketPaths(
                notify: "\(directory)/n", client: "\(directory)/c", state: "\(directory)/state"),
            tableDirectories: [directory], trustedUIDs: [])
        let loop = try EventLoop()
        link = ScriptedLink(
            place: settings.place, tokens: DeviceTokens(path: settings.tokensPath), role: .navigator, loop: loop)
        container = Container.client(settings, loop: loop, clock: clock, link: link)
        coordinator = container.resolve(AppCoordinator.self)
        try coordinator.start()
        link.moves = { [unowned self] in moves }
    }

    var place: Place {
        guard let state = coordinator.main?.state else { return Place(scene: coordinator.switcher.current.kind) }
        return Place(scene: .main, outer: state.outer, tab: state.selectedTab, stacks: state.stacks)
    }

    func askSomething(thenSelects tab: Int?) {
        coordinator.ask("Really?") { [coordinator] in
            if let tab { coordinator.perform(.tab(tab)) }
        }
    }

    func showField() {
        guard let main = coordinator.main else { return }
        let field = FieldModule()
        field.close = { [weak main] in main?.closeModal() }
        main.present(field)
    }

    /// Without a connection another scene may stand there.
    func show(_ kind: NavigationState.Scene) {
        coordinator.leftState = coordinator.main?.state ?? coordinator.leftState
        coordinator.switcher.replace(with: OtherScene(kind))
    }

    /// What its timer does a second after a report.
    func report() throws {
        coordinator.reporter.reset()
        try coordinator.reporter.noteChange()
    }
}
