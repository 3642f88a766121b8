internal import Client
internal import Routing
internal import Systemd
internal import Wire

/// Sends an event of the client's own, over a connection for just that.
final class EventSender {
    private let path: String
    private let trust: Connection.Trust
    private let loop: EventLoop
    private var connection: Connection?
    private var source: EventSource?

    init(path: String, trust: Connection.Trust, loop: EventLoop) {
        self.path = path
        self.trust = trust
        self.loop = loop
    }

    /// Sends it; `then` hears whether the daemon stored it. One at a time: while one is on its way, another is refused.
    func send(_ event: Event, then: @escaping (Bool) -> Void) {
        guard connection == nil else { return then(false) }
        do {
            let connection = try Connection(connectingTo: path, trust: trust)
            self.connection = connection
            connection.notify(Notify(event: event)) { [weak self] result in
                self?.source = nil
                self?.connection = nil
                if case .success = result { then(true) } else { then(false) }
            }
            guard self.connection != nil else { return }
            source = try loop.watch(connection.fileDescriptor, for: .readable) { _ in _ = try connection.process() }
        } catch {
            connection = nil
            then(false)
        }
    }
}
