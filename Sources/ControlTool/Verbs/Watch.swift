internal import Client
internal import JSON
internal import Posix
internal import Routing
internal import Text
internal import Wire

extension Verb {
    static let watch = Verb(
        "watch", operands: "[--exec COMMAND...]", line: "print what happens, as it happens",
        summary:
            "Prints each notification that is announced and what becomes of each open, until the daemon goes away\n"
            + "(exit code \(ExitCode.noDaemon.rawValue)). With --json one object a line. With --exec nothing is printed, but\n"
            + "a command is run for each, one at a time, with the values in its environment (DEEPLINK_EVENT, …). With\n"
            + "--follow every event is printed, in order, from where a follower of that name stopped; what was printed is\n"
            + "acknowledged and does not come again. With both, an event is acknowledged once its command has ended with 0;\n"
            + "one that fails ends the watch with its exit code, and its event comes again.",
        options: [.exec, .follow, .json], stopsAtFirstOperand: true, ownStatus: Watch.perform)
}

extension Option {
    fileprivate static let exec = Option("exec", help: "run this command for each, without a shell")
    static let follow = Option("follow", argument: "NAME", help: "be the follower NAME, which misses nothing")
}

private enum Watch {
    @Sendable static func perform(_ request: Request) throws -> Int32 {
        if request.parsed.has(.exec) { return try runCommands(request) }
        if request.parsed.has(.follow) { return try Follow.perform(request).rawValue }
        _ = try request.operands(0...0, "no operand")
        let connection = try request.attach(role: .observer)
        try request.hear(over: connection) { try print($0, request) }
    }

    private static func runCommands(_ request: Request) throws -> Int32 {
        guard !request.operands.isEmpty else { throw request.parsed.wrongOperands(expected: "a COMMAND after --exec") }
        guard !request.wantsJSON else { throw Failure("--json prints, --exec runs", remedy: "give one", code: .usage) }
        if request.parsed.has(.follow) { return try Follow.runCommands(request) }
        throw try CommandFollower(request, request.attach(role: .observer)).run()
    }

    private static func print(_ message: Incoming, _ request: Request) throws {
        if request.wantsJSON {
            try request.console.print(json: { write(message, to: &$0) })
        } else if let line = line(message) {
            let time = LocalTime.hoursAndMinutes(milliseconds: request.clock.wall())
            try request.console.print("\(time)  \(shown(line))")
        }
    }

    /// nil: of interest to programs only.
    private static func line(_ message: Incoming) -> String? {
        switch message {
        case .announced(let cell): "\(cell.kind) \(cell.state)  \(cell.title)  \(cell.route.link)"
        case .openChanged(let open):
            "open \(open.open) \(open.phase.rawValue)" + (open.reason.map { ": \($0)" } ?? "")
                + (open.route.map { "  \($0.link)" } ?? "")
        case .tableChanged(let table): "table \(table.version)"
        case .bye(let reason): "the daemon says bye: \(reason)"
        case .cellsChanged, .offer, .event, .unreadable, .approved, .denied: nil
        }
    }

    private static func write(_ message: Incoming, to writer: inout JSONWriter) {
        switch message {
        case .announced(let cell): write(CellAnnounced(cell: cell), to: &writer)
        case .openChanged(let open): write(open, to: &writer)
        case .tableChanged(let table): write(TableChanged(table: table), to: &writer)
        case .bye(let reason): write(Bye(reason: reason), to: &writer)
        case .cellsChanged(let cells): write(cells, to: &writer)
        case .offer(_, let offer): write(offer, to: &writer)
        case .event(let event): write(event, to: &writer)
        case .approved(let grant): write(DeviceApproved(grant: grant), to: &writer)
        case .denied: write(DeviceDenied(), to: &writer)
        case .unreadable(let seq, _): writer.member("unreadable", seq)
        }
    }

    private static func write<Message: Call>(_ message: Message, to writer: inout JSONWriter) {
        writer.member("event", Message.method)
        message.writeMembers(to: &writer)
    }
}

extension Request {
    /// Hands over what the daemon says, until it goes away.
    func hear(over connection: Connection, _ take: (Incoming) throws -> Void) throws -> Never {
        while true {
            let incoming: [Incoming]
            do throws(ConnectionLost) {
                incoming = try connection.process()
            } catch {
                throw Failure("the daemon hung up: \(error.reason)", code: .noDaemon)
            }
            for message in incoming { try take(message) }
            if connection.lost == nil {
                try Readiness.wait(
                    for: connection.fileDescriptor, writable: connection.wantsToWrite, milliseconds: .max)
            }
        }
    }
}
