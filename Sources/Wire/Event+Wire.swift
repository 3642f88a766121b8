public import JSON
public import Routing

extension Event: WireObject {
    /// Reads what the daemon wrote: the types are checked, the limits were.
    public init(wire fields: Fields) throws(WireError) {
        self.init(
            kind: try fields.text("kind"), state: try fields.text("state"), key: try fields.optionalText("key"),
            id: try fields.optionalText("id"), source: try fields.optionalText("source"),
            title: try fields.optionalText("title") ?? "", body: try fields.optionalText("body") ?? "",
            params: try fields.params("params"),
            priority: try fields.optionalWord("priority", as: Priority.self) ?? .normal,
            time: try fields.optionalTime("time"), expiry: try Self.expiry(fields),
            link: fields.node["link"] == nil ? nil : try fields.link("link"),
            arrival: try fields.optionalWord("arrive", as: Arrival.self) ?? .banner)
    }

    private static func expiry(_ fields: Fields) throws(WireError) -> Expiry? {
        if let seconds = try fields.optionalInteger("ttl_seconds", in: 0...Int64.max) {
            return .after(seconds: seconds)
        }
        guard let moment = try fields.optionalTime("expires") else { return nil }
        return .at(milliseconds: moment)
    }

    /// Writes its members; those at their defaults are left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("kind", kind)
        writer.member("state", state)
        writer.member("key", ifPresent: key)
        writer.member("id", ifPresent: id)
        writer.member("source", ifPresent: source)
        if !title.isEmpty { writer.member("title", title) }
        if !body.isEmpty { writer.member("body", body) }
        if !params.isEmpty { writer.member("params", object: { params.writeMembers(to: &$0) }) }
        if priority != .normal { writer.member("priority", priority.rawValue) }
        writer.member("time", ifPresent: time.map(Timestamp.text(milliseconds:)))
        switch expiry {
        case .after(let seconds): writer.member("ttl_seconds", seconds)
        case .at(let moment): writer.member("expires", Timestamp.text(milliseconds: moment))
        case nil: break
        }
        writer.member("link", ifPresent: link?.description)
        if arrival != .banner { writer.member("arrive", arrival.rawValue) }
    }
}

extension Fields {
    /// A moment; nil when it is missing.
    func optionalTime(_ member: String) throws(WireError) -> Int64? {
        node[member] == nil ? nil : try time(member)
    }
}
