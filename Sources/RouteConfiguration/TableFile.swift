internal import Posix
internal import Routing
internal import Toml

/// A table file that was read and is TOML.
struct TableFile {
    /// The last part of its path.
    let name: String
    let bytes: [UInt8]
    let document: TomlDocument

    /// Reads a file; nil when it cannot be used, and a finding says why. `isTrusted` is asked about the file that the
    /// bytes came from, whatever its name means by then.
    static func read(
        _ path: String, _ findings: inout [Finding],
        isTrusted: (FileFacts, inout [Finding]) -> Bool = { _, _ in true }
    ) -> TableFile? {
        let content: Files.Content
        do throws(SystemError) { content = try Files.read(path, limit: TomlDocument.maxBytes) } catch {
            findings.append(.unreadable(path, error))
            return nil
        }
        guard isTrusted(content.facts, &findings) else { return nil }
        return parse(content.bytes, path, &findings)
    }

    /// A file that is not written yet.
    static func draft(_ draft: TableDraft, in folder: String, _ findings: inout [Finding]) -> TableFile? {
        parse(draft.bytes, "\(folder)/\(draft.name)", &findings)
    }

    private static func parse(_ bytes: [UInt8], _ path: String, _ findings: inout [Finding]) -> TableFile? {
        do throws(TomlError) {
            let document = try TomlDocument(parsing: bytes, file: path)
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return TableFile(name: name, bytes: bytes, document: document)
        } catch {
            let position = SourcePosition(file: path, line: error.line, column: error.column)
            findings.append(
                Finding(
                    .error, at: position, "this is no TOML: \(error.message)", remedy: "correct it; the file is skipped"
                ))
            return nil
        }
    }
}

extension Finding {
    /// A file or directory that is left out as a whole.
    static func unusable(_ path: String, _ what: String, remedy: String) -> Finding {
        Finding(.error, at: SourcePosition(file: path, line: 1, column: 1), what, remedy: remedy)
    }

    fileprivate static func unreadable(_ path: String, _ error: SystemError) -> Finding {
        if error.isTooLarge {
            return unusable(path, "it is larger than \(TomlDocument.maxBytes) bytes", remedy: "split it")
        }
        return unusable(path, "it cannot be read (\(error.reason))", remedy: "let it be read, or remove it")
    }
}
