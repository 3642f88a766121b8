// From TOML to a declaration: which fields there are, of which type, and where each stands. What the fields mean
// together is judged by `RouteTable.compile`. A part with an unusable field is left out, or read without it where it
// can do without. An unknown field leaves a screen or a rule out: it may have been a condition that narrows it. A tab
// stays, or all its screens would go with it.
internal import Routing
internal import Toml

/// Collects the declarations of table files, one after the other.
struct TableReader {
    private(set) var declaration = TableDeclaration()
    private(set) var findings: [Finding] = []
    /// The layer of the documents to come; the lowest is read first.
    var layer = 0
    private var fallbackLayer = -1
    private var orderLayer = -1

    /// The format that this program reads.
    static let formatVersion: Int64 = 1

    /// What one document declares.
    static func declaration(from document: TomlDocument) -> (TableDeclaration, [Finding]) {
        var reader = TableReader()
        reader.read(document)
        return (reader.declaration, reader.findings)
    }

    /// Takes in one document.
    mutating func read(_ document: TomlDocument) {
        let start = SourcePosition(file: document.file, line: 1, column: 1)
        var file = TableFields(document.root, of: "a table file", at: start)
        guard readVersion(&file) else {
            findings += file.findings
            return
        }
        for var fields in file.tables("tab") {
            if let tab = tab(&fields) { declaration.tabs.append(tab) }
            finish(fields)
        }
        for var fields in file.tables("screen") {
            switch screen(&fields) {
            case let screen? where fields.unknown().isEmpty: declaration.screens.append(screen)
            case let screen?: declaration.unusableScreens.append(screen)
            case nil: break
            }
            finish(fields)
        }
        for var fields in file.tables("cell") {
            switch rule(&fields) {
            case let rule? where fields.unknown().isEmpty: declaration.rules.append(rule)
            case let rule?: declaration.unusableRules.append(rule)
            case nil: break
            }
            finish(fields)
        }
        if var fields = file.table("fallback") {
            readFallback(&fields)
            finish(fields)
        }
        if var fields = file.table("tabs") {
            readTabOrder(&fields)
            finish(fields)
        }
        finish(file)
    }

    private mutating func finish(_ fields: TableFields) {
        findings += fields.findings + fields.unknown()
    }

    /// Whether the rest can be read.
    private func readVersion(_ file: inout TableFields) -> Bool {
        guard let version = file.integer("version", required: "write version = \(Self.formatVersion) at the top") else {
            return true
        }
        guard version.value == Self.formatVersion else {
            file.report(
                at: version.position, "version \(version.value) of the table format is not known here",
                "write version = \(Self.formatVersion), or update deeplinkd; the file is skipped")
            return false
        }
        return true
    }

    private func tab(_ fields: inout TableFields) -> TabDeclaration? {
        let id = fields.text("id", required: "name the tab: id = \"…\"")
        let root = fields.text("root", required: "name the path of its first screen: root = \"…\"")
        let title = fields.text("title")
        let order = fields.integer("order")
        guard let id, let root else { return nil }
        return TabDeclaration(id: id, title: title, root: root, order: order.map { Int($0.value) }, layer: layer)
    }

    private mutating func readFallback(_ fields: inout TableFields) {
        guard let tab = fields.text("tab", required: "name the tab: tab = \"…\"") else { return }
        if let other = declaration.fallbackTab, fallbackLayer == layer {
            fields.report(
                at: tab.position, "the fallback is declared at \(other.position) already", "keep one of the two")
        } else {
            declaration.fallbackTab = tab
            fallbackLayer = layer
        }
    }

    private mutating func readTabOrder(_ fields: inout TableFields) {
        guard let order = fields.texts("order", required: "name the tabs, the leftmost first: order = [\"…\"]") else {
            return
        }
        if let other = declaration.tabOrder.first, orderLayer == layer {
            fields.report(
                at: order.position, "the order of tabs is declared at \(other.position) already",
                "keep one of the two")
        } else {
            declaration.tabOrder = order.value
            orderLayer = layer
        }
    }

    private func rule(_ fields: inout TableFields) -> RuleDeclaration? {
        let kind = fields.text("kind", required: "say which cells it is for: kind = \"…\"")
        let state = fields.text("state")
        let conditions = fields.values("when")
        let tab = fields.text("tab")
        let path = fields.text("path")
        let stack = fields.choice("stack", of: StackMode.allCases)
        let overModal = fields.choice("over_modal", of: ModalPolicy.allCases)
        let priority = fields.choice("priority", of: Priority.allCases)
        let isMuted = fields.boolean("mute")
        let allowsJump = fields.boolean("allow_jump")
        guard let kind, !fields.hasUnreadable(["state", "when", "tab", "path"]) else { return nil }
        let manner = RouteManner(
            stack: stack?.value ?? .rebuild, overModal: overModal?.value ?? .queue, priority: priority?.value,
            isMuted: isMuted?.value ?? false, allowsJump: allowsJump?.value ?? false)
        return RuleDeclaration(
            kind: kind, state: state ?? Sourced("*", at: kind.position), conditions: conditions, tab: tab, path: path,
            manner: manner, layer: layer)
    }
}
