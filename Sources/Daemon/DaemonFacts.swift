internal import Posix

/// What the daemon says of itself.
struct DaemonFacts {
    let server: String
    let pid: Int32
    let uid: UInt32
    let database: String
    /// The machine's name, as it was at the start.
    let host: String
    private let started: Int64
    private let clock: Clock

    init(server: String, environment: Environment, database: String, clock: Clock) throws(SystemError) {
        self.server = server
        pid = environment.pid
        uid = environment.uid
        self.database = database
        host = try HostName.system()
        self.clock = clock
        started = clock.boot()
    }

    /// Milliseconds since it started, on boot time.
    func uptime() -> Int64 { clock.boot() - started }
}
