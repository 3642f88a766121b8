// A TOML 1.0 document read by toml++ and taken over into Swift values at once, so that nothing of C++ outlives the
// reading.
internal import CToml

/// A parsed TOML file.
public struct TomlDocument: Sendable {
    /// The longest text that is read, in bytes: 1 MiB.
    public static let maxBytes = 1 << 20
    /// How deep tables and arrays may stand inside each other, and how many parts a dotted key may have.
    public static let maxNesting = 32

    /// The file as the caller named it.
    public let file: String
    /// The top-level table.
    public let root: TomlTable

    /// Reads the bytes as UTF-8 TOML. `file` is only for messages. Throws the first fault.
    public init(parsing text: [UInt8], file: String) throws(TomlError) {
        guard text.count <= Self.maxBytes else {
            throw TomlError(file: file, line: 1, column: 1, message: "longer than \(Self.maxBytes) bytes")
        }
        guard let parsed = ParsedDocument(text) else {
            throw TomlError(file: file, line: 1, column: 1, message: "no memory to read it")
        }
        if let error = parsed.error(in: file) {
            throw error
        }
        self.file = file
        root = parsed.root
    }
}

/// Owns what the C face returned, for as long as values are built from it.
@safe private struct ParsedDocument: ~Copyable {
    private let raw: OpaquePointer
    private let texts: UnsafeRawBufferPointer
    private let nodes: UnsafeBufferPointer<ctoml_node>

    init?(_ text: [UInt8]) {
        let parsed = unsafe text.withUnsafeBytes { bytes in
            unsafe ctoml_parse(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        guard let parsed = unsafe parsed else { return nil }
        unsafe raw = parsed
        unsafe texts = UnsafeRawBufferPointer(start: ctoml_texts(parsed), count: ctoml_texts_length(parsed))
        unsafe nodes = UnsafeBufferPointer(start: ctoml_nodes(parsed), count: ctoml_node_count(parsed))
    }

    deinit {
        unsafe ctoml_free(raw)
    }

    func error(in file: String) -> TomlError? {
        guard unsafe ctoml_is_valid(raw) == 0 else { return nil }
        let position = unsafe ctoml_error_position(raw)
        return TomlError(
            file: file, line: Int(position.line), column: Int(position.column),
            message: unsafe text(ctoml_error(raw)))
    }

    var root: TomlTable {
        TomlTable(entries: entries(of: 0))
    }

    private func entries(of index: Int) -> [TomlEntry] {
        children(of: index).map { child in
            let node = unsafe nodes[child]
            return TomlEntry(
                key: text(node.key), line: Int(node.key_position.line), column: Int(node.key_position.column),
                value: value(at: child))
        }
    }

    /// Recurses no deeper than `TomlDocument.maxNesting`, which the C face has checked.
    private func value(at index: Int) -> TomlValue {
        let node = unsafe nodes[index]
        let content: TomlValue.Content =
            switch node.kind {
            case CTOML_TABLE: .table(TomlTable(entries: entries(of: index)))
            case CTOML_ARRAY: .array(children(of: index).map { value(at: $0) })
            case CTOML_STRING: .string(text(node.text))
            case CTOML_INTEGER: .integer(node.integer)
            case CTOML_FLOAT: .float(node.real)
            case CTOML_BOOLEAN: .boolean(node.integer != 0)
            default: .date(text(node.text))
            }
        return TomlValue(content: content, line: Int(node.position.line), column: Int(node.position.column))
    }

    private func children(of index: Int) -> [Int] {
        var children: [Int] = []
        var child = index + 1
        let end = unsafe nodes[index].next
        while child < end {
            children.append(child)
            child = unsafe nodes[child].next
        }
        return children
    }

    private func text(_ range: ctoml_text) -> String {
        unsafe String(decoding: texts[range.offset..<(range.offset + range.length)], as: UTF8.self)
    }
}
