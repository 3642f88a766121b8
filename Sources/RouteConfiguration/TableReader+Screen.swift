internal import Routing

/// Screens have the only fields that depend on each other: one of two names for the tab, one of two for the content.
extension TableReader {
    func screen(_ fields: inout TableFields) -> ScreenDeclaration? {
        let tabs = tabs(&fields)
        let path = fields.text("path", required: "say where it is: path = \"…\"")
        let title = fields.text("title")
        let filling = filling(&fields)
        let query = fields.texts("query")
        let refresh = refresh(&fields, of: filling?.content.value)
        guard let tabs, let path, let filling, !fields.hasUnreadable(["query"]) else { return nil }
        var screen = ScreenDeclaration(
            tabs: tabs, path: path, title: title, content: filling.content, command: filling.command,
            query: query?.value ?? [], refreshSeconds: refresh, layer: layer)
        return readManner(&fields, of: &screen) ? screen : nil
    }

    /// How its command is run; false when that cannot be read.
    private func readManner(_ fields: inout TableFields, of screen: inout ScreenDeclaration) -> Bool {
        screen.plain = fields.texts("plain")?.value ?? []
        screen.directory = fields.text("directory")
        screen.environment = fields.values("env", purpose: "holds", remedy: "write it as a text")
        let follow = fields.boolean("follow")
        let terminal = fields.boolean("terminal")
        screen.follows = follow?.value ?? false
        screen.usesTerminal = terminal?.value ?? false
        let content = screen.content
        if content.value != .command {
            let given = ["plain", "directory", "env", "follow", "terminal"].filter(fields.has)
            if let name = given.first {
                fields.report(at: content.position, "\(name) is for screens with a command", "drop \(name)")
            }
        }
        if let follow, follow.value, screen.refreshSeconds != nil {
            fields.report(
                at: follow.position, "a command that is followed does not end, so refresh never comes",
                "keep one of the two")
            screen.refreshSeconds = nil
        }
        if let terminal, terminal.value, screen.follows || screen.refreshSeconds != nil {
            fields.report(
                at: terminal.position, "a command that gets the terminal runs once, as long as it likes",
                "drop follow and refresh")
            (screen.follows, screen.refreshSeconds) = (false, nil)
        }
        return !fields.hasUnreadable(["plain", "directory", "env", "follow", "terminal"])
    }

    private func tabs(_ fields: inout TableFields) -> [Sourced<String>]? {
        let one = fields.text("tab")
        let several = fields.texts("tabs")
        guard !fields.hasUnreadable(["tab", "tabs"]) else { return nil }
        switch (one, several) {
        case (let tab?, nil): return [tab]
        case (nil, let tabs?): return tabs.value
        case (nil, nil):
            fields.report(at: fields.position, "the screen is in no tab", "add tab = \"…\" or tabs = […]")
        case (_?, let tabs?):
            fields.report(at: tabs.position, "the screen has both tab and tabs", "keep one of the two")
        }
        return nil
    }

    private func filling(_ fields: inout TableFields) -> (content: Sourced<ScreenContent>, command: [Sourced<String>])?
    {
        let command = fields.texts("command")
        let content = fields.choice("content", of: [ScreenContent.cells, .cell, .output])
        guard !fields.hasUnreadable(["command", "content"]) else { return nil }
        switch (command, content) {
        case (let command?, nil): return (Sourced(.command, at: command.position), command.value)
        case (nil, let content?): return (content, [])
        case (nil, nil):
            fields.report(
                at: fields.position, "nothing says what the screen shows",
                "add command = […] or content = \"cells\", \"cell\" or \"output\"")
        case (_?, let content?):
            fields.report(at: content.position, "the screen has both command and content", "keep one of the two")
        }
        return nil
    }

    private func refresh(_ fields: inout TableFields, of content: ScreenContent?) -> Int? {
        guard let refresh = fields.text("refresh") else { return nil }
        guard let seconds = Duration.seconds(parsing: refresh.value), (1...3600).contains(seconds) else {
            fields.report(
                at: refresh.position, "\"\(refresh.value)\" is no time to wait from 1 s to 1 h",
                "write a number and s, m or h: \"5s\"")
            return nil
        }
        if let content, content != .command {
            fields.report(
                at: refresh.position, "refresh is for screens with a command; this one follows its cells by itself",
                "drop it")
        }
        return seconds
    }
}

/// `5s`, `2m`, `1h`
private enum Duration {
    static func seconds(parsing text: String) -> Int? {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600]
        guard let unit = text.last.flatMap({ units[$0] }), text.utf8.count <= 6,
            let count = Int64(canonical: text.dropLast())
        else { return nil }
        return Int(count) * unit
    }
}
