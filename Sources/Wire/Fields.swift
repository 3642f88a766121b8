public import JSON

/// Reads the members of an object by name and type; every refusal says which member and where.
///
/// What we are *asked* is read strictly (`refuseUnknown`); in what we are *answered*, unknown members are ignored, so
/// that a newer daemon can say more.
public struct Fields: Sendable {
    /// The object.
    public let node: JSONNode
    private let path: String

    /// Reads an object; `path` names it in messages, empty for the outermost.
    public init(_ node: JSONNode, of path: String = "") throws(WireError) {
        guard node.kind == .object else {
            throw WireError(.invalidField, "must be an object", field: path.isEmpty ? nil : path, offset: node.offset)
        }
        self.node = node
        self.path = path
    }

    /// The full name of a member, for messages.
    public func name(of member: String) -> String { path.isEmpty ? member : "\(path).\(member)" }

    /// Refuses the first member that is not one of these, by name.
    public func refuseUnknown(_ known: [String]) throws(WireError) {
        for member in node.members ?? [] where !known.contains(member.name) {
            throw WireError(
                .unknownField, "there is no field \(member.name.prefix(64)); known: \(known.joined(separator: ", "))",
                field: name(of: String(member.name.prefix(64))), offset: member.nameOffset)
        }
    }

    /// An error about a member.
    public func refusal(_ member: String, _ message: String, reason: WireError.Reason = .invalidField) -> WireError {
        WireError(reason, message, field: name(of: member), offset: (node[member] ?? node).offset)
    }

    private func required<Value>(_ member: String, _ value: Value?) throws(WireError) -> Value {
        guard let value else { throw refusal(member, "\(name(of: member)) is missing", reason: .missingField) }
        return value
    }

    /// A text; nil when it is missing.
    public func optionalText(_ member: String, maximumBytes: Int = .max) throws(WireError) -> String? {
        guard let value = node[member] else { return nil }
        guard let text = value.string else { throw refusal(member, "\(name(of: member)) must be a text") }
        guard text.utf8.count <= maximumBytes else {
            throw refusal(member, "\(name(of: member)) is longer than \(maximumBytes) bytes", reason: .tooLarge)
        }
        return text
    }

    /// A text.
    public func text(_ member: String, maximumBytes: Int = .max) throws(WireError) -> String {
        try required(member, try optionalText(member, maximumBytes: maximumBytes))
    }

    /// A whole number; nil when it is missing.
    public func optionalInteger(_ member: String, in range: ClosedRange<Int64> = Int64.min...Int64.max)
        throws(WireError) -> Int64?
    {
        guard let value = node[member] else { return nil }
        guard let number = value.integer else { throw refusal(member, "\(name(of: member)) must be a whole number") }
        guard range.contains(number) else {
            throw refusal(member, "\(name(of: member)) must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A whole number.
    public func integer(_ member: String, in range: ClosedRange<Int64> = Int64.min...Int64.max) throws(WireError)
        -> Int64
    {
        try required(member, try optionalInteger(member, in: range))
    }

    /// A boolean; nil when it is missing.
    public func optionalBoolean(_ member: String) throws(WireError) -> Bool? {
        guard let value = node[member] else { return nil }
        guard let flag = value.boolean else { throw refusal(member, "\(name(of: member)) must be true or false") }
        return flag
    }

    /// A boolean.
    public func boolean(_ member: String) throws(WireError) -> Bool {
        try required(member, try optionalBoolean(member))
    }

    /// A word of a fixed set; nil when it is missing.
    public func optionalWord<Word: RawRepresentable & CaseIterable>(_ member: String, as type: Word.Type)
        throws(WireError) -> Word? where Word.RawValue == String
    {
        guard let text = try optionalText(member) else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw refusal(member, "\(name(of: member)) must be one of: \(words)")
        }
        return word
    }

    /// A word of a fixed set.
    public func word<Word: RawRepresentable & CaseIterable>(_ member: String, as type: Word.Type) throws(WireError)
        -> Word
    where Word.RawValue == String { try required(member, try optionalWord(member, as: type)) }

    /// An object; nil when it is missing.
    public func optionalObject(_ member: String) throws(WireError) -> Fields? {
        guard let value = node[member] else { return nil }
        return try Fields(value, of: name(of: member))
    }

    /// An object.
    public func object(_ member: String) throws(WireError) -> Fields {
        try required(member, try optionalObject(member))
    }

    /// The elements of an array; none when it is missing.
    public func elements(_ member: String) throws(WireError) -> [JSONNode] {
        guard let value = node[member] else { return [] }
        guard let elements = value.elements else { throw refusal(member, "\(name(of: member)) must be an array") }
        return elements
    }

    /// Objects of an array, each read by `read`; none when it is missing.
    public func objects<Value>(_ member: String, _ read: (Fields) throws(WireError) -> Value) throws(WireError)
        -> [Value]
    {
        var values: [Value] = []
        for (index, element) in try elements(member).enumerated() {
            values.append(try read(Fields(element, of: "\(name(of: member))[\(index)]")))
        }
        return values
    }

    /// Texts of an array; none when it is missing.
    public func texts(_ member: String) throws(WireError) -> [String] {
        var texts: [String] = []
        for (index, element) in try elements(member).enumerated() {
            guard let text = element.string else {
                throw WireError(
                    .invalidField, "\(name(of: member)) must hold texts", field: "\(name(of: member))[\(index)]",
                    offset: element.offset)
            }
            texts.append(text)
        }
        return texts
    }
}
