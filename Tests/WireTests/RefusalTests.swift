import JSON
import Routing
import Testing
import Wire

/// What we are asked is read strictly: every refusal names the field and its byte.
struct RefusalTests {
    private static func error<C: Call>(_ type: C.Type, _ params: String) throws -> WireError? {
        let node = try JSONDocument(parsing: Array(params.utf8)).root
        do throws(WireError) {
            _ = try C.read(node)
            return nil
        } catch {
            return error
        }
    }

    @Test func unknownMember_IsRefusedByNameInEveryCall() throws {
        func check<C: Call>(_ type: C.Type) throws {
            let error = try Self.error(type, #"{ "colour":1}"#)
            #expect(error?.reason == .unknownField, "\(C.method)")
            #expect(error?.field == "colour", "\(C.method)")
            #expect(error?.offset == 2, "\(C.method)")
        }
        try check(CellsList.self)
        try check(CellsGet.self)
        try check(CellsRead.self)
        try check(CellsDismiss.self)
        try check(CellsReadAll.self)
        try check(CellsUnread.self)
        try check(CellsUndo.self)
        try check(Open.self)
        try check(Resolve.self)
        try check(Explain.self)
        try check(NavigationReport.self)
        try check(Hello.self)
        try check(TableCheck.self)
        try check(TableReload.self)
        try check(TableDiff.self)
        try check(Status.self)
        try check(Ping.self)
    }

    static let refused: [(String, String, WireError.Reason, String, Int)] = [
        ("cells.get", "{}", .missingField, "cell", 0),
        ("cells.get", #"{"cell":"1"}"#, .invalidField, "cell", 8),
        ("cells.get", #"{"cell":0}"#, .invalidField, "cell", 8),
        ("cells.get", #"{"cell":1.5}"#, .invalidField, "cell", 8),
        ("cells.get", #"{"cell":null}"#, .invalidField, "cell", 8),
        ("cells.list", #"{"limit":501}"#, .invalidField, "limit", 9),
        ("cells.list", #"{"limit":0}"#, .invalidField, "limit", 9),
        ("cells.list", #"{"unread":"yes"}"#, .invalidField, "unread", 10),
        ("cells.list", #"{"tab":"\#(String(repeating: "t", count: 33))"}"#, .tooLarge, "tab", 7),
        ("open", "{}", .missingField, "cell", 0),
        ("open", #"{"cell":1,"link":"deeplink://b"}"#, .invalidField, "link", 17),
        ("open", #"{"link":"deeplink://b/.."}"#, .invalidField, "link", 8),
        ("open", #"{"link":1}"#, .invalidField, "link", 8),
        ("explain", #"{"kind":"a b","state":"x"}"#, .invalidField, "kind", 8),
        ("explain", #"{"kind":"a"}"#, .missingField, "state", 0),
        ("explain", #"{"kind":"a","state":"x y"}"#, .invalidField, "state", 20),
        ("explain", #"{"kind":"a","state":"x","params":{"p":[]}}"#, .invalidField, "params.p", 38),
        ("explain", #"{"kind":"a","state":"x","params":{"":1}}"#, .invalidField, "params", 34),
        ("hello", #"{"client":"x"}"#, .missingField, "protocol", 0),
        ("hello", #"{"protocol":1,"client":"x"}"#, .invalidField, "protocol", 12),
        ("hello", #"{"protocol":["1"],"client":"x"}"#, .invalidField, "protocol", 12),
        ("hello", #"{"protocol":[1]}"#, .missingField, "client", 0),
        ("hello", #"{"protocol":[1],"client":"x","role":"king"}"#, .invalidField, "role", 36),
        (
            "navigation.report", #"{"state":{"scene":"main","tab":"t","outer":["x"]},"idle_ms":0}"#, .invalidField,
            "state.outer", 43
        ),
        (
            "navigation.report", #"{"state":{"scene":"main","tab":"t","stacks":{"t":["a//b"]}},"idle_ms":0}"#,
            .invalidField, "state.stacks.t", 49
        ),
        ("navigation.report", #"{"state":{"scene":"lost","tab":"t"},"idle_ms":0}"#, .invalidField, "state.scene", 18),
        ("navigation.report", #"{"state":{"scene":"main","tab":"t"},"idle_ms":-1}"#, .invalidField, "idle_ms", 46),
        (
            "navigation.report", #"{"state":{"scene":"main","tab":"t"},"idle_ms":0,"opens":[{"open":1}]}"#,
            .missingField, "opens[0].shown", 57
        ),
        ("navigation.report", #"{"state":[],"idle_ms":0}"#, .invalidField, "state", 9),
    ]

    @Test(arguments: refused)
    func strangeMember_IsRefusedWithItsPlace(
        method: String, params: String, reason: WireError.Reason, field: String, offset: Int
    ) throws {
        let error =
            switch method {
            case "cells.get": try Self.error(CellsGet.self, params)
            case "cells.list": try Self.error(CellsList.self, params)
            case "open": try Self.error(Open.self, params)
            case "explain": try Self.error(Explain.self, params)
            case "hello": try Self.error(Hello.self, params)
            default: try Self.error(NavigationReport.self, params)
            }
        #expect(error?.reason == reason, "\(error as Any)")
        #expect(error?.field == field, "\(error as Any)")
        #expect(error?.offset == offset, "\(error as Any)")
    }

    @Test func missingParams_AreAnEmptyObjects() throws {
        #expect(try CellsList.read(nil) == CellsList())
        #expect(throws: WireError.self) { _ = try CellsGet.read(nil) }
    }

    @Test func cellsLink_NamesItsCell() throws {
        let node = try JSONDocument(parsing: Array(#"{"link":"deeplink://cell/7"}"#.utf8)).root
        #expect(try Open.read(node).target == .cell(7))
    }

    @Test func tooManyParams_AreRefused() throws {
        func params(_ count: Int) -> String {
            "{\"kind\":\"a\",\"state\":\"x\",\"params\":{"
                + (0..<count).map { "\"p\($0)\":1" }.joined(separator: ",") + "}}"
        }
        #expect(try Self.error(Explain.self, params(EventLimits.params)) == nil)
        #expect(try Self.error(Explain.self, params(EventLimits.params + 1))?.reason == .tooLarge)
    }

    @Test func event_LeavesOutWhatIsAtItsDefault() {
        let line = String(decoding: Notify(event: Event(kind: "backup", state: "done")).line(id: nil), as: UTF8.self)
        #expect(line == #"{"jsonrpc":"2.0","method":"notify","params":{"kind":"backup","state":"done"}}"# + "\n")
    }
}
