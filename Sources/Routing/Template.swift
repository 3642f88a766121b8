/// A text with `{name}` places, filled from captures or params. `{{` and `}}` are literal braces.
public struct Template: Sendable, Hashable, CustomStringConvertible {
    /// A run of plain text or one place.
    public enum Part: Sendable, Hashable {
        case text(String)
        case placeholder(String)
    }

    /// The parts in order; no two texts stand side by side.
    public let parts: [Part]

    /// Parses a template; refused as `TemplateFailure` says.
    public init(parsing source: some StringProtocol) throws(TemplateFailure) {
        var parts: [Part] = []
        var plain = String.UnicodeScalarView()
        var rest = Substring(source).unicodeScalars
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                plain.append(character)
                rest.removeFirst()
            case "{":
                guard let end = rest.firstIndex(of: "}") else { throw .unclosed }
                let name = String(rest[..<end])
                guard name == "*" || Placeholder.isName(name) else { throw .badName(name) }
                if !plain.isEmpty { parts.append(.text(String(plain))) }
                plain.removeAll()
                parts.append(.placeholder(name))
                rest = rest[rest.index(after: end)...]
            case "}": throw .unopened
            default: plain.append(character)
            }
        }
        if !plain.isEmpty { parts.append(.text(String(plain))) }
        self.parts = parts
    }

    init(parts: [Part]) { self.parts = parts }

    /// The names it needs, in order, each once.
    public var names: [String] {
        var names: [String] = []
        for case .placeholder(let name) in parts where !names.contains(name) { names.append(name) }
        return names
    }

    /// The text with every place filled; throws the first name that has no value.
    public func filled(_ value: (String) -> String?) throws(MissingValue) -> String {
        var filled = ""
        for part in parts {
            switch part {
            case .text(let text): filled += text
            case .placeholder(let name):
                guard let text = value(name) else { throw MissingValue(name: name) }
                filled += text
            }
        }
        return filled
    }

    /// The source text.
    public var description: String {
        parts.map { part in
            switch part {
            case .text(let text):
                String(
                    String.UnicodeScalarView(text.unicodeScalars.flatMap { $0 == "{" || $0 == "}" ? [$0, $0] : [$0] }))
            case .placeholder(let name): "{\(name)}"
            }
        }.joined()
    }

    /// A place without a value.
    public struct MissingValue: Error, Sendable, Equatable {
        /// The name of the first such place.
        public let name: String
    }
}

/// Why a text is no template. Each says itself in `description`.
public enum TemplateFailure: Error, Sendable, Equatable, CustomStringConvertible {
    case unclosed
    case unopened
    case badName(String)
    case path(PathFailure)

    /// What is wrong, in words for people.
    public var description: String {
        switch self {
        case .path(let failure): failure.description
        case .unclosed: "a { has no }; write {{ for a brace"
        case .unopened: "a } has no {; write }} for a brace"
        case .badName(let name): "\"{\(name)}\" is no place: \(Placeholder.rule)"
        }
    }
}

/// What a capture or a place may be called.
enum Placeholder {
    static let rule = "a name is 1 to 64 of letters, digits and _, not starting with a digit"

    static func isName(_ text: String) -> Bool {
        guard (1...EventLimits.paramName).contains(text.utf8.count), let first = text.utf8.first else { return false }
        return !isDigit(first) && text.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "_") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
