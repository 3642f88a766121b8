internal import Posix
internal import Systemd

/// One run of a screen's command: piped, in a process group of its own, ended with its screen. What it prints is handed
/// on as it comes; the loop is never kept waiting.
final class CommandRun {
    /// A command that runs longer is ended.
    static let timeLimit = Duration.seconds(30)
    /// How long a command may take to end after it was asked to.
    static let grace = Duration.seconds(2)
    /// Read from the command in one turn of the loop.
    private static let chunk = 64 * 1024

    /// How a run ended.
    enum End: Equatable {
        case exited(Int)
        case signalled(String)
        /// It ran longer than allowed.
        case timedOut
        /// It could not be started.
        case failed(String)
    }

    private let loop: EventLoop
    private let printed: ([UInt8]) -> Void
    private let ended: (End) -> Void
    private let pipe: Pipe
    private let child: ChildProcess
    private var output: EventSource?
    private var exit: EventSource?
    private var limit: EventSource?
    private var hasTimedOut = false
    private var isAskedToEnd = false
    private var isOutputOver = false
    private var end: End?

    /// Starts a program. Both closures are called from the loop, `ended` once and last.
    ///
    /// - Parameter limit: how long it may run; nil: as long as it likes.
    init(
        _ plan: CommandPlan, loop: EventLoop, limit: Duration? = timeLimit, printed: @escaping ([UInt8]) -> Void,
        ended: @escaping (End) -> Void
    ) throws {
        self.loop = loop
        self.printed = printed
        self.ended = ended
        pipe = try Pipe()
        try pipe.setReaderNonblocking()
        let null = try FileDescriptor.null()
        var command = plan.command
        command.standardInput = null.raw
        command.standardOutput = pipe.writer
        command.standardError = pipe.writer
        command.ownGroup = true
        child = try ChildProcess.spawn(command)
        pipe.closeWriter()
        output = try loop.watch(pipe.reader, for: .readable) { [unowned self] _ in try read() }
        exit = try loop.watch(child.pidfd, for: .readable) { [unowned self] _ in try reap() }
        try setLimit(limit)
    }

    /// From now on it may run so long; nil: as long as it likes. One that was told to end already still must.
    func setLimit(_ duration: Duration?) throws {
        guard !hasTimedOut, end == nil else { return }
        limit = nil
        if let duration { limit = try loop.timer(after: duration) { [unowned self] in passLimit() } }
    }

    deinit {
        output = nil
        exit = nil
        limit = nil
        // The screen has gone: nobody waits for a polite end. A child that is killed is reaped at once.
        if child.status == nil {
            signal(Signals.kill)
            _ = try? child.wait()
        }
    }

    /// Asks the command to end, as Ctrl-C does; the second time it is killed.
    func interrupt() {
        signal(isAskedToEnd ? Signals.kill : Signals.interrupt)
        isAskedToEnd = true
    }

    private func passLimit() {
        if hasTimedOut {
            signal(Signals.kill)
        } else {
            hasTimedOut = true
            signal(Signals.terminate)
            limit?.rearm(after: Self.grace)
        }
    }

    private func signal(_ number: Int32) {
        // A command that ended by itself meanwhile is what was wanted.
        try? child.kill(number, group: true)
    }

    private func read() throws {
        var bytes: [UInt8] = []
        let outcome = try pipe.read(appendingTo: &bytes, most: Self.chunk)
        if !bytes.isEmpty { printed(bytes) }
        if outcome == .end {
            isOutputOver = true
            output = nil
            finishIfOver()
        }
    }

    private func reap() throws {
        // It has ended and is not reaped, so its group's number is still its own: what it left running ends with it.
        signal(Signals.kill)
        guard let status = try child.reap() else { return }
        exit = nil
        limit = nil
        end = hasTimedOut ? .timedOut : End(status)
        // What left the group in time must not keep the pipe open for ever.
        if !isOutputOver { try drain() }
        finishIfOver()
    }

    private func drain() throws {
        for _ in 0..<16 where !isOutputOver {
            var bytes: [UInt8] = []
            let outcome = try pipe.read(appendingTo: &bytes, most: Self.chunk)
            if !bytes.isEmpty { printed(bytes) }
            if outcome != .bytes(bytes.count) { break }
        }
        output = nil
        isOutputOver = true
    }

    private func finishIfOver() {
        guard isOutputOver, let end else { return }
        ended(end)
    }
}

extension CommandRun.End {
    init(_ status: ChildProcess.ExitStatus) {
        switch status {
        case .exited(let code): self = .exited(Int(code))
        case .signalled(let number): self = .signalled(Signals.name(number))
        }
    }
}

extension CommandRun {
    /// Why a command could not be started, for its screen.
    static func reason(_ error: any Error, of plan: CommandPlan) -> String {
        guard let error = error as? SystemError else { return "\(error)" }
        if let directory = plan.directory, error.subject == directory {
            return "\(directory): \(error.isNotFound ? "no such directory" : error.reason)"
        }
        guard error.call == "spawn" else { return "\(error)" }
        return "\(plan.arguments[0]): \(error.isNotFound ? "command not found" : error.reason)"
    }
}

extension CommandPlan {
    /// What is started; its streams are the runner's to set.
    var command: ChildProcess.Command {
        var command = ChildProcess.Command(arguments)
        command.directory = directory
        command.environment = environment
        return command
    }
}
