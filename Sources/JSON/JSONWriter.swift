// Compact JSON, appended to one byte array. What it writes is valid by construction: commas and brackets are its
// business, and calls that no document allows (a member in an array, two roots) are our own bugs and stop the program.
// The output is one line, so that it can be a message of a line protocol.

/// Writes one JSON document into `bytes`.
///
/// Control characters (C0, DEL, C1) and the two Unicode line separators are written as escapes, so the output is safe
/// to print on a terminal. That no name is used twice in an object is the caller's business.
public struct JSONWriter: Sendable {
    private enum Place {
        case document
        case object
        case array
    }

    /// What is written so far: one complete document once the outermost call has returned.
    public private(set) var bytes: [UInt8] = []
    private var place = Place.document
    private var isEmpty = true

    /// An empty document.
    public init() {}

    // MARK: - Values: the document's one value, or an element of an array

    /// Writes an object; the body writes its members.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        beginValue()
        nested(.object, open: "{", close: "}", body)
    }

    /// Writes an array; the body writes its elements.
    public mutating func array(_ body: (inout JSONWriter) -> Void) {
        beginValue()
        nested(.array, open: "[", close: "]", body)
    }

    /// Writes a string.
    public mutating func value(_ text: String) {
        beginValue()
        append(quoted: text)
    }

    /// Writes a number.
    public mutating func value(_ number: Int64) {
        beginValue()
        append(number)
    }

    /// Writes a number.
    public mutating func value(_ number: Int) {
        value(Int64(number))
    }

    /// Writes `true` or `false`.
    public mutating func value(_ boolean: Bool) {
        beginValue()
        append(boolean ? "true" : "false")
    }

    /// Writes `null`.
    public mutating func null() {
        beginValue()
        append("null")
    }

    /// Writes a number given as text, exactly; it must be one by JSON's grammar, as `JSONNode.number` is.
    public mutating func number(text: String) {
        beginValue()
        append(number: text)
    }

    /// Writes a value given as JSON, as `JSONNode.source` is. It must be one valid value; line breaks and tabs between
    /// its tokens become spaces.
    public mutating func raw(_ value: [UInt8]) {
        beginValue()
        append(raw: value)
    }

    // MARK: - Members of an object

    /// Writes a member that is an object; the body writes its members.
    public mutating func member(_ name: String, object body: (inout JSONWriter) -> Void) {
        beginMember(name)
        nested(.object, open: "{", close: "}", body)
    }

    /// Writes a member that is an array; the body writes its elements.
    public mutating func member(_ name: String, array body: (inout JSONWriter) -> Void) {
        beginMember(name)
        nested(.array, open: "[", close: "]", body)
    }

    /// Writes a member that is a string.
    public mutating func member(_ name: String, _ text: String) {
        beginMember(name)
        append(quoted: text)
    }

    /// Writes a member that is a number.
    public mutating func member(_ name: String, _ number: Int64) {
        beginMember(name)
        append(number)
    }

    /// Writes a member that is a number.
    public mutating func member(_ name: String, _ number: Int) {
        member(name, Int64(number))
    }

    /// Writes a member that is `true` or `false`.
    public mutating func member(_ name: String, _ boolean: Bool) {
        beginMember(name)
        append(boolean ? "true" : "false")
    }

    /// Writes a member that is `null`.
    public mutating func memberNull(_ name: String) {
        beginMember(name)
        append("null")
    }

    /// Writes a member that is a number given as text; see `number(text:)`.
    public mutating func member(_ name: String, number text: String) {
        beginMember(name)
        append(number: text)
    }

    /// Writes a member given as JSON; see `raw(_:)`.
    public mutating func member(_ name: String, raw value: [UInt8]) {
        beginMember(name)
        append(raw: value)
    }
}

extension JSONWriter {
    /// Writes a member that is a string, or nothing for nil.
    public mutating func member(_ name: String, ifPresent text: String?) {
        if let text { member(name, text) }
    }

    /// Writes a member that is a number, or nothing for nil.
    public mutating func member(_ name: String, ifPresent number: Int64?) {
        if let number { member(name, number) }
    }

    /// Writes a member that is a number, or nothing for nil.
    public mutating func member(_ name: String, ifPresent number: Int?) {
        if let number { member(name, number) }
    }

    /// Writes a member that is `true` or `false`, or nothing for nil.
    public mutating func member(_ name: String, ifPresent boolean: Bool?) {
        if let boolean { member(name, boolean) }
    }
}

extension JSONWriter {
    private mutating func beginValue() {
        switch place {
        case .document: precondition(isEmpty, "a document has one value")
        case .object: preconditionFailure("a value in an object needs a name")
        case .array: separate()
        }
        isEmpty = false
    }

    private mutating func beginMember(_ name: String) {
        precondition(place == .object, "a member belongs in an object")
        separate()
        isEmpty = false
        append(quoted: name)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func separate() {
        if !isEmpty {
            bytes.append(UInt8(ascii: ","))
        }
    }

    private mutating func nested(
        _ inner: Place, open: Unicode.Scalar, close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
    ) {
        let outer = place
        bytes.append(UInt8(ascii: open))
        place = inner
        isEmpty = true
        body(&self)
        precondition(place == inner, "the body must write to the writer it is given")
        place = outer
        isEmpty = false
        bytes.append(UInt8(ascii: close))
    }
}

extension JSONWriter {
    mutating func appendByte(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func appendBytes(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
    }
}
