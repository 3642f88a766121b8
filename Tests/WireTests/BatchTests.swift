import JSON
import Routing
import TestSupport
import Testing
import Wire

/// What a line that is an array reads as.
struct BatchTests {
    private static func refusal(_ line: String) -> WireError? {
        do throws(Message.Refusal) {
            _ = try MessageLine(parsing: Array(line.utf8))
            return nil
        } catch {
            #expect(error.id == nil)
            return error.error
        }
    }

    @Test func items_AreReadOneByOneInOrder() throws {
        let items = [
            #"{"jsonrpc":"2.0","id":1,"method":"notify","params":{"kind":"a"}}"#, "1", "[]",
            #"{"jsonrpc":"2.0","method":"ping"}"#, #"{"kind":"a"}"#, #"{"jsonrpc":"2.0","id":"x","method":1}"#,
        ]
        guard case .batch(let batch) = try MessageLine(parsing: Array("[\(items.joined(separator: ","))]".utf8)) else {
            Issue.record("no batch")
            return
        }
        let read: [String] = batch.map {
            switch $0 {
            case .success(.call(let id, let method, _)): "\(method) \(id.map { "\($0)" } ?? "-")"
            case .failure(let refusal): "\(refusal.error.reason) \(refusal.id.map { "\($0)" } ?? "-")"
            case .success(let other): "\(other)"
            }
        }
        #expect(
            read == [
                "notify number(1)", "invalidRequest -", "invalidRequest -", "ping -", "invalidRequest -",
                "invalidRequest text(\"x\")",
            ])
        let places = batch.map { if case .failure(let refusal) = $0 { refusal.error.offset } else { nil as Int? } }
        #expect(places == [nil, 66, 68, nil, 105, 153])
    }

    @Test func emptyBatch_IsRefusedAsAWhole() {
        #expect(Self.refusal(" []")?.reason == .invalidRequest)
        #expect(Self.refusal(" []")?.offset == 1)
    }

    @Test func batchUpToTheLimit_IsRead() throws {
        func line(_ count: Int) -> String { "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]" }
        guard case .batch(let items) = try MessageLine(parsing: Array(line(WireLimits.batch).utf8)) else {
            Issue.record("no batch")
            return
        }
        #expect(items.count == WireLimits.batch)
        #expect(Self.refusal(line(WireLimits.batch + 1))?.reason == .tooLarge)
    }

    @Test func brokenBatch_IsOneRefusal() {
        #expect(Self.refusal(#"[{"jsonrpc":"2.0","method":"ping"},]"#)?.reason == .malformed)
        #expect(Self.refusal(#"[{"a":1,"a":2}]"#)?.reason == .duplicateKey)
    }

    @Test func nesting_CountsTheBatch() {
        let deep = String(repeating: "[", count: WireLimits.nesting) + String(repeating: "]", count: WireLimits.nesting)
        #expect(Self.refusal(deep) == nil)
        #expect(Self.refusal("[\(deep)]")?.reason == .malformed)
    }
}

struct FollowingTests {
    @Test(arguments: [
        (#"{"protocol":[1],"client":"c","role":"follower"}"#, WireError.Reason.missingField),
        (#"{"protocol":[1],"client":"c","role":"follower","follower":""}"#, .invalidField),
        (#"{"protocol":[1],"client":"c","role":"follower","follower":"a b"}"#, .invalidField),
        (#"{"protocol":[1],"client":"c","role":"follower","follower":"é"}"#, .invalidField),
        (#"{"protocol":[1],"client":"c","role":"observer","follower":"a"}"#, .invalidField),
        (#"{"protocol":[1],"client":"c","follower":"a"}"#, .invalidField),
    ])
    func followersName_IsAskedForAndBounded(params: String, reason: WireError.Reason) throws {
        let node = try JSONDocument(parsing: Array(params.utf8)).root
        #expect { try Hello.read(node) } throws: {
            ($0 as? WireError)?.reason == reason && ($0 as? WireError)?.field == "follower"
        }
    }

    @Test func eventThatEscapesMakeTooLong_ComesWithoutItsLongParts() throws {
        var random = SplitMix64(seed: 65)
        var event = random.followed()
        event.cut = []
        event.event.body = String(repeating: "\u{7F}", count: 32 * 1024)
        #expect(event.boundedLine() == event.line(id: nil))
        event.event.params = ["a": .text(String(repeating: "\u{7F}", count: 30 * 1024))]
        let line = event.boundedLine()
        #expect(line.count <= WireLimits.lineFromDaemon + 1)
        guard case .call(nil, FollowedEvent.method, let params) = try MessageTests.parse(line) else {
            Issue.record("no event")
            return
        }
        let read = try FollowedEvent.read(params)
        #expect(read.cut == ["body", "params"])
        #expect(read.event.body == "" && read.event.params.isEmpty)
        #expect(read.event.title == event.event.title && read.seq == event.seq)
    }
}
