/// An error as it crosses the socket: JSON-RPC 2.0's `error` object, with our `data`.
///
/// Every refusal names what is wrong and where: `field` for a member, `offset` for a byte of the line.
public struct WireError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The word in `data.reason`; what programs look at.
    public enum Reason: String, Sendable, CaseIterable {
        case malformed
        case invalidRequest
        case unknownMethod
        case invalidField
        case unknownField
        case missingField
        case duplicateKey
        case tooLarge
        case overloaded
        case quota
        case diskFull
        case unavailable
        case notPermitted
        case notFound
        case stale
        case updateRequired
        case notAuthenticated
        case nameTaken
        case wrongCode
        case expired
        case denied
        case internalError

        /// The number that goes with it: JSON-RPC's own where it has one, ours from -32000 down.
        public var code: Int {
            switch self {
            case .malformed: -32700
            case .invalidRequest: -32600
            case .unknownMethod: -32601
            case .invalidField, .missingField: -32602
            case .internalError: -32603
            case .overloaded: -32000
            case .tooLarge: -32001
            case .duplicateKey: -32002
            case .unknownField: -32003
            case .quota: -32004
            case .diskFull: -32005
            case .notPermitted: -32006
            case .notFound: -32007
            case .stale: -32008
            case .updateRequired: -32009
            case .unavailable: -32010
            case .notAuthenticated: -32011
            case .nameTaken: -32012
            case .wrongCode: -32013
            case .expired: -32014
            case .denied: -32015
            }
        }
    }

    /// The word that programs look at; it decides the code.
    public var reason: Reason
    /// One sentence for people.
    public var message: String
    /// Which member, counted from the params (of a bare event: from the event): `state`, `opens[0].open`.
    public var field: String?
    /// Which byte of the line, from 0.
    public var offset: Int?
    /// Whether the same call may succeed later.
    public var mayRetry: Bool
    /// In how many seconds, with `overloaded`.
    public var retryAfter: Int?
    /// How many more may be tried, with `wrongCode`.
    public var triesLeft: Int?
    /// The versions of the protocol that the daemon speaks, with `updateRequired`.
    public var versions: [Int64]?

    /// Makes an error.
    public init(
        _ reason: Reason, _ message: String, field: String? = nil, offset: Int? = nil, mayRetry: Bool = false,
        retryAfter: Int? = nil, triesLeft: Int? = nil, versions: [Int64]? = nil
    ) {
        self.reason = reason
        self.message = message
        self.field = field
        self.offset = offset
        self.mayRetry = mayRetry
        self.retryAfter = retryAfter
        self.triesLeft = triesLeft
        self.versions = versions
    }

    /// `message (field x, byte 12)`
    public var description: String {
        let place = [field.map { "field \($0)" }, offset.map { "byte \($0)" }].compactMap { $0 }
        return place.isEmpty ? message : "\(message) (\(place.joined(separator: ", ")))"
    }
}
