// What people name on the command line: a cell by its number, a place by its link, a param as NAME=VALUE.
internal import Client
internal import Posix
internal import Routing
internal import Wire

enum Operand {
    /// The number of a user. Names are looked up here: the daemon takes numbers only.
    static func user(_ name: String, for option: Option) throws -> UInt32 {
        if let uid = try UserDatabase.uid(of: name) { return uid }
        throw Failure(
            "there is no user '\(name)'", remedy: "give a name or a number to --\(option.long)", code: .usage)
    }

    /// `--inbox USER`; nil: one's own.
    static func inbox(_ parsed: ParsedOptions) throws -> UInt32? {
        try parsed.value(.inbox).map { try user($0, for: .inbox) }
    }

    /// CELL or LINK.
    static func target(_ word: String, _ parsed: ParsedOptions) throws -> Target {
        guard word.hasPrefix(DeepLink.prefix) else { return .cell(try cell(word, parsed)) }
        do throws(LinkFailure) {
            let link = try DeepLink(parsing: word)
            if case .cell(let id) = link { return .cell(id) }
            return .link(link)
        } catch {
            throw Failure("'\(word)' is no link: \(error)", code: .usage)
        }
    }

    /// CELL.
    static func cell(_ word: String, _ parsed: ParsedOptions) throws -> Int64 {
        guard let id = Int64(canonical: word), id > 0 else {
            throw Failure("'\(word)' is no cell", remedy: "give the number that 'list' prints first", code: .usage)
        }
        return id
    }

    /// Every `--param NAME=VALUE`, as text.
    static func params(_ parsed: ParsedOptions) throws -> [String: ParamValue]? {
        let words = parsed.values(.param)
        if words.isEmpty { return nil }
        var params: [String: ParamValue] = [:]
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
                throw Failure("'\(word)' for --param", remedy: "write NAME=VALUE", code: .usage)
            }
            let name = String(word[..<equals])
            guard params[name] == nil else { throw Failure("--param '\(name)' is given twice", code: .usage) }
            params[name] = .text(String(word[word.index(after: equals)...]))
        }
        return params
    }
}

extension Option {
    static let param = Option(
        "param", short: "p", argument: "NAME=VALUE", help: "a value for the path; may be repeated")
}

extension Option {
    static let inbox = Option("inbox", argument: "USER", help: "look into this user's inbox, if you may")
}
