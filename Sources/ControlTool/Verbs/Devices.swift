internal import Client
internal import Posix
internal import Wire

extension Verb {
    static let enroll = Verb(
        "enroll", line: "let a device in that asks to be",
        summary: """
            Prints the devices that ask to be let into your inbox, each with the code that is to be typed there. With
            --approve or --deny it answers one of them; --approve lets it in without its code.
            """,
        options: [.approve, .deny, .json], perform: Enrolling.perform)

    static let devices = Verb(
        "devices", operands: "[list | revoke DEVICE]", line: "list the devices that were let in, or revoke one",
        summary: """
            Prints the devices that were let into your inbox. 'revoke DEVICE' makes its token worthless and closes its
            connections at once.
            """,
        options: [.json], perform: DevicesVerb.perform)
}

extension Option {
    fileprivate static let approve = Option("approve", argument: "DEVICE", help: "let this device in")
    fileprivate static let deny = Option("deny", argument: "DEVICE", help: "do not let this device in")
}

private enum Enrolling {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        _ = try request.operands(0...0, "no operand")
        let connection = try request.attach(role: nil)
        let waiting = try request.ask(DevicesList(), over: connection).requests
        switch (request.parsed.value(.approve), request.parsed.value(.deny)) {
        case (.some, .some): throw request.parsed.wrongOperands(expected: "--approve or --deny, not both")
        case (let device?, nil):
            let number = try number(of: device, waiting)
            _ = try request.ask(DeviceApprove(request: number), over: connection)
        case (nil, let device?):
            let number = try number(of: device, waiting)
            _ = try request.ask(DeviceDeny(request: number), over: connection)
        case (nil, nil): try print(waiting, request)
        }
        return .done
    }

    private static func number(of device: String, _ waiting: [PendingDevice]) throws(Failure) -> Int64 {
        guard let found = waiting.first(where: { $0.device == device }) else {
            let names = waiting.map(\.device).joined(separator: ", ")
            throw Failure(
                "\(device) does not ask to be let in",
                remedy: names.isEmpty ? "no device does" : "those that do: \(names)", code: .no)
        }
        return found.request
    }

    private static func print(_ waiting: [PendingDevice], _ request: Request) throws {
        if request.wantsJSON { return try request.console.print(json: waiting) }
        guard !waiting.isEmpty else { return try request.console.print("no device asks to be let in") }
        let rows = waiting.map { device in
            [
                device.device, device.code, "\(device.expiresIn)s", "\(device.triesLeft) tries",
                device.isLogin ? "again" : "new", "uid \(device.uid)" + (device.unit.map { " \($0)" } ?? ""),
            ]
        }
        try request.console.print(Table.lines(rows, rightAligned: [2]))
    }
}

private enum DevicesVerb {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        let expected = "list, or revoke DEVICE"
        let words = try request.operands(0...2, expected)
        switch (words.first, words.count) {
        case (nil, _), ("list", 1): try print(try request.ask(DevicesList()).devices, request)
        case ("revoke", 2): _ = try request.ask(DevicesRevoke(device: words[1]))
        default: throw request.parsed.wrongOperands(expected: expected)
        }
        return .done
    }

    private static func print(_ devices: [Device], _ request: Request) throws {
        if request.wantsJSON { return try request.console.print(json: devices) }
        guard !devices.isEmpty else { return try request.console.print("no device was let in") }
        let now = request.clock.wall()
        let rows = devices.map { device in
            [
                device.name, "since \(Age.text(of: device.since, at: now))",
                device.isAttached ? "here" : device.seen.map { "seen \(Age.text(of: $0, at: now))" } ?? "never seen",
                device.follows.map { $0.isEmpty ? "follows nothing" : "follows " + $0.joined(separator: ", ") } ?? "",
            ]
        }
        try request.console.print(Table.lines(rows))
    }
}
