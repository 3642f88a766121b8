// docs/protocol.md is what others build on: its limits, words and conversation are those of the code.
import JSON
import Posix
import Routing
import Testing
import Wire

struct ProtocolDocumentTests {
    private static func document() throws -> String {
        let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return String(decoding: try Files.read("\(package)/docs/protocol.md", limit: 1 << 20).bytes, as: UTF8.self)
    }

    @Test func everyReason_StandsThereWithItsCode() throws {
        let rows = try Self.document().split(separator: "\n").filter { $0.hasPrefix("| `") }
        for reason in WireError.Reason.allCases {
            #expect(
                rows.contains { $0.contains("`\(reason.rawValue)`") && $0.contains("| \(reason.code) |") },
                "\(reason.rawValue)")
        }
    }

    @Test func everyLimit_StandsThere() throws {
        let document = try Self.document()
        for limit in [
            "\(WireLimits.lineToDaemon) bytes", "\(WireLimits.lineFromDaemon) bytes",
            "objects | \(WireLimits.nesting) |",
            "messages of a batch | \(WireLimits.batch);", "at most \(WireLimits.batch) messages",
            "1 to \(WireLimits.followerName) ASCII", "At most \(WireLimits.followerWindow) events",
            "1 to \(WireLimits.page)", "connections | \(WireLimits.connections) |",
            "\(WireLimits.helloSeconds) s, then `bye`",
            "\(WireLimits.enrolmentSeconds) s, then `bye`", "by name | \(WireLimits.devices);",
            "code | \(WireLimits.codeSeconds) s, \(WireLimits.codeTries) tries",
            "another code | \(WireLimits.resendSeconds) s", "one inbox | \(WireLimits.waitingDevices);",
            "let in, in all | \(WireLimits.strangers);", "`id`?: a text of 1 to \(WireLimits.openID) bytes",
            "at most \(WireLimits.followedTabs) ids", "\(WireLimits.codeDigits) digits",
            "1 to \(DeviceName.maximumLength) of",
            "\(WireLimits.openSeconds) s, then `bye`", "\(WireLimits.queuedSeconds) s while queued",
            "else \(WireLimits.heldSeconds) s", "at most \(WireLimits.requestID) bytes", "≤ \(EventLimits.kind) bytes",
            "≤ \(EventLimits.state) bytes", "≤ \(EventLimits.key) bytes", "≤ \(EventLimits.params) texts",
            "1 to \(EventLimits.paramName) bytes", "\(ScreenPath.maximumSegments) segments",
            "\(ScreenPath.maximumSegmentBytes) bytes each", "\(ScreenPath.maximumBytes) bytes encoded",
        ] {
            #expect(document.contains(limit), "\(limit)")
        }
    }

    @Test func everyMethodAndItsMembers_StandThere() throws {
        let document = try Self.document()
        func check<C: Call>(_ type: C.Type) {
            let row = document.split(separator: "\n").first { $0.hasPrefix("| ") && $0.contains("`\(C.method)`") }
            #expect(row != nil, "\(C.method)")
            for field in C.fields { #expect(row?.contains("`\(field)`") == true, "\(C.method) \(field)") }
        }
        check(Hello.self)
        check(NavigationReport.self)
        check(Open.self)
        check(Resolve.self)
        check(Explain.self)
        check(CellsList.self)
        check(CellsGet.self)
        check(CellsRead.self)
        check(CellsDismiss.self)
        check(CellsReadAll.self)
        check(CellsUnread.self)
        check(CellsUndo.self)
        check(TableCheck.self)
        check(TableReload.self)
        check(TableDiff.self)
        check(Status.self)
        check(Ping.self)
        check(OpenOffer.self)
        check(CellAnnounced.self)
        check(CellsChanged.self)
        check(OpenChanged.self)
        check(TableChanged.self)
        check(Bye.self)
        check(CursorAck.self)
        check(FollowersList.self)
        check(FollowersRemove.self)
        check(FollowedEvent.self)
        check(Authenticate.self)
        check(DeviceRequest.self)
        check(DeviceConfirm.self)
        check(DeviceFollow.self)
        check(DeviceApproved.self)
        check(DeviceDenied.self)
        check(DevicesList.self)
        check(DeviceApprove.self)
        check(DeviceDeny.self)
        check(DevicesRevoke.self)
    }

    @Test func conversation_IsReadLineByLine() throws {
        var methods: [String] = []
        let lines = try Self.document().split(separator: "\n").filter {
            ["N> ", "N< ", "C> ", "C< "].contains($0.prefix(3))
        }
        for line in lines {
            switch try Message(parsing: Array(line.dropFirst(3).utf8)) {
            case .call(_, let method, let params):
                methods.append(method)
                switch method {
                case Hello.method: _ = try Hello.read(params)
                case NavigationReport.method: _ = try NavigationReport.read(params)
                case Open.method: _ = try Open.read(params)
                case OpenOffer.method: _ = try OpenOffer.read(params)
                case CellsDismiss.method: _ = try CellsDismiss.read(params)
                case CellAnnounced.method: _ = try CellAnnounced.read(params)
                case CellsChanged.method: _ = try CellsChanged.read(params)
                default: #expect(method == Notify.method)
                }
            case .failure(_, let error): #expect(error.reason == .stale)
            case .result(.number(1), let node) where line.hasPrefix("C<"): _ = try Hello.Answer(wire: Fields(node))
            case .result(.number(3), let node): _ = try Open.Answer(wire: Fields(node))
            case .result(_, let node): #expect(node.kind == .object)
            case .bare(let node): #expect(line.hasPrefix("N") && node.kind == .object)
            }
        }
        #expect(methods.contains(OpenOffer.method) && methods.contains(Hello.method))
        #expect(lines.count > 15)
    }
}
