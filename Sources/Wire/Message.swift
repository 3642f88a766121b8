public import JSON

/// One line of the protocol, read as JSON-RPC 2.0 (both sides call) or as a bare event.
public enum Message: Sendable {
    /// A call; without an id it wants no answer.
    case call(id: RequestID?, method: String, params: JSONNode?)
    /// The answer to a call of ours.
    case result(id: RequestID, JSONNode)
    /// The refusal of a call of ours; nil where the other side could not read our id.
    case failure(id: RequestID?, WireError)
    /// An object without `jsonrpc`.
    case bare(JSONNode)

    /// Why a line is no message, with the id of the call if that much could be read.
    public struct Refusal: Error, Sendable {
        /// The id of the refused call; nil where it could not be read: the answer has null.
        public var id: RequestID?
        /// What to answer.
        public var error: WireError

        /// Makes a refusal.
        public init(id: RequestID?, error: WireError) {
            self.id = id
            self.error = error
        }
    }

    /// Reads a line that holds one message; strict JSON first, then JSON-RPC's own rules. A batch is refused.
    public init(parsing line: [UInt8]) throws(Refusal) {
        switch try MessageLine(parsing: line) {
        case .message(let message): self = message
        case .batch: throw Refusal(id: nil, error: MessageLine.noBatch)
        }
    }

    init(_ root: JSONNode) throws(Refusal) {
        guard root.kind == .object else {
            throw Refusal(id: nil, error: WireError(.invalidRequest, "a message is an object", offset: root.offset))
        }
        guard let version = root["jsonrpc"] else {
            self = .bare(root)
            return
        }
        var id: RequestID?
        do throws(WireError) {
            if let node = root["id"], !node.isNull { id = try RequestID(wire: node) }
            guard version.isString("2.0") else {
                throw WireError(.invalidRequest, "jsonrpc must be \"2.0\"", field: "jsonrpc", offset: version.offset)
            }
            self = try Self.message(root, id: id)
        } catch {
            throw Refusal(id: id, error: error)
        }
    }

    private static func message(_ root: JSONNode, id: RequestID?) throws(WireError) -> Message {
        if let method = root["method"] {
            guard let name = method.string else {
                throw WireError(.invalidRequest, "method must be a text", field: "method", offset: method.offset)
            }
            if let null = root["id"], null.isNull {
                throw WireError(.invalidRequest, "id must not be null: leave it out", field: "id", offset: null.offset)
            }
            let params = root["params"]
            if let params, params.kind != .object {
                throw WireError(.invalidRequest, "params must be an object", field: "params", offset: params.offset)
            }
            try Fields(root).refuseUnknown(["jsonrpc", "id", "method", "params"])
            return .call(id: id, method: name, params: params)
        }
        if let error = root["error"] { return .failure(id: id, WireError(wire: error)) }
        guard let result = root["result"] else {
            throw WireError(
                .invalidRequest, "a message has a method, a result or an error", field: "method", offset: root.offset)
        }
        guard let id else {
            throw WireError(.invalidRequest, "a result needs the id of its call", field: "id", offset: root.offset)
        }
        return .result(id: id, result)
    }
}

extension Message {
    /// A call as a line, its end included; without an id it wants no answer.
    public static func line(calling method: String, id: RequestID?, params: (inout JSONWriter) -> Void) -> [UInt8] {
        line { writer in
            writer.member("jsonrpc", "2.0")
            id?.write(to: &writer)
            writer.member("method", method)
            writer.member("params", object: params)
        }
    }

    /// An answer as a line, its end included. One that is longer than the other side reads becomes the refusal
    /// `tooLarge`: it costs this call, not the connection.
    public static func line(answering id: RequestID, result: (inout JSONWriter) -> Void) -> [UInt8] {
        let answer = line { writer in
            writer.member("jsonrpc", "2.0")
            id.write(to: &writer)
            writer.member("result", object: result)
        }
        guard answer.count > WireLimits.lineFromDaemon + 1 else { return answer }
        return line(
            refusing: id, WireError(.tooLarge, "the answer is longer than \(WireLimits.lineFromDaemon) bytes"))
    }

    /// A refusal as a line, its end included; `id` is null where it could not be read.
    public static func line(refusing id: RequestID?, _ error: WireError) -> [UInt8] {
        line { writer in
            writer.member("jsonrpc", "2.0")
            if let id { id.write(to: &writer) } else { writer.memberNull("id") }
            writer.member("error", object: error.writeMembers)
        }
    }

    /// One object as a line, its end included.
    public static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(members)
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
