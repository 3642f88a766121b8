// A batch is JSON-RPC's own: an array of messages, each read by itself, so that one that cannot be read costs its own
// answer and no other's. Events without an envelope do not come in arrays: their answers would carry no id, and a sender
// with many of them has the cheaper way already, a line for each (all lines of a turn share one commit).
internal import JSON

/// One line of the protocol: a message, or a batch of them.
public enum MessageLine: Sendable {
    case message(Message)
    /// Each item as it could be read, in order; at least one, at most `WireLimits.batch`.
    case batch([Result<Message, Message.Refusal>])

    /// What is said to a batch where none is taken.
    public static let noBatch = WireError(
        .invalidRequest, "a batch is taken on notify.sock only: send one message a line", offset: 0)

    /// Reads a line; strict JSON first, then JSON-RPC's own rules. Throws what must be answered for the line as a whole.
    public init(parsing line: [UInt8]) throws(Message.Refusal) {
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(parsing: line, maxDepth: WireLimits.nesting).root
        } catch {
            throw Message.Refusal(id: nil, error: WireError(error))
        }
        guard let items = root.elements else {
            self = .message(try Message(root))
            return
        }
        guard !items.isEmpty else { throw Self.refusal(.invalidRequest, "a batch holds at least one message", root) }
        guard items.count <= WireLimits.batch else {
            throw Self.refusal(.tooLarge, "a batch holds at most \(WireLimits.batch) messages", root)
        }
        self = .batch(items.map(Self.item))
    }

    private static func item(_ node: JSONNode) -> Result<Message, Message.Refusal> {
        do throws(Message.Refusal) {
            let message = try Message(node)
            if case .bare = message {
                throw refusal(.invalidRequest, "in a batch every message has jsonrpc; a bare event is a line", node)
            }
            return .success(message)
        } catch {
            return .failure(error)
        }
    }

    private static func refusal(_ reason: WireError.Reason, _ text: String, _ node: JSONNode) -> Message.Refusal {
        Message.Refusal(id: nil, error: WireError(reason, text, offset: node.offset))
    }
}
