import JSON
import Posix
import Routing
import TestSupport
import Testing
import Wire

/// notify.sock as a shell script sees it: lines in, lines out.
@Suite struct ServingTests {
    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    @Test func plainLineAndHalfClose_AreAnsweredAndClosed() throws {
        let socket = try daemon.lines()
        try socket.send(#"{"kind":"backup","state":"done","title":"x"}"# + "\n")
        try socket.socket.shutdownSending()
        #expect(try socket.linesToEnd() == [#"{"seq":1,"duplicate":false}"#])
        let cells = try daemon.call(CellsList()).cells
        #expect(cells.map(\.title) == ["x"])
        #expect(cells.map(\.route.link.description) == ["deeplink://messages/cells/1"])
    }

    @Test func socat_PrintsAnAck() throws {
        let socat = "/usr/bin/socat"
        guard try Files.exists(socat) else {
            print("skipped: no \(socat)")
            return
        }
        let event = #"{"kind":"backup","state":"done","title":"x"}"# + "\n"
        let ended = try Programs.run([socat, "-", "UNIX-CONNECT:\(place.notify)"], in: place, input: event)
        #expect(ended.output == #"{"seq":1,"duplicate":false}"# + "\n", "\(ended)")
    }

    /// A line that cannot be taken, and what its answer says: the reason and the place.
    struct BadLine: Sendable, CustomStringConvertible {
        let line: String
        let reason: WireError.Reason
        let field: String?
        let offset: Int?
        var description: String { line }

        init(_ line: String, _ reason: WireError.Reason, field: String? = nil, offset: Int?) {
            self.line = line
            self.reason = reason
            self.field = field
            self.offset = offset
        }
    }

    static let badLines = [
        BadLine(#"{"kind":"backup","state":"done""#, .malformed, offset: 31),
        BadLine(#"{"kind":"backup",}"#, .malformed, offset: 17),
        BadLine(#"{"kind":"backup","kind":"other"}"#, .duplicateKey, offset: 17),
        BadLine(#"{"kind":"backup","colour":"red"}"#, .unknownField, field: "colour", offset: 17),
        BadLine(#"{"state":"done"}"#, .missingField, field: "kind", offset: 0),
        BadLine(#"{"kind":"two words"}"#, .invalidField, field: "kind", offset: 8),
        BadLine(#"{"kind":"backup","priority":"loud"}"#, .invalidField, field: "priority", offset: 28),
        BadLine(#"{"kind":"b","params":{"branch":null}}"#, .invalidField, field: "params.branch", offset: 31),
        BadLine(#"{"kind":"b","link":"deeplink://builds/%zz"}"#, .invalidField, field: "link", offset: 19),
        BadLine("[]", .invalidRequest, offset: 0),
    ]

    @Test func tenBadLines_CostTenErrorsThatSayWhatAndWhere() throws {
        let socket = try daemon.lines()
        try socket.send(Self.badLines.map { $0.line + "\n" }.joined())
        for bad in Self.badLines {
            let answer = try #require(try socket.line()).json()
            let error = WireError(wire: try #require(answer["error"]))
            #expect(error.reason == bad.reason, "\(bad): \(error)")
            #expect(error.field == bad.field, "\(bad): \(error)")
            #expect(error.offset == bad.offset, "\(bad): \(error)")
            #expect(!error.mayRetry && !error.message.isEmpty)
        }
        try socket.send(#"{"kind":"backup"}"# + "\n")
        #expect(try socket.line() == #"{"seq":1,"duplicate":false}"#)
    }

    @Test func overlongLine_CostsOneErrorAndTheNextIsRead() throws {
        let socket = try daemon.lines()
        let body = String(repeating: "x", count: 2 * WireLimits.lineToDaemon)
        try socket.send(#"{"kind":"a","body":"\#(body)"}"# + "\n" + #"{"kind":"b"}"# + "\n")
        let refusal = try #require(try socket.line()).json()
        #expect(refusal["error"]?["data"]?["reason"]?.string == "tooLarge")
        #expect(try socket.line() == #"{"seq":1,"duplicate":false}"#)
    }

    @Test func pipelinedCallsAndBareLines_AreAnsweredInTheirOrder() throws {
        let socket = try daemon.lines()
        let count = 500
        try socket.send(
            (1...count).map { number in
                number.isMultiple(of: 2)
                    ? #"{"kind":"line","id":"\#(number)"}"# + "\n"
                    : #"{"jsonrpc":"2.0","id":\#(number),"method":"notify","params":{"kind":"line"}}"# + "\r\n"
            }.joined())
        for number in 1...count {
            let answer = try #require(try socket.line()).json()
            let result = answer["result"] ?? answer
            #expect(result["seq"]?.integer == Int64(number))
            #expect(answer["id"]?.integer == (number.isMultiple(of: 2) ? nil : Int64(number)))
        }
    }

    @Test func sameID_IsStoredOnceAndSaidToBe() throws {
        let event = #"{"kind":"job","key":"k","id":"once","title":"a"}"#
        let answers = try daemon.notify(event, event)
        #expect(answers == [#"{"seq":1,"duplicate":false}"#, #"{"seq":1,"duplicate":true}"#])
        #expect(try daemon.call(CellsGet(cell: 1)).history.count == 1)
        #expect(try daemon.notify(event) == [#"{"seq":1,"duplicate":true}"#])
    }

    @Test func stateOfOneCell_DecidesItsTab() throws {
        let params = #""params":{"repo":"a/b"}"#
        let first = try daemon.notify(#"{"kind":"pr","key":"7","state":"review_requested",\#(params)}"#)
        #expect(first == [#"{"seq":1,"duplicate":false}"#])
        let before = try daemon.call(Resolve(target: .cell(1)))
        #expect(before.link.description == "deeplink://reviews/prs/1")
        _ = try daemon.notify(#"{"kind":"pr","key":"7","state":"checks_failed",\#(params)}"#)
        let after = try daemon.call(Resolve(target: .cell(1)))
        #expect(after.link.description == "deeplink://builds/prs/1/checks")
        guard case .tab("builds", let path) = after.place else {
            Issue.record("it leads to \(after.place)")
            return
        }
        #expect(path.screens.map(\.description) == ["prs", "prs/1", "prs/1/checks"])
        #expect(try daemon.call(CellsList()).cells.map(\.id) == [1])
        #expect(try daemon.call(CellsList(tab: "builds")).cells.map(\.version) == [2])
        #expect(try daemon.call(CellsList(tab: "reviews")).cells.isEmpty)
    }

    @Test func reloadOverTheWire_AnswersWithTheTableInUse() throws {
        let before = try daemon.call(TableCheck())
        #expect(before.findings == [])
        #expect(try daemon.call(TableReload()).table == before.table)
        #expect(try daemon.call(Status()).table == before.table)
    }

    @Test func silentGarbage_NeverTakesTheDaemonDown() throws {
        var numbers = SplitMix64(seed: 11)
        for _ in 0..<40 {
            let socket = try daemon.lines()
            let bytes = (0..<Int.random(in: 1...3_000, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            // It may hang up on us halfway; it may not fall over.
            _ = try? socket.socket.send(bytes)
        }
        #expect(try daemon.notify(#"{"kind":"still"}"#) == [#"{"seq":1,"duplicate":false}"#])
    }
}
