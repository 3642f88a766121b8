public import JSON
public import Routing

extension [String: ParamValue] {
    /// Writes each param as it was sent, by name.
    public func writeMembers(to writer: inout JSONWriter) {
        for (name, value) in sorted(by: { $0.key < $1.key }) {
            switch value {
            case .text(let text): writer.member(name, text)
            case .number(let digits): writer.member(name, number: digits)
            case .boolean(let flag): writer.member(name, flag)
            }
        }
    }
}

extension Fields {
    /// An object of texts, numbers and booleans; empty when it is missing.
    public func params(_ member: String) throws(WireError) -> [String: ParamValue] {
        guard let fields = try optionalObject(member) else { return [:] }
        let members = fields.node.members ?? []
        guard members.count <= EventLimits.params else {
            throw refusal(member, "\(name(of: member)) has more than \(EventLimits.params) entries", reason: .tooLarge)
        }
        var params: [String: ParamValue] = [:]
        for entry in members {
            guard (1...EventLimits.paramName).contains(entry.name.utf8.count) else {
                throw WireError(
                    .invalidField, "a param's name has 1 to \(EventLimits.paramName) bytes", field: name(of: member),
                    offset: entry.nameOffset)
            }
            params[entry.name] = try fields.paramValue(entry)
        }
        return params
    }

    private func paramValue(_ entry: JSONMember) throws(WireError) -> ParamValue {
        if let text = entry.value.string { return .text(text) }
        if let digits = entry.value.number { return .number(digits) }
        if let flag = entry.value.boolean { return .boolean(flag) }
        throw WireError(
            .invalidField, "\(name(of: entry.name)) must be a text, a number or a boolean", field: name(of: entry.name),
            offset: entry.value.offset)
    }

    /// A moment: RFC 3339 on the wire, milliseconds since 1970 in UTC here.
    public func time(_ member: String) throws(WireError) -> Int64 {
        guard let time = Timestamp.milliseconds(parsing: try text(member)) else {
            throw refusal(member, "\(name(of: member)) must be a date-time of RFC 3339, as 2026-11-30T12:04:05Z")
        }
        return time
    }
}

extension JSONWriter {
    /// Writes an array of objects.
    public mutating func member(_ name: String, objects: [some WireObject]) {
        member(name, array: { list in for object in objects { list.object(object.writeMembers) } })
    }
}
