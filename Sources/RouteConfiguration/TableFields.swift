// One table of a file while it is read: each field is asked for once, by type, and what was never asked for is unknown
// at the end. So the list of a table's fields is the code that reads them, and no second list can differ from it.
internal import Routing
internal import Toml

/// The fields of one table, with what is wrong with them.
struct TableFields {
    /// Where the table begins.
    let position: SourcePosition
    private(set) var findings: [Finding] = []

    private let entries: TomlTable
    private let owner: String
    private var known: [String] = []
    private var unreadable: Set<String> = []

    /// `owner` is the table's name in messages: `[[tab]]`.
    init(_ entries: TomlTable, of owner: String, at position: SourcePosition) {
        self.entries = entries
        self.owner = owner
        self.position = position
    }

    mutating func report(at position: SourcePosition, _ what: String, _ remedy: String) {
        findings.append(Finding(.error, at: position, what, remedy: remedy))
    }

    /// Whether one of these fields is there but not of its type (which has been reported).
    func hasUnreadable(_ keys: [String]) -> Bool { !unreadable.isDisjoint(with: keys) }

    /// Whether a field stands there, whatever its type.
    func has(_ key: String) -> Bool { entries[key] != nil }

    /// A finding for each field that nobody asked for.
    func unknown() -> [Finding] {
        entries.entries.filter { !known.contains($0.key) }.map { entry in
            let nearest = NearestName.nearest(to: entry.key, among: known)
            let remedy = nearest.map { "did you mean \($0)?" } ?? "known are: \(known.joined(separator: ", "))"
            return Finding(
                .error, at: place(entry.line, entry.column), "unknown field \(entry.key.prefix(64)) in \(owner)",
                remedy: remedy)
        }
    }

    private func place(_ line: Int, _ column: Int) -> SourcePosition {
        SourcePosition(file: position.file, line: line, column: column)
    }

    private func place(of value: TomlValue) -> SourcePosition { place(value.line, value.column) }

    private mutating func value(_ key: String, required remedy: String?) -> TomlValue? {
        known.append(key)
        if let value = entries[key] { return value }
        if let remedy { report(at: position, "\(owner) has no \(key)", remedy) }
        return nil
    }

    private mutating func refuse(_ key: String, _ value: TomlValue, _ wanted: String, _ remedy: String) {
        refuse(key, value, "must be \(wanted), not \(value.kind.words)", remedy: remedy)
    }

    private mutating func refuse(_ key: String, _ value: TomlValue, _ what: String, remedy: String) {
        unreadable.insert(key)
        report(at: place(of: value), "\(key) \(what)", remedy)
    }
}

// MARK: - Fields by type

extension TableFields {
    /// A text; without it, `required` is what to do about it.
    mutating func text(_ key: String, required remedy: String? = nil) -> Sourced<String>? {
        value(key, required: remedy).flatMap { text($0, of: key, example: "\(key) = \"…\"") }
    }

    /// A list of one or more texts.
    mutating func texts(_ key: String, required remedy: String? = nil) -> Sourced<[Sourced<String>]>? {
        guard let value = value(key, required: remedy) else { return nil }
        let example = "\(key) = [\"…\"]"
        guard let elements = value.elements, !elements.isEmpty else {
            if value.kind == .array {
                refuse(key, value, "is empty", remedy: "write \(example)")
            } else {
                refuse(key, value, "a list of texts", "write \(example)")
            }
            return nil
        }
        var texts: [Sourced<String>] = []
        for element in elements {
            guard element.kind == .string else {
                refuse(key, element, "must hold texts only, not \(element.kind.words)", remedy: "write \(example)")
                return nil
            }
            guard let text = text(element, of: key, example: example) else { return nil }
            texts.append(text)
        }
        return Sourced(texts, at: place(of: value))
    }

    private mutating func text(_ value: TomlValue, of key: String, example: String) -> Sourced<String>? {
        guard let text = value.string else {
            refuse(key, value, "a text", "write \(example)")
            return nil
        }
        guard !text.utf8.contains(0) else {
            refuse(key, value, "holds a NUL, which no path or argument can", remedy: "drop \\u0000")
            return nil
        }
        return Sourced(text, at: place(of: value))
    }

    /// The values of an inline table as they stand in a path: texts, whole numbers, `true` and `false`.
    ///
    /// `purpose` says in a refusal what they are for, `remedy` what to write of another type.
    mutating func values(
        _ key: String, purpose: String = "compares", remedy: String = "write it as the event sends it"
    ) -> [String: Sourced<String>] {
        guard let value = value(key, required: nil) else { return [:] }
        guard let table = value.table else {
            refuse(key, value, "a table", "write \(key) = { name = \"…\" }")
            return [:]
        }
        var values: [String: Sourced<String>] = [:]
        for entry in table.entries {
            let text: String
            switch entry.value.kind {
            case .string:
                guard let plain = self.text(entry.value, of: key, example: "") else { return [:] }
                text = plain.value
            case .integer: text = entry.value.integer.map(String.init) ?? ""
            case .boolean: text = entry.value.boolean == true ? "true" : "false"
            default:
                refuse(
                    key, entry.value,
                    "\(purpose) texts, whole numbers, true and false, not \(entry.value.kind.words)",
                    remedy: "\(remedy): \(entry.key.prefix(64)) = \"…\"")
                return [:]
            }
            values[entry.key] = Sourced(text, at: place(of: entry.value))
        }
        return values
    }

    /// A whole number.
    mutating func integer(_ key: String, required remedy: String? = nil) -> Sourced<Int64>? {
        guard let value = value(key, required: remedy) else { return nil }
        guard let integer = value.integer else {
            refuse(key, value, "a whole number", "write \(key) = 1")
            return nil
        }
        return Sourced(integer, at: place(of: value))
    }

    /// `true` or `false`.
    mutating func boolean(_ key: String) -> Sourced<Bool>? {
        guard let value = value(key, required: nil) else { return nil }
        guard let boolean = value.boolean else {
            refuse(key, value, "true or false", "write \(key) = true")
            return nil
        }
        return Sourced(boolean, at: place(of: value))
    }

    /// One of a few words.
    mutating func choice<Word: RawRepresentable<String> & Sendable & Equatable>(_ key: String, of words: [Word])
        -> Sourced<Word>?
    {
        guard let text = text(key) else { return nil }
        if let word = words.first(where: { $0.rawValue == text.value }) { return Sourced(word, at: text.position) }
        unreadable.insert(key)
        let list = words.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        report(at: text.position, "\(key) = \"\(text.value.prefix(64))\" is not known", "write one of: \(list)")
        return nil
    }

    /// All tables of a list: `[[key]]`, each once.
    mutating func tables(_ key: String) -> [TableFields] {
        guard let value = value(key, required: nil) else { return [] }
        guard let elements = value.elements else {
            refuse(key, value, "a list of tables", "write [[\(key)]]")
            return []
        }
        return elements.compactMap { element in
            guard let table = element.table else {
                refuse(key, element, "a list of tables", "write [[\(key)]]")
                return nil
            }
            return TableFields(table, of: "[[\(key)]]", at: place(of: element))
        }
    }

    /// The tables in a table: `[key.NAME]`, in the order of names.
    mutating func tablesByName(_ key: String) -> [(name: String, fields: TableFields)] {
        guard let value = value(key, required: nil) else { return [] }
        guard let outer = value.table else {
            refuse(key, value, "a table of tables", "write [\(key).NAME]")
            return []
        }
        var tables: [(name: String, fields: TableFields)] = []
        for entry in outer.entries {
            guard let table = entry.value.table else {
                refuse(key, entry.value, "a table of tables", "write [\(key).\(entry.key.prefix(64))]")
                continue
            }
            let name = "[\(key).\(entry.key.prefix(64))]"
            tables.append((entry.key, TableFields(table, of: name, at: place(of: entry.value))))
        }
        return tables.sorted { $0.name < $1.name }
    }

    /// One table: `[key]`.
    mutating func table(_ key: String) -> TableFields? {
        guard let value = value(key, required: nil) else { return nil }
        guard let table = value.table else {
            refuse(key, value, "a table", "write [\(key)]")
            return nil
        }
        return TableFields(table, of: "[\(key)]", at: place(of: value))
    }
}

extension TomlValue.Kind {
    /// With its article, for messages.
    fileprivate var words: String {
        switch self {
        case .table: "a table"
        case .array: "a list"
        case .string: "a text"
        case .integer: "a whole number"
        case .float: "a fraction"
        case .boolean: "true or false"
        case .date: "a date"
        }
    }
}
