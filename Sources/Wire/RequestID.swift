public import JSON

/// The id of a call, given back as it came.
public enum RequestID: Sendable, Hashable {
    case number(Int64)
    case text(String)

    /// Reads an id: a whole number or a text of bounded length.
    public init(wire node: JSONNode) throws(WireError) {
        if let number = node.integer {
            self = .number(number)
        } else if let text = node.string, text.utf8.count <= WireLimits.requestID {
            self = .text(text)
        } else {
            throw WireError(
                .invalidRequest, "an id is a whole number or a text of at most \(WireLimits.requestID) bytes",
                field: "id", offset: node.offset)
        }
    }

    /// Writes it as the member `id`.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .number(let number): writer.member("id", number)
        case .text(let text): writer.member("id", text)
        }
    }
}
