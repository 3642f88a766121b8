/// One entry: a line for people, and the same facts as fields for machines.
///
/// Put ids, kinds, states and routes here; never a title or a body, which belong to whoever wrote them.
public struct JournalEntry: Sendable {
    /// What happened, one line.
    public var message: String
    /// How much it matters.
    public var priority: JournalPriority
    /// Which kind of thing it is, if it has a catalog entry.
    public var id: MessageID?
    /// Own fields, sent in this order.
    public var fields: [(JournalField, String)]

    /// An entry; without an id it has no catalog text.
    public init(
        _ message: String, priority: JournalPriority = .info, id: MessageID? = nil,
        fields: [(JournalField, String)] = []
    ) {
        self.message = message
        self.priority = priority
        self.id = id
        self.fields = fields
    }

    /// The journal's own datagram format, appended to `buffer`: counted where a value has a line feed, so that no
    /// value can add a field of its own.
    func encode(identifier: String, into buffer: inout [UInt8]) {
        Self.append("MESSAGE", message, to: &buffer)
        Self.append("PRIORITY", "\(priority.rawValue)", to: &buffer)
        Self.append("SYSLOG_IDENTIFIER", identifier, to: &buffer)
        if let id {
            Self.append("MESSAGE_ID", id.description, to: &buffer)
        }
        for (field, value) in fields {
            Self.append(field, value, to: &buffer)
        }
    }

    /// The line for a standard error that no journal reads: message, then the fields, control characters replaced.
    func line(identifier: String, limit: Int) -> [UInt8] {
        var line = Array("<\(priority.rawValue)>\(identifier): \(message)".utf8)
        for (field, value) in fields where line.count < limit {
            line.append(UInt8(ascii: " "))
            line.append(contentsOf: field.bytes)
            line.append(UInt8(ascii: "="))
            line.append(contentsOf: value.utf8)
        }
        line = line.prefix(limit - 1).map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    private static func append(_ field: JournalField, _ value: String, to buffer: inout [UInt8]) {
        buffer.append(contentsOf: field.bytes)
        if value.utf8.contains(UInt8(ascii: "\n")) {
            buffer.append(UInt8(ascii: "\n"))
            let count = UInt64(value.utf8.count)
            buffer.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) })
        } else {
            buffer.append(UInt8(ascii: "="))
        }
        buffer.append(contentsOf: value.utf8)
        buffer.append(UInt8(ascii: "\n"))
    }
}
