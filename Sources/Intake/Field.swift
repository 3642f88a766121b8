// One member of what a sender sent, read as what it must be. Lengths are checked before a text is built, and again
// after it is normalised, since NFC can be longer than what was sent.
internal import JSON
internal import Routing
internal import Text
internal import Wire

/// A member, with the name that refusals give it.
struct Field {
    let name: String
    let value: JSONNode
    private let parent: String?
    private let nameOffset: Int

    /// `parent` is the name of the object around it, if that is a field itself.
    init(_ member: JSONMember, in parent: String? = nil) {
        name = member.name
        value = member.value
        nameOffset = member.nameOffset
        self.parent = parent
    }

    /// The name in messages: `params.branch`, and of a long one the beginning.
    private var path: String {
        let name = name.prefix(64)
        return parent.map { "\($0).\(name)" } ?? String(name)
    }

    /// An error about the value.
    func refusal(_ message: String, _ reason: WireError.Reason = .invalidField) -> WireError {
        WireError(reason, message, field: path, offset: value.offset)
    }

    /// An error about the name.
    func nameRefusal(_ message: String, _ reason: WireError.Reason) -> WireError {
        WireError(reason, message, field: path, offset: nameOffset)
    }

    /// An error that says which field was probably meant.
    func unknown(among known: [String]) -> WireError {
        let hint =
            NearestName.nearest(to: name, among: known).map { "did you mean \($0)?" }
            ?? "a sender's own data goes into params"
        return nameRefusal("there is no field \(path): \(hint)", .unknownField)
    }

    private func mustBe(_ what: String) -> WireError { refusal("\(path) must be \(what)") }
}

// MARK: - Values by type

extension Field {
    /// A text as it was sent.
    func text(maximum: Int) throws(WireError) -> String {
        guard let count = value.utf8Count else { throw mustBe("a text") }
        guard count <= maximum else { throw tooLong(maximum) }
        return value.string ?? ""
    }

    private func tooLong(_ maximum: Int) -> WireError {
        refusal("\(path) is longer than \(maximum) bytes", .tooLarge)
    }

    /// A text that two events may share, so that equal means equal bytes.
    func identifier(maximum: Int) throws(WireError) -> String {
        let text = nfc(try text(maximum: maximum))
        guard !text.isEmpty else { throw refusal("\(path) is empty: leave it out instead") }
        guard text.utf8.count <= maximum else { throw tooLong(maximum) }
        return text
    }

    /// A kind or a state.
    func name(maximum: Int, rule: String, _ isName: (String) -> Bool) throws(WireError) -> String {
        let text = try identifier(maximum: maximum)
        guard isName(text) else { throw refusal(rule) }
        return text
    }

    /// A whole number.
    func integer(in range: ClosedRange<Int64>) throws(WireError) -> Int64 {
        guard value.kind == .number else { throw mustBe("a whole number") }
        guard let number = value.integer, range.contains(number) else {
            throw mustBe("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// `true` or `false`
    func boolean() throws(WireError) -> Bool {
        guard let flag = value.boolean else { throw mustBe("true or false") }
        return flag
    }

    /// One of a few words.
    func word<Word: RawRepresentable<String>>(of words: [Word]) throws(WireError) -> Word {
        if let word = words.first(where: { value.isString($0.rawValue) }) { return word }
        throw mustBe("one of: " + words.map(\.rawValue).joined(separator: ", "))
    }

    /// A moment in milliseconds since 1970. The longest that is read has a fraction of many digits.
    func time() throws(WireError) -> Int64 {
        guard let text = value.string, text.utf8.count <= 64, let time = Timestamp.milliseconds(parsing: text) else {
            throw mustBe("a date-time of RFC 3339, such as 2026-11-30T12:04:05Z")
        }
        return time
    }
}

// MARK: - Links and params

extension Field {
    /// A link to a place. One that names a cell is for opening: an event is not a way to open.
    func link() throws(WireError) -> DeepLink {
        let link = try normalizedLink(try text(maximum: EventLimits.link))
        if case .cell = link {
            throw refusal("a link to a cell is for opening (deeplinkctl open): an event leads to a screen")
        }
        return link
    }

    /// NFC before the text is split, so that what is not escaped is; and after, for what was.
    private func normalizedLink(_ text: String) throws(WireError) -> DeepLink {
        do throws(LinkFailure) {
            let link = try DeepLink(parsing: nfc(text))
            guard case .screen(let tab, let path?) = link else { return link }
            do throws(PathFailure) {
                return .screen(tab: tab, path: try ScreenPath(segments: path.segments.map(nfc)))
            } catch {
                throw .path(error)
            }
        } catch {
            throw refusal("\(path) is no link: \(error)", error.isLimit ? .tooLarge : .invalidField)
        }
    }

    /// Texts, numbers and booleans by name.
    func params() throws(WireError) -> [String: ParamValue] {
        guard let members = value.members else { throw mustBe("an object") }
        guard members.count <= EventLimits.params else {
            throw refusal("\(path) has more than \(EventLimits.params) entries", .tooLarge)
        }
        var params: [String: ParamValue] = [:]
        params.reserveCapacity(members.count)
        for member in members {
            let field = Field(member, in: path)
            guard (1...EventLimits.paramName).contains(field.name.utf8.count) else {
                throw field.nameRefusal("a param's name has 1 to \(EventLimits.paramName) bytes", .invalidField)
            }
            // Two spellings of one name are two names to JSON, and one to Swift.
            guard params.updateValue(try field.param(), forKey: field.name) == nil else {
                throw field.nameRefusal("\(field.path) is there already in another encoding", .duplicateKey)
            }
        }
        return params
    }

    private func param() throws(WireError) -> ParamValue {
        switch value.kind {
        case .string: .text(value.string ?? "")
        case .number: .number(value.number ?? "")
        case .boolean: .boolean(value.boolean ?? false)
        default: throw mustBe("a text, a number or a boolean")
        }
    }
}

extension LinkFailure {
    /// Whether it would be a link if there were less of it.
    fileprivate var isLimit: Bool {
        switch self {
        case .tooLong, .path(.tooLong), .path(.segmentTooLong), .path(.tooManySegments): true
        default: false
        }
    }
}
