public import JSON

/// What has members of its own in a message.
public protocol WireObject: Sendable {
    /// Reads it; refuses what is missing or of the wrong type.
    init(wire fields: Fields) throws(WireError)
    /// Writes its members, inside an object that the caller opened.
    func writeMembers(to writer: inout JSONWriter)
}

/// A method of the protocol: its params are the type itself.
public protocol Call: WireObject {
    associatedtype Answer: WireObject
    /// The method's name.
    static var method: String { get }
    /// The members that it takes; anything else is refused by name.
    static var fields: [String] { get }
}

extension Call {
    /// Reads the params of a call strictly; missing params are an empty object's. Errors name members of the params.
    public static func read(_ params: JSONNode?) throws(WireError) -> Self {
        let fields = try Fields(params ?? emptyObject)
        try fields.refuseUnknown(Self.fields)
        return try Self(wire: fields)
    }

    /// The call as a line, its end included; without an id it wants no answer.
    public func line(id: RequestID?) -> [UInt8] { Message.line(calling: Self.method, id: id, params: writeMembers) }
}

private let emptyObject: JSONNode = {
    do throws(JSONError) { return try JSONDocument(parsing: Array("{}".utf8)).root } catch {
        preconditionFailure("{} is JSON: \(error)")
    }
}()

/// An answer without members, and the params of calls that take none.
public struct Nothing: WireObject, Equatable {
    /// Nothing.
    public init() {}
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {}
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {}
}
