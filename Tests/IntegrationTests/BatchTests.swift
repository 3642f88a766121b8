import Client
import JSON
import Posix
import Routing
import Testing
import Wire

/// Batches and calls that want no answer, on notify.sock.
@Suite struct BatchTests {
    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    private func answer(to line: String) throws -> JSONNode {
        let socket = try daemon.lines()
        try socket.send(line + "\n")
        return try #require(try socket.line()).json()
    }

    private static func notify(_ id: String?, _ params: String) -> String {
        #"{"jsonrpc":"2.0",\#(id.map { #""id":\#($0),"# } ?? "")"method":"notify","params":\#(params)}"#
    }

    @Test func items_AreAnsweredInOneLineInTheirOrder() throws {
        let items = [
            Self.notify("1", #"{"kind":"a"}"#), Self.notify(nil, #"{"kind":"b"}"#),
            Self.notify("2", #"{"kind":"two words"}"#),
            "7", #"{"kind":"bare"}"#, #"{"jsonrpc":"2.0","id":"p","method":"ping"}"#,
            Self.notify("3", #"{"kind":"c","dry_run":true}"#), Self.notify(nil, "{}"),
            Self.notify("4", #"{"kind":"d"}"#),
        ]
        let answers = try #require(try answer(to: "[\(items.joined(separator: ","))]").elements)
        #expect(answers.map { $0["id"]?.integer } == [1, 2, nil, nil, nil, 3, 4])
        #expect(answers.map { $0["result"]?["seq"]?.integer } == [1, nil, nil, nil, nil, nil, 3])
        let reasons = answers.map { $0["error"].map { WireError(wire: $0).reason } }
        #expect(reasons == [nil, .invalidField, .invalidRequest, .invalidRequest, nil, nil, nil])
        #expect(answers[4]["id"]?.string == "p")
        #expect(answers[5]["result"]?["dry_run"]?.boolean == true)
        let numbers = try daemon.numbers()
        #expect(numbers["events"] == 3)
        #expect(numbers["refused"] == 4)
    }

    @Test func thousandItems_AreOneCommit() throws {
        let before = try #require(try daemon.numbers()["syncs"])
        let items = (1...WireLimits.batch).map { _ in #"{"jsonrpc":"2.0","method":"notify","params":{"kind":"a"}}"# }
        let socket = try daemon.lines()
        try socket.send("[\(items.joined(separator: ","))]\n" + #"{"kind":"last"}"# + "\n")
        #expect(try socket.line() == #"{"seq":1001,"duplicate":false}"#)
        let after = try #require(try daemon.numbers()["syncs"])
        #expect(after - before <= 3, "\(after - before) syncs")
        let many = try answer(to: "[\(Array(repeating: "1", count: WireLimits.batch + 1).joined(separator: ","))]")
        #expect(many["error"].map { WireError(wire: $0).reason } == .tooLarge)
    }

    @Test func answersLongerThanALine_AreCutAndStoredItemsKeepTheirs() throws {
        var items = (0..<200).map { Self.notify("\($0)", #"{"kind":"a","dry_run":true}"#) }
        items += (200..<400).map { Self.notify("\($0)", #"{"kind":"a"}"#) }
        items += Array(repeating: "1", count: 600)
        let line = "[\(items.joined(separator: ","))]"
        let answers = try #require(try answer(to: line).elements)
        #expect(answers.count == 1_000)
        #expect(answers[200..<400].map { $0["result"]?["seq"]?.integer } == (1...200).map { Int64($0) })
        for answer in answers where answer["result"] == nil {
            let error = WireError(wire: try #require(answer["error"]))
            #expect(error.reason == .invalidRequest || error.reason == .tooLarge && error.mayRetry)
        }
        #expect(answers[..<200].contains { $0["result"] != nil })
    }

    @Test(arguments: [
        ("[]", WireError.Reason.invalidRequest), ("[1,]", .malformed), (#"[{"a":1,"a":1}]"#, .duplicateKey),
    ])
    func noBatchAtAll_IsOneError(line: String, reason: WireError.Reason) throws {
        let answer = try answer(to: line)
        #expect(answer["error"].map { WireError(wire: $0).reason } == reason)
        #expect(answer["id"]?.isNull == true)
    }

    @Test func batchOnTheClientsSocket_IsRefused() throws {
        let socket = try LineSocket(connectingTo: place.client)
        try socket.send(#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"# + "\n")
        let answer = try #require(try socket.line()).json()
        #expect(answer["error"].map { WireError(wire: $0).reason } == .invalidRequest)
    }

    @Test func eventThatTheLibraryTells_IsStored() throws {
        let connection = try Connection(connectingTo: place.notify)
        #expect(connection.tell(Notify(event: Event(kind: "told"))))
        _ = try connection.wait(for: Ping(), seconds: 10)
        #expect(try daemon.call(CellsList()).cells.map(\.kind) == ["told"])
    }

    @Test func callsWithoutId_AreDoneAndNeverAnswered() throws {
        let socket = try daemon.lines()
        let lines = [
            Self.notify(nil, #"{"kind":"a","key":"k"}"#), Self.notify(nil, #"{"kind":"no kind"}"#),
            #"{"jsonrpc":"2.0","method":"nothing"}"#,
            "[\(Self.notify(nil, #"{"kind":"a","key":"k"}"#)),\(Self.notify(nil, "{}"))]",
            #"{"jsonrpc":"2.0","id":9,"method":"ping"}"#,
        ]
        try socket.send(lines.map { $0 + "\n" }.joined())
        #expect(try socket.line() == #"{"jsonrpc":"2.0","id":9,"result":{}}"#)
        let numbers = try daemon.numbers()
        #expect(numbers["events"] == 2)
        #expect(numbers["refused"] == 3)
    }
}
