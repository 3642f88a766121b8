import Routing
import Testing
import Wire

@testable import Daemon

/// What the user's daemon makes of an event of the system's.
@Suite struct TakenEventTests {
    private func followed(_ event: Event, seq: Int64 = 12, cell: Int64 = 7) -> FollowedEvent {
        FollowedEvent(
            seq: seq, cell: cell, sender: 0, unit: "backup.service", arrived: 5_000, event: event,
            route: Route(place: .notifications(since: nil), why: Why(source: .fallback, text: "")))
    }

    @Test func whatItsSenderGave_Stays() throws {
        let event = Event(
            kind: "unit", state: "failed", key: "a.service", id: "x", source: "uid:0", title: "t", body: "b\u{1}",
            params: ["n": .number("1.50"), "t": .text("é")], priority: .high, time: 4_000,
            expiry: .at(milliseconds: 9_000))
        #expect(try followed(event).taken(from: "s") == event)
    }

    @Test func whatTheOtherDaemonMadeUp_IsNamedForItsStore() throws {
        let event = Event(kind: "unit", key: "7", source: "uid:0")
        let taken = try followed(event).taken(from: "s")
        #expect(taken.id == "system:s:12")
        #expect(taken.key == "system:s:7")
        #expect(taken.time == 5_000)
        #expect(try followed(event, seq: 13).taken(from: "s").key == taken.key, "one cell stays one")
        #expect(try followed(event).taken(from: "other").id != taken.id)
    }

    /// Else the system's `cell 7` and ours, or a device of one name that asks at both, would be one cell.
    @Test(arguments: ["deeplinkd.open", "deeplinkd.config", "device.signup"])
    func whatTheOtherDaemonSaysOfItself_MeetsNothingOfOurs(kind: String) throws {
        let taken = try followed(Event(kind: kind, state: "x", key: "laptop", title: "t")).taken(from: "s")
        #expect(taken.key == "system:s:7" && taken.title == "t")
    }

    @Test(arguments: [
        Event(kind: "no kind"), Event(kind: "a", title: String(repeating: "x", count: EventLimits.title + 1)),
        Event(kind: "a", body: String(repeating: "x", count: EventLimits.body + 1)),
    ])
    func whatNoSenderMaySend_IsRefused(_ event: Event) {
        #expect(throws: WireError.self) { try followed(event).taken(from: "s") }
    }
}
