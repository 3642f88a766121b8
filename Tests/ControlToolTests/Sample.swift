import Routing
import Wire

@testable import ControlTool

/// Answers and values that many tests want.
enum Sample {
    static let hello = answer(
        1,
        Hello.Answer(
            version: 1, server: "deeplinkd 0.1.0", inbox: 0, table: TableSummary(.builtIn), unread: [:],
            missed: Hello.Missed(count: 0, since: 0)))

    static func answer(_ id: Int64, _ object: some WireObject) -> String {
        line(Message.line(answering: .number(id), result: object.writeMembers))
    }

    static func refusal(_ id: Int64, _ error: WireError) -> String {
        line(Message.line(refusing: .number(id), error))
    }

    static func line(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    static func path(_ text: String) -> ScreenPath {
        do { return try ScreenPath(parsing: text) } catch { preconditionFailure("\(error)") }
    }

    static let route = Route(
        place: .tab("builds", PushPath(root: path("runs"), above: [path("runs/7"), path("runs/7/log")])),
        why: Why(source: .rule, text: "rule ci.run failed (ci.toml:12:1)"))

    static let fallback = Route(
        place: .tab("messages", PushPath(root: path("cells"), above: [path("cells/9")])),
        why: Why(source: .fallback, text: "fallback: no rule for a b", stanza: "[[cell]]\nkind = \"a\""))

    static func cell(
        _ id: Int64, title: String = "build failed", unread: Bool = true, age: Int64 = 61_000, route: Route = route
    ) -> CellSummary {
        CellSummary(
            Cell(
                id: id, inbox: 0, kind: "ci.run", key: "k\(id)", state: "failed", title: title, version: id * 10,
                readVersion: unread ? 0 : id * 10, time: Listener.now - age), route: route)
    }
}
