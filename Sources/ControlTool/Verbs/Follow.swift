// `watch --follow NAME`: what a script reads line by line and can rely on. A line is acknowledged once it is written; one
// that was written just before a kill may come again, so a line has the event's seq.
internal import Client
internal import Posix
internal import Routing
internal import Text
internal import Wire

enum Follow {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        _ = try request.operands(0...0, "no operand")
        let connection = try attach(request)
        try request.hear(over: connection) { message in
            // Its goodbye is the reason that the connection ends with.
            switch message {
            case .event(let event):
                try print(event, request)
                connection.acknowledge(event.seq)
            case .unreadable(let seq, let error):
                request.console.complain("event \(seq) cannot be read, and is left out: \(error)")
                connection.acknowledge(seq)
            default: break
            }
        }
    }

    /// With --exec: the exit status is the failed command's own.
    static func runCommands(_ request: Request) throws -> Int32 {
        try EventCommands(request, attach(request)).run()
    }

    private static func attach(_ request: Request) throws -> Connection {
        try request.attach(role: .follower, follower: try name(request))
    }

    private static func name(_ request: Request) throws -> String {
        guard let name = request.parsed.value(.follow), Hello.isFollowerName(name) else {
            let letters = "1 to \(WireLimits.followerName) letters, digits, '.', '-' and '_' of ASCII"
            throw request.parsed.badValue(.follow, expected: letters)
        }
        return name
    }

    private static func print(_ followed: FollowedEvent, _ request: Request) throws {
        guard !request.wantsJSON else { return try request.console.print(json: followed.writeMembers) }
        let event = followed.event
        let time = LocalTime.hoursAndMinutes(milliseconds: followed.arrived)
        let line = "\(followed.seq)  \(event.kind) \(event.state)  \(event.title)  \(followed.route.link)"
        try request.console.print("\(time)  \(shown(line))")
    }
}
