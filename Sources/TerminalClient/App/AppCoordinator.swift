internal import Client
internal import Posix
internal import Routing
internal import Systemd
internal import Wire

/// The app router's end in this process: runs plans, and owns scenes, the outer stack and tab selection. Tabs, pushes
/// and jumps are local and work without a daemon; opening a cell is the daemon's to decide.
final class AppCoordinator {
    /// An event may take the screen at once only after so many milliseconds without a key.
    static let jumpIdle: Int64 = 3_000
    /// How long a notice stands.
    static let noticeTime = Duration.seconds(4)

    let link: DaemonLink
    let commands: TableCommands
    let clock: Clock
    let loop: EventLoop
    let redraw: Redraw
    /// What is the user's, as it is now.
    let user: () -> UserObjects
    let forgetUser: () -> Void
    let factory: any SceneFactory
    let starter: DaemonStarter
    let reporter: NavigationReporter
    let heldLinks: HeldLinks
    let lender: TerminalLender
    /// nil: this client may send no events.
    let sender: EventSender?
    weak var terminal: (any TerminalDriving)?

    let switcher: RootSwitcher
    /// Whose inbox was shown last.
    var owner: Owner?
    /// What runs at the moment was not moved by the user's hand.
    var isExecuting = false
    var lastKey: Int64
    private var bannerTimer: EventSource?
    private var noticeTimer: EventSource?

    init(
        link: DaemonLink, user: @escaping () -> UserObjects, forgetUser: @escaping () -> Void, commands: TableCommands,
        factory: any SceneFactory, starter: DaemonStarter, reporter: NavigationReporter,
        heldLinks: HeldLinks, lender: TerminalLender, sender: EventSender?, redraw: Redraw, loop: EventLoop,
        clock: Clock
    ) {
        self.link = link
        self.user = user
        self.forgetUser = forgetUser
        self.commands = commands
        self.factory = factory
        self.starter = starter
        self.reporter = reporter
        self.heldLinks = heldLinks
        self.lender = lender
        self.sender = sender
        self.redraw = redraw
        self.loop = loop
        self.clock = clock
        lastKey = clock.boot()
        switcher = RootSwitcher(factory.makeScene(for: .connecting(since: clock.wall())))
        reporter.makeReport = { [unowned self] in report() }
    }

    /// The main scene, while it is the root.
    var main: MainScene? { switcher.current as? MainScene }

    /// Starts looking for a daemon.
    func start() throws {
        link.onEvent = { [unowned self] event in take(event) }
        lender.returned = { [unowned self] in settleQueued() }
        try link.connect()
    }

    /// The program ends: what runs is stopped, what was looked at is remembered.
    func finish() {
        switcher.current.cover()
        link.close()
        if owner != nil { states.save() }
    }

    /// A stack changed, whoever changed it.
    func noteNavigation() {
        if !isExecuting { ledger.noteMove() }
        noteChange()
    }

    /// Something is to be reported and drawn.
    func noteChange() {
        ensure("a report's timer") { try reporter.noteChange() }
        redraw.request()
    }

    /// Says something for a few seconds.
    func say(_ text: String) {
        main?.notice = text
        redraw.request()
        ensure("a notice's timer") {
            noticeTimer = try loop.timer(after: Self.noticeTime) { [unowned self] in
                main?.notice = nil
                redraw.request()
            }
        }
    }

    /// Shows the banner that the queue has now, and wakes up when it goes by itself.
    func updateBanner() {
        main?.banner = banners.current.map { bannerTexts($0) }
        redraw.request()
        bannerTimer = nil
        guard let deadline = banners.deadline else { return }
        ensure("a banner's timer") {
            bannerTimer = try loop.timer(after: .milliseconds(max(0, deadline - clock.boot()))) { [unowned self] in
                _ = banners.expire(now: clock.boot())
                updateBanner()
            }
        }
    }

    private func bannerTexts(_ subject: BannerQueue.Subject) -> Chrome.Banner {
        switch subject {
        case .cell(let cell):
            let title = cell.title.isEmpty ? cell.key : cell.title
            return Chrome.Banner(
                state: "\(cell.kind) \(cell.state)", title: title, others: banners.others,
                isUrgent: cell.priority == .urgent)
        case .digest(let digest):
            return Chrome.Banner(
                state: "\(digest.count) × \(digest.kind)", title: "in a moment", others: banners.others,
                isUrgent: false)
        case .missed(let count, _):
            return Chrome.Banner(
                state: "\(count)", title: "while you were away", others: banners.others, isUrgent: false)
        }
    }

    private func report() -> NavigationReport? {
        guard let main, link.role == .navigator else { return nil }
        return NavigationReport(
            state: main.state, idleMilliseconds: max(0, clock.boot() - lastKey), opens: ledger.takeUnconfirmed()
        ).fitting()
    }

    /// Timers are refused only for want of memory or descriptors; without them the client would stand still unnoticed.
    func ensure(_ what: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            preconditionFailure("\(what): \(error)")
        }
    }
}
