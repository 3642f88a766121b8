internal import Posix
internal import Systemd
internal import Wire

/// Tells the daemon where this client stands: at once when nothing was told for a second, else when that second is over.
final class NavigationReporter {
    /// Between two reports, in milliseconds.
    static let interval: Int64 = 1_000

    private let link: DaemonLink
    private let loop: EventLoop
    private let clock: Clock
    private var timer: EventSource?
    private var isWaiting = false
    private var last: Int64?
    /// Makes the report when it is sent, so that it says what is true then; nil: there is nothing to say.
    var makeReport: () -> NavigationReport? = { nil }

    init(link: DaemonLink, loop: EventLoop, clock: Clock) {
        self.link = link
        self.loop = loop
        self.clock = clock
    }

    /// A new connection knows nothing.
    func reset() {
        timer = nil
        isWaiting = false
        last = nil
    }

    /// Something changed, or a key was pressed.
    func noteChange() throws {
        guard link.isAttached, !isWaiting else { return }
        let left = last.map { $0 + Self.interval - clock.boot() } ?? 0
        if left <= 0 {
            return send()
        }
        isWaiting = true
        timer = try loop.timer(after: .milliseconds(left)) { [unowned self] in
            isWaiting = false
            send()
        }
    }

    private func send() {
        guard let report = makeReport() else { return }
        last = clock.boot()
        link.tell(report)
    }
}
