// How values of the core stand in columns, and back. What cannot be read back was not written by us: that is damage.
internal import JSON
internal import Routing
internal import SQLite

/// Params as one JSON object, names in order, so that equal params are equal bytes. No params: NULL.
enum StoredParams {
    static func value(_ params: [String: ParamValue]) -> Value {
        guard !params.isEmpty else { return .null }
        var writer = JSONWriter()
        writer.object { writer in
            for (name, value) in params.sorted(by: { $0.key < $1.key }) {
                switch value {
                case .text(let text): writer.member(name, text)
                case .number(let digits): writer.member(name, number: digits)
                case .boolean(let flag): writer.member(name, flag)
                }
            }
        }
        return .text(String(decoding: writer.bytes, as: UTF8.self))
    }

    static func params(_ bytes: [UInt8]?) throws(SQLiteError) -> [String: ParamValue] {
        guard let bytes else { return [:] }
        let document: JSONDocument
        do throws(JSONError) { document = try JSONDocument(parsing: bytes) } catch {
            throw .damaged("params: \(error)")
        }
        var params: [String: ParamValue] = [:]
        for member in document.root.members ?? [] {
            params[member.name] = try value(member.value)
        }
        return params
    }

    private static func value(_ node: JSONNode) throws(SQLiteError) -> ParamValue {
        if let text = node.string { return .text(text) }
        if let digits = node.number { return .number(digits) }
        if let flag = node.boolean { return .boolean(flag) }
        throw .damaged("params: a value that is neither text, number nor boolean")
    }
}

extension Row {
    func uid(_ column: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: integer(column))
    }

    func requiredText(_ column: Int) -> String {
        text(column) ?? ""
    }

    func link(_ column: Int) throws(SQLiteError) -> DeepLink? {
        guard let text = text(column) else { return nil }
        do throws(LinkFailure) { return try DeepLink(parsing: text) } catch { throw .damaged("link \(text): \(error)") }
    }

    func priority(_ column: Int) throws(SQLiteError) -> Priority {
        guard let priority = Priority(rank: Int(integer(column))) else {
            throw .damaged("priority \(integer(column))")
        }
        return priority
    }

    /// NULL is the usual one.
    func arrival(_ column: Int) throws(SQLiteError) -> Arrival {
        guard let word = text(column) else { return .banner }
        guard let arrival = Arrival(rawValue: word) else { throw .damaged("arrival \(word)") }
        return arrival
    }

    /// Three columns: the wall clock, the boot clock, the boot.
    func deadline(_ column: Int) -> Deadline? {
        guard let wall = optionalInteger(column) else { return nil }
        guard let time = optionalInteger(column + 1), let id = text(column + 2) else { return Deadline(wall: wall) }
        return Deadline(wall: wall, boot: Deadline.Boot(time: time, id: id))
    }
}

extension Deadline {
    /// What an event's expiry means for one that arrives now.
    init(_ expiry: Event.Expiry, arriving now: Moment) {
        switch expiry {
        case .at(let milliseconds): self.init(wall: milliseconds)
        case .after(let seconds):
            let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
            self = now.deadline(after: overflow ? .max : milliseconds)
        }
    }
}
