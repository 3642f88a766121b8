internal import Intake
internal import JSON
internal import Routing
internal import Wire

/// Events of the system's daemon on their way into this user's inbox, in order.
struct Handover {
    /// The name of the database that they are of.
    let store: String
    var items: [Item] = []

    /// One event, or why it cannot be read.
    struct Item {
        let seq: Int64
        let event: Result<FollowedEvent, WireError>
    }
}

extension FollowedEvent {
    /// What a daemon says of itself: the other's `cell 7` is not ours, nor is a device that asks there.
    private static let ownKinds: Set<String> = [EnrolmentDesk.kind, ExpiredOpens.kind, FaultDesk.kind]

    /// The event as the user's own daemon keeps it: as its sender gave it. What the system's daemon made up for it (the id
    /// by which it is stored once, a key that is only a number of that database) gets a name that is this event's alone.
    ///
    /// It is judged as any event that comes in: the other daemon's word is not ours.
    func taken(from store: String) throws(WireError) -> Event {
        func name(_ seq: Int64) -> String { "system:\(store):\(seq)" }
        var event = event
        event.id = event.id ?? name(seq)
        if event.key == nil || event.key == String(cell) || Self.ownKinds.contains(event.kind) {
            event.key = name(cell)
        }
        event.time = event.time ?? arrived
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: Notify(event: event).line(id: nil))
        } catch {
            throw WireError(.malformed, "it is no JSON when it is written again: \(error)")
        }
        guard let params = document.root["params"] else { throw WireError(.malformed, "it has no members") }
        return try NativeDialect.submission(from: params).event
    }
}
