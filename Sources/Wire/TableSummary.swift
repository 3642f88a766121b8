public import JSON
public import Routing

/// The route table as it crosses the socket: its version, tabs and screens. No command's arguments ever do.
public struct TableSummary: WireObject {
    /// The hash of the files it came from; a client with other files says "table changed".
    public var version: String
    /// The tabs in the order of their digits; their screens have no commands.
    public var tabs: [Tab]

    /// Sums up a table.
    public init(_ table: RouteTable) {
        version = table.version
        tabs = table.factory.tabs
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        version = try fields.text("version")
        tabs = try fields.objects("tabs", Tab.init(wire:))
        guard !tabs.isEmpty else { throw fields.refusal("tabs", "a table has at least one tab") }
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("version", version)
        writer.member("tabs", objects: tabs)
    }
}

extension Tab: WireObject {
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        self.init(
            id: try fields.text("id"), title: try fields.text("title"),
            root: try fields.path(try fields.text("root"), of: "root"),
            screens: try fields.objects("screens", Screen.init(wire:)))
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("title", title)
        writer.member("root", root.description)
        writer.member("screens", objects: screens)
    }
}

extension Screen: WireObject {
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        let path = try fields.text("path")
        let pattern: PathPattern
        do throws(PatternFailure) { pattern = try PathPattern(parsing: path) } catch {
            throw fields.refusal("path", "path is no pattern: \(error)")
        }
        let title: Template
        let titleText = try fields.optionalText("title") ?? ""
        do throws(TemplateFailure) { title = try Template(parsing: titleText) } catch {
            throw fields.refusal("title", "title cannot be filled: \(error)")
        }
        self.init(
            pattern: pattern, title: title, content: try fields.word("content", as: ScreenContent.self),
            query: try fields.texts("query"),
            refreshSeconds: try fields.optionalInteger("refresh_seconds").map(Int.init(clamping:)))
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("path", pattern.description)
        writer.member("title", title.description)
        writer.member("content", content.rawValue)
        if !query.isEmpty {
            writer.member("query", array: { list in for key in query { list.value(key) } })
        }
        writer.member("refresh_seconds", ifPresent: refreshSeconds)
    }
}
