/// The path of a rule: `runs/{owner}/{run}/log`, `runs?branch={branch}`. Split on `/` first, so a value never adds a
/// segment or a key.
public struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    /// At least one; a value never adds another.
    public private(set) var segments: [Template]
    /// What stands behind `?`, by name.
    public private(set) var query: [QueryTemplate]

    /// One name behind `?`, and what fills its value.
    public struct QueryTemplate: Sendable, Hashable {
        /// A query key of the screen.
        public let name: String
        /// Its value.
        public internal(set) var value: Template
    }

    /// Parses a rule's path. Plain text is percent-decoded as in a link.
    public init(parsing text: String) throws(TemplateFailure) {
        let parts = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        var segments: [Template] = []
        for part in parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard segments.count < ScreenPath.maximumSegments else { throw .path(.tooManySegments) }
            let segment = try Self.template(Substring(part))
            try segment.checkPlainText()
            segments.append(segment)
        }
        self.segments = segments
        query = parts.count == 2 ? try Self.query(parts[1]) : []
    }

    private static func query(_ bytes: Substring.UTF8View) throws(TemplateFailure) -> [QueryTemplate] {
        var query: [QueryTemplate] = []
        for item in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            guard query.count < ScreenPath.maximumQueryValues else { throw .path(.tooManyQueryValues) }
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { throw .path(.badQueryName) }
            let name = String(Substring(item[..<equals]))
            guard Placeholder.isName(name) else { throw .path(.badQueryName) }
            guard !query.contains(where: { $0.name == name }) else { throw .path(.repeatedQueryName(name)) }
            query.append(QueryTemplate(name: name, value: try template(Substring(item[item.index(after: equals)...]))))
        }
        return query.sorted { $0.name < $1.name }
    }

    private static func template(_ text: Substring) throws(TemplateFailure) -> Template {
        let template = try Template(parsing: text).percentDecoded()
        guard !template.names.contains("*") else { throw .badName("*") }
        return template
    }

    /// The names it needs, in order, each once.
    public var names: [String] {
        var names: [String] = []
        for name in (segments + query.map(\.value)).flatMap(\.names) where !names.contains(name) { names.append(name) }
        return names
    }

    /// The same path with the places that have a value here filled; throws what no other value could mend.
    func binding(_ values: [String: String]) throws(TemplateFailure) -> PathTemplate {
        var bound = self
        bound.segments = segments.map { $0.binding(values) }
        for segment in bound.segments { try segment.checkPlainText() }
        for index in query.indices { bound.query[index].value = query[index].value.binding(values) }
        return bound
    }

    /// The canonical text, which parses back to this template.
    public var description: String {
        let path = segments.map { $0.encoded(by: PercentEncoding.encode).description }.joined(separator: "/")
        let query = query.map { "\($0.name)=\($0.value.encoded(by: PercentEncoding.encodeQuery))" }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }
}

extension Template {
    /// `{id}` is the cell's, never a param's.
    fileprivate func binding(_ values: [String: String]) -> Template {
        var bound: [Part] = []
        for part in parts {
            var part = part
            if case .placeholder(let name) = part, name != "id", let value = values[name] { part = .text(value) }
            if case .text(let text) = part, case .text(let before)? = bound.last {
                bound[bound.count - 1] = .text(before + text)
            } else {
                bound.append(part)
            }
        }
        return Template(parts: bound)
    }

    fileprivate func percentDecoded() throws(TemplateFailure) -> Template {
        var decoded: [Part] = []
        for part in parts {
            guard case .text(let text) = part else {
                decoded.append(part)
                continue
            }
            do throws(PathFailure) { decoded.append(.text(try PercentEncoding.decode(text.utf8))) } catch {
                throw .path(error)
            }
        }
        return Template(parts: decoded)
    }

    /// Refuses what no value could mend: a segment that is empty or dots, or a NUL in it.
    fileprivate func checkPlainText() throws(TemplateFailure) {
        let text = plainText
        guard names.isEmpty || text.utf8.contains(0) else { return }
        do throws(PathFailure) { try ScreenPath.check(text) } catch { throw .path(error) }
    }

    fileprivate func encoded(by encode: (String) -> String) -> Template {
        Template(
            parts: parts.map { part in
                if case .text(let text) = part { .text(encode(text)) } else { part }
            })
    }
}
