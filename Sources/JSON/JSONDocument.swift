// One strict reading of one document, and the only JSON decoder of the project, so that no two parts of it can
// disagree on what a text says. RFC 8259 and nothing more: no BOM, comment, trailing comma or trailing text; and less
// where the standard leaves it open: a key used twice is refused, since readers differ on which one counts, and so is
// half of a surrogate pair, which has no UTF-8. Numbers are kept as they are written.
internal import CJson

/// A parsed JSON document: immutable, cheap to copy.
public struct JSONDocument: Sendable {
    /// The longest text that is read, in bytes: 64 MiB. Callers have far lower limits of their own.
    public static let maxBytes = 64 << 20
    /// The deepest nesting a caller may ask for; reading recurses.
    public static let maxNesting = 512

    let storage: JSONStorage

    /// The document's one value.
    public var root: JSONNode {
        JSONNode(storage: storage, index: 0)
    }

    /// Reads the bytes as one JSON document, keeping them (shared, not copied) for offsets and source texts.
    ///
    /// `maxDepth` counts arrays and objects inside each other: 1 allows `[1]`, not `[[1]]`. Memory while it lives is
    /// at most 18 bytes per byte of text. Throws the first fault met; a key used twice is met where its object ends.
    public init(parsing bytes: [UInt8], maxDepth: Int = 32) throws(JSONError) {
        precondition((1...Self.maxNesting).contains(maxDepth), "the depth limit must be within the recursion's bound")
        guard bytes.count <= Self.maxBytes else {
            throw JSONError(reason: .syntax("longer than \(Self.maxBytes) bytes"), offset: Self.maxBytes)
        }
        storage = try JSONStorage(parsing: bytes, maxDepth: UInt32(maxDepth))
    }
}

/// The text, the text with its strings decoded in place, and the tokens over both.
final class JSONStorage: Sendable {
    let source: [UInt8]
    let decoded: [UInt8]
    let tokens: [cjson_token]

    init(parsing source: [UInt8], maxDepth: UInt32) throws(JSONError) {
        let survey = unsafe source.withUnsafeBufferPointer { text in
            unsafe cjson_survey_text(text.baseAddress, text.count)
        }
        guard survey.nul_offset == source.count else {
            throw JSONError(reason: .nul, offset: survey.nul_offset)
        }
        let scratchSize = source.count + cjson_padding
        var decoded: [UInt8] = []
        var result = unsafe cjson_result()
        let tokens = unsafe [cjson_token](unsafeUninitializedCapacity: survey.token_bound) { tokens, tokenCount in
            unsafe decoded = [UInt8](unsafeUninitializedCapacity: scratchSize) { scratch, scratchCount in
                unsafe source.withUnsafeBufferPointer { text in
                    unsafe result = cjson_parse(
                        text.baseAddress, text.count, survey, maxDepth, scratch.baseAddress, tokens.baseAddress)
                }
                scratchCount = scratchSize
            }
            tokenCount = unsafe result.token_count
        }
        if let error = unsafe JSONError(result, decoded: decoded) {
            throw error
        }
        self.source = source
        self.decoded = decoded
        self.tokens = tokens
    }
}

extension JSONError {
    /// The one place that reads a parse status; nil when it is a success.
    fileprivate init?(_ result: cjson_result, decoded: [UInt8]) {
        let offset = unsafe Int(result.offset)
        switch unsafe result.status {
        case CJSON_OK:
            return nil
        case CJSON_DUPLICATE_NAME:
            let name = unsafe decoded[(offset + 1)..<(offset + 1 + Int(result.length))]
            self.init(reason: .duplicateKey(String(decoding: name, as: UTF8.self)), offset: offset)
        case CJSON_TOO_DEEP:
            self.init(reason: .tooDeep, offset: offset)
        case CJSON_INVALID_UTF8:
            self.init(reason: .invalidUTF8, offset: offset)
        default:
            let message = unsafe result.message.map { unsafe String(cString: $0) }
            self.init(reason: .syntax(message ?? "not JSON"), offset: offset)
        }
    }
}
