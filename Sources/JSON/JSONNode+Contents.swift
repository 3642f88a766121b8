// What is inside a value: members, elements, and the text it was written as.
internal import CJson

/// A name and its value in an object.
public struct JSONMember: Sendable {
    let storage: JSONStorage
    let index: Int

    /// The member's name, decoded.
    public var name: String {
        nameNode.string ?? ""
    }

    /// Where the name's opening quote stands in the text, in bytes.
    public var nameOffset: Int {
        nameNode.offset
    }

    /// The member's value.
    public var value: JSONNode {
        JSONNode(storage: storage, index: index + 1)
    }

    /// Whether the name is of exactly these Unicode scalars; builds no String.
    public func isNamed(_ name: String) -> Bool {
        nameNode.isString(name)
    }

    private var nameNode: JSONNode {
        JSONNode(storage: storage, index: index)
    }
}

extension JSONNode {
    /// An object's members in the order of the text; nil if this is no object.
    public var members: [JSONMember]? {
        guard token.kind == CJSON_OBJECT else { return nil }
        var members: [JSONMember] = []
        var next = index + 1
        let end = Int(token.next)
        while next < end {
            members.append(JSONMember(storage: storage, index: next))
            next = Int(storage.tokens[next + 1].next)
        }
        return members
    }

    /// An array's elements in order; nil if this is no array.
    public var elements: [JSONNode]? {
        guard token.kind == CJSON_ARRAY else { return nil }
        var elements: [JSONNode] = []
        var next = index + 1
        let end = Int(token.next)
        while next < end {
            elements.append(JSONNode(storage: storage, index: next))
            next = Int(storage.tokens[next].next)
        }
        return elements
    }

    /// The value of the member with exactly this name; nil if there is none or this is no object. The cost grows with
    /// the number of members before it.
    public subscript(_ name: String) -> JSONNode? {
        guard token.kind == CJSON_OBJECT else { return nil }
        var next = index + 1
        let end = Int(token.next)
        while next < end {
            if JSONNode(storage: storage, index: next).isString(name) {
                return JSONNode(storage: storage, index: next + 1)
            }
            next = Int(storage.tokens[next + 1].next)
        }
        return nil
    }

    /// The value's own bytes in the text, spaces and escapes as they were sent.
    public var source: [UInt8] {
        Array(storage.source[offset..<sourceEnd])
    }

    /// A string's token knows its decoded length only, so its end is looked for when asked.
    private var sourceEnd: Int {
        guard token.kind == CJSON_STRING else { return offset + Int(token.length) }
        var at = offset + 1
        while storage.source[at] != UInt8(ascii: "\"") {
            at += storage.source[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        return at + 1
    }
}
