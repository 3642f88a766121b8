// Outputs to which no notification leads any more: its cell is gone, or is about a later job. Every job that ends looks at a few files,
// chosen by chance, so that no job waits long, nothing needs to be remembered between jobs, and the dead among the files stay a small
// part of them however many there are. A file that is locked belongs to a job that runs.
internal import Client
internal import Posix
internal import Routing
internal import Wire

/// Removes outputs that nothing leads to.
struct OutputSweep {
    /// How many files one job looks at.
    static let most = 32
    /// A file that changed less than so many milliseconds ago is left alone: its job may be about to lock or to report it.
    static let youngest: Int64 = 60_000
    /// How long it may take, in milliseconds; an answer that is waited for may add its second.
    static let patience: Int64 = 1_000

    private let request: Request
    private let paths: SocketPaths

    init(_ request: Request) {
        self.request = request
        paths = request.paths
    }

    /// Keeps what a job is called where that is not its id.
    static func note(key: String, of job: String, in paths: SocketPaths) throws(SystemError) {
        try Files.makeDirectories(paths.jobKeys, mode: 0o700)
        try Files.makeSymbolicLink(key, at: "\(paths.jobKeys)/\(job)")
    }

    static func forgetKey(of job: String, in paths: SocketPaths) {
        try? Files.unlink("\(paths.jobKeys)/\(job)")
    }

    /// Sweeps once. Whatever is in its way, the next job tries again.
    func run() {
        do { try sweep() } catch {}
    }

    private func sweep() throws {
        let jobs = try chosen()
        guard !jobs.isEmpty else { return }
        let clients = try request.attach(role: nil)
        let senders = try request.connected(paths.notify)
        let deadline = request.clock.boot() + Self.patience
        for job in jobs where request.clock.boot() < deadline { try judge(job, clients, senders) }
    }

    private func chosen() throws(SystemError) -> ArraySlice<String> {
        var names = Set(try Files.list(paths.jobs, limit: 1_000_000))
        if try Files.exists(paths.jobKeys) { names.formUnion(try Files.list(paths.jobKeys, limit: 1_000_000)) }
        return names.filter(Self.isJob).shuffled().prefix(Self.most)
    }

    private func judge(_ job: String, _ clients: Connection, _ senders: Connection) throws {
        do throws(SystemError) {
            let file = try Files.openOwned(job, in: paths.jobs, owner: request.environment.uid)
            guard try file.takeLock(), request.clock.wall() - (try file.facts().modified) > Self.youngest else {
                return
            }
        } catch {
            if error.isNotFound { Self.forgetKey(of: job, in: paths) }
            return
        }
        if try leads(to: job, clients, senders) { return }
        try Files.unlink("\(paths.jobs)/\(job)")
        Self.forgetKey(of: job, in: paths)
    }

    /// Whether the job's cell is there and about this job. An event that is only rehearsed finds the cell by its key.
    private func leads(to job: String, _ clients: Connection, _ senders: Connection) throws -> Bool {
        let event = Event(kind: Job.kind, state: "started", key: try key(of: job))
        let answer = try senders.wait(for: Notify(event: event, isDryRun: true), seconds: 1, clock: request.clock)
        guard case .wouldBe(let cell, _) = answer else { return true }
        guard let cell else { return false }
        let detail = try clients.wait(for: CellsGet(cell: cell), seconds: 1, clock: request.clock)
        return detail.params["job"]?.text == job
    }

    private func key(of job: String) throws(SystemError) -> String {
        do throws(SystemError) { return try Files.readLink("\(paths.jobKeys)/\(job)") } catch {
            guard error.isNotFound else { throw error }
            return job
        }
    }

    /// A UUID as `JobRun` makes them; other files in the directory are none of ours.
    private static func isJob(_ name: String) -> Bool {
        let groups = name.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) } }
    }
}
