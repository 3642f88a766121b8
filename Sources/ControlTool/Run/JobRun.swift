// `deeplinkctl run`: the command first, everything else after it. It keeps its standard input, its process group and its terminal's
// session, so that keys, job control and `ssh -t` work as without us; only what it prints goes through here. Keys that the terminal
// turns into signals reach the command by themselves; signals that somebody sends to us are passed on, and we stay to report.
internal import Client
internal import Posix
internal import Routing

/// One run of a command, from its start to its report.
final class JobRun {
    private enum Token {
        static let (child, signals, daemon): (UInt64, UInt64, UInt64) = (0, 1, 2)
        static let firstStream: UInt64 = 3
    }

    private let request: Request
    private let job: Job
    private let words: [String]
    private let reporter: JobReporter
    private let minimum: Int64
    private var output: JobOutput?
    private var streams: [JobStream] = []

    init(_ request: Request) throws {
        words = request.operands
        guard !words.isEmpty else { throw request.parsed.wrongOperands(expected: "a COMMAND") }
        self.request = request
        let parsed = request.parsed
        job = Job(id: try RandomBytes.uuid(), words: words, key: parsed.value(.key), title: parsed.value(.title))
        minimum = (try parsed.number(.min, in: 0...Int64(Int32.max)) ?? 0) * 1_000
        reporter = JobReporter(request)
    }

    /// Runs it and returns its status as a shell would.
    func perform() throws -> Int32 {
        openOutput()
        let both = TerminalMode.isTerminal(StandardStreams.output) && TerminalMode.isTerminal(StandardStreams.error)
        streams = [try JobStream(to: StandardStreams.output)] + (both ? [] : [try JobStream(to: StandardStreams.error)])
        let signals = try SignalDescriptor([
            Signals.interrupt, Signals.quit, Signals.terminate, Signals.hangUp, Signals.windowChanged,
        ])
        let started = request.clock.boot()
        let child: ChildProcess
        do {
            child = try start()
        } catch {
            discard()
            let isUnknown = error.isNotFound && !words[0].contains("/")
            request.console.complain("\(words[0]): \(isUnknown ? "command not found" : error.reason)")
            return error.isNotFound ? 127 : 126
        }
        streams.forEach { $0.closeCommandSide() }
        let status = try follow(child, signals, since: started)
        finish(status, after: request.clock.boot() - started)
        return status.shellCode
    }

    private func discard() {
        output?.discard()
        OutputSweep.forgetKey(of: job.id, in: request.paths)
    }

    private func openOutput() {
        do {
            output = try JobOutput(directory: request.paths.jobs, job: job.id)
            if job.key != job.id { try OutputSweep.note(key: job.key, of: job.id, in: request.paths) }
        } catch {
            request.console.complain("the output is not kept: \(error)")
            discard()
            output = nil
        }
    }

    private func start() throws(SystemError) -> ChildProcess {
        var command = ChildProcess.Command(words)
        command.standardOutput = streams[0].commandSide
        command.standardError = streams[streams.count - 1].commandSide
        command.keepsIgnoredSignals = true
        return try ChildProcess.spawn(command)
    }

    /// The loop: until the command has ended.
    private func follow(
        _ child: ChildProcess, _ signals: SignalDescriptor, since started: Int64
    ) throws -> ChildProcess.ExitStatus {
        let set = try PollSet()
        try set.add(child.pidfd, for: .readable, token: Token.child)
        try set.add(signals.fileDescriptor, for: .readable, token: Token.signals)
        for (index, stream) in streams.enumerated() {
            try set.add(stream.fileDescriptor, for: .readable, token: Token.firstStream + UInt64(index))
        }
        var isReported = false
        var ready: [PollSet.Ready] = []
        while true {
            let remaining = started + minimum - request.clock.boot()
            if !isReported, remaining <= 0 {
                reporter.report(job.started)
                isReported = true
            }
            try reporter.watch(in: set, token: Token.daemon)
            try set.wait(timeoutMilliseconds: isReported ? -1 : Int32(clamping: remaining), into: &ready)
            for entry in ready { try handle(entry.token, child, signals, set) }
            if ready.contains(where: { $0.token == Token.child }), let status = try child.reap() { return status }
        }
    }

    private func handle(_ token: UInt64, _ child: ChildProcess, _ signals: SignalDescriptor, _ set: PollSet) throws {
        switch token {
        case Token.child: break
        case Token.signals: try pass(signals, to: child)
        case Token.daemon: reporter.process()
        default: try copy(streams[Int(token - Token.firstStream)], set)
        }
    }

    private func copy(_ stream: JobStream, _ set: PollSet) throws {
        let fileDescriptor = stream.fileDescriptor
        if let bytes = try stream.pass() { keep(bytes) }
        // A reader that was closed has left the set by itself.
        if stream.isOver { try? set.remove(fileDescriptor) }
    }

    private func pass(_ signals: SignalDescriptor, to child: ChildProcess) throws {
        while let signal = try signals.next() {
            if signal.number == Signals.windowChanged { streams.forEach { $0.followSize() } }
            if signal.isFromProcess || signal.number == Signals.windowChanged { try? child.kill(signal.number) }
        }
    }

    /// Keeping stops at the first failure (a full disk), passing on does not.
    private func keep(_ bytes: [UInt8]) {
        do {
            try output?.append(bytes)
        } catch {
            request.console.complain("the rest of the output is not kept: \(error)")
            output = nil
        }
    }

    private func finish(_ status: ChildProcess.ExitStatus, after milliseconds: Int64) {
        for stream in streams { try? stream.passRest(keep) }
        do {
            try output?.finish()
        } catch {
            request.console.complain("the output is not whole: \(error)")
        }
        if milliseconds >= minimum {
            reporter.report(job.ended(status, after: milliseconds))
            reporter.settle()
        }
        // Nothing leads to the output of a job that nobody heard of.
        if reporter.isKnown { OutputSweep(request).run() } else { discard() }
    }
}
