// Shared by the tests: a document written again from what was read of it, and a seeded generator.
import JSON

extension JSONNode {
    /// Written from the decoded values alone.
    var rewritten: JSONWriter {
        var writer = JSONWriter()
        write(to: &writer)
        return writer
    }

    private func write(to writer: inout JSONWriter) {
        switch kind {
        case .object:
            writer.object { writer in
                for member in members ?? [] { member.value.write(to: &writer, as: member.name) }
            }
        case .array:
            writer.array { writer in
                for element in elements ?? [] { element.write(to: &writer) }
            }
        case .string: writer.value(string ?? "")
        case .number: writer.number(text: number ?? "")
        case .boolean: writer.value(boolean ?? false)
        case .null: writer.null()
        }
    }

    private func write(to writer: inout JSONWriter, as name: String) {
        switch kind {
        case .object:
            writer.member(
                name,
                object: { writer in
                    for member in members ?? [] { member.value.write(to: &writer, as: member.name) }
                })
        case .array:
            writer.member(
                name,
                array: { writer in
                    for element in elements ?? [] { element.write(to: &writer) }
                })
        case .string: writer.member(name, string ?? "")
        case .number: writer.member(name, number: number ?? "")
        case .boolean: writer.member(name, boolean ?? false)
        case .null: writer.memberNull(name)
        }
    }
}

extension JSONWriter {
    var reread: JSONNode? {
        do {
            return try JSONDocument(parsing: bytes).root
        } catch {
            return nil
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
