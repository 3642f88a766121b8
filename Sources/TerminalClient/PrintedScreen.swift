internal import Posix
internal import Routing
internal import Systemd
internal import Terminal
internal import Wire

/// `deeplink --print`: goes where a link leads as the client would, and prints the plan and the screen.
final class PrintedScreen {
    /// The size of what is printed.
    private static let size = (rows: 24, columns: 80)
    /// What takes longer is printed as it is then.
    private static let patience = Duration.seconds(10)

    private let loop: EventLoop
    /// What the app is made of; it is asked as long as the app runs.
    private let container: Container
    private let coordinator: AppCoordinator
    private let link: String?
    private var checking: EventSource?
    private var timer: EventSource?
    private var printed = ""
    private var failure: (text: String, code: Int32)?
    private var isThere = false
    private var isAsked = false

    private init(_ settings: ClientSettings, link: String?) throws {
        loop = try EventLoop()
        var settings = settings
        settings.onlyLooks = true
        self.link = link
        container = Container.client(settings, loop: loop, clock: .system)
        coordinator = container.resolve(AppCoordinator.self)
    }

    /// Prints; 0, or 1 for a link that leads nowhere, or 3 without a daemon.
    static func run(_ settings: ClientSettings, link: String?) throws -> Int32 {
        let screen = try PrintedScreen(settings, link: link)
        try screen.run()
        if let failure = screen.failure {
            StandardStreams.complain("deeplink: \(failure.text)\n")
            return failure.code
        }
        try StandardStreams.print(screen.printed)
        return 0
    }

    private func run() throws {
        checking = try loop.defer(priority: .idle) { [unowned self] in look() }
        coordinator.redraw.handler = { [unowned self] in checking?.again() }
        timer = try loop.timer(after: Self.patience) { [unowned self] in finish() }
        try coordinator.start()
        _ = try loop.run()
        coordinator.redraw.handler = {}
        coordinator.finish()
    }

    /// Something changed: go on as far as that allows.
    private func look() {
        guard let main = coordinator.main else {
            switch coordinator.switcher.current.kind {
            case .signup, .login: return fail("this device is not let in: run deeplink without --print to ask", code: 3)
            case .updateRequired: return fail("deeplink and deeplinkd are of different versions", code: 3)
            case .connecting, .main: break
            }
            if !coordinator.link.isConnected { fail("no daemon: deeplinkd --standalone starts one", code: 3) }
            return
        }
        guard isThere else { return go(main) }
        _ = main.draw(rows: Self.size.rows, columns: Self.size.columns)
        if !main.top.isBusy { finish() }
    }

    private func go(_ main: MainScene) {
        guard !isAsked else { return }
        isAsked = true
        guard let link else {
            isThere = true
            return look()
        }
        let target: Target
        do throws(LinkFailure) {
            target = .link(try DeepLink(parsing: link))
        } catch {
            return fail("\(link): \(error)", code: 1)
        }
        coordinator.link.call(Resolve(target: target)) { [unowned self] result in
            switch result {
            case .success(let route): show(route, main)
            case .failure(let error): fail(error.message, code: 1)
            }
        }
    }

    private func show(_ route: Route, _ main: MainScene) {
        let plan = Planner.plan(route, from: main.state)
        printed += "\(route.link)\n\(route.why.text)\n"
        printed += plan.steps.map { "  \($0.text)\n" }.joined()
        coordinator.execute(plan.steps, in: main)
        isThere = true
        checking?.again()
    }

    private func finish() {
        guard let main = coordinator.main, isThere else { return fail("no daemon answered in time", code: 3) }
        printed += main.draw(rows: Self.size.rows, columns: Self.size.columns).text + "\n"
        loop.exit()
    }

    private func fail(_ text: String, code: Int32) {
        failure = (text, code)
        loop.exit()
    }
}

extension Plan.Step {
    /// For people.
    fileprivate var text: String {
        switch self {
        case .closeModal: "close the modal"
        case .popOuter: "pop to the tab bar"
        case .pushOuter(let screen): "push \(screen)"
        case .select(let tab): "select \(tab)"
        case .pop(let tab, let depth): "pop \(tab) to depth \(depth)"
        case .push(_, let path): "push \(path)"
        case .focus: "focus"
        }
    }
}
