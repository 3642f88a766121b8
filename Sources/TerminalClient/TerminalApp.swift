internal import Posix
internal import Systemd
internal import Terminal

/// The client on a terminal: one loop whose sources are the keys, the daemon, the commands, the signals and a few
/// timers. Whatever is ready is handled first; then one frame is drawn.
public final class TerminalApp {
    private let loop: EventLoop
    private let screen: Screen
    /// What the app is made of; it is asked as long as the app runs.
    private let container: Container
    private let coordinator: AppCoordinator
    private var sources: [Source] = []
    private var drawing: EventSource?
    private var keys: EventSource?
    private let lender: TerminalLender

    /// Non-copyable sources cannot lie in an array by themselves.
    private final class Source {
        let source: EventSource
        init(_ source: consuming EventSource) { self.source = source }
    }

    /// Takes over the terminal of standard input and output.
    ///
    /// Throws `ScreenError` where there is none.
    public init(_ settings: ClientSettings) throws {
        loop = try EventLoop()
        container = Container.client(settings, loop: loop, clock: .system)
        do throws(Container.Fault) { try container.check() } catch {
            preconditionFailure("the graph is ours: \(error)")
        }
        try Signals.ignoreBrokenPipe()
        coordinator = container.resolve(AppCoordinator.self)
        lender = container.resolve(TerminalLender.self)
        screen = try Screen(input: StandardStreams.input, output: StandardStreams.output)
        try addSources()
        let redraw = container.resolve(Redraw.self)
        drawing = try loop.defer(priority: Self.drawingPriority) { [unowned self] in draw() }
        redraw.handler = { [unowned self] in drawing?.again() }
        coordinator.terminal = self
        lender.terminal = self
    }

    /// Runs until the user quits or the terminal goes away. The terminal is left as it was, also when it throws.
    public func run() throws {
        defer {
            coordinator.redraw.handler = {}
            // The loop has ended: its sources take no changes any more.
            keys = nil
            drawing = nil
            lender.end()
            coordinator.finish()
            screen.end()
        }
        try coordinator.start()
        _ = try loop.run()
    }

    /// After keys and messages: many of them make one frame.
    private static let drawingPriority = EventPriority(rawValue: EventPriority.normal.rawValue + 50)

    private func addSources() throws {
        keys = try loop.watch(screen.descriptor, for: .readable, priority: .important) { [unowned self] events in
            if events.contains(.hangup) || events.contains(.error) { return loop.exit() }
            readKeys()
        }
        for signal in [Signals.terminate, Signals.hangUp, Signals.interrupt] {
            add(try loop.onSignal(signal) { [unowned self] in loop.exit() })
        }
        add(try loop.onSignal(Signals.terminalStop) { [unowned self] in suspend() })
        add(
            try loop.onSignal(Signals.resume) { [unowned self] in
                screen.takeBack()
                drawing?.again()
            })
        add(
            try loop.onSignal(Signals.windowChanged) { [unowned self] in
                screen.resize()
                drawing?.again()
            })
    }

    private func add(_ source: consuming EventSource) {
        sources.append(Source(source))
    }

    private func readKeys() {
        let keys = KeyTable.standard
        for key in screen.readKeys() {
            coordinator.press(key, keys)
        }
    }

    private func draw() {
        screen.draw(coordinator.switcher.current.draw(rows: screen.size.rows, columns: screen.size.columns))
    }
}

extension TerminalApp: TerminalDriving {
    func bell() { screen.bell() }
    func copy(_ text: String) { screen.copy(text) }

    func repaint() {
        screen.redraw()
        drawing?.again()
    }

    func suspend() {
        screen.suspend()
        drawing?.again()
    }

    func quit() { loop.exit() }
}

extension TerminalApp: TerminalLending {
    /// Its keys are for whoever has it; only that it goes away is still our business.
    func lend() {
        coordinator.ensure("the keys' interest") { try keys?.setInterest([]) }
        screen.lend()
    }

    func reclaim() {
        screen.reclaim()
        coordinator.ensure("the keys' interest") { try keys?.setInterest(.readable) }
        drawing?.again()
    }

    func suspend(with group: Int32) { screen.suspend(with: group) }
}
