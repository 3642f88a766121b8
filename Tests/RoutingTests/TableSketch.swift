import Routing

/// A table declared in a few words; each part stands on its own line of `t.toml`.
struct TableSketch {
    var declaration = TableDeclaration()
    private var line = 0

    private mutating func sourced<Value: Sendable & Equatable>(_ value: Value) -> Sourced<Value> {
        Sourced(value, at: SourcePosition(file: "t.toml", line: line, column: 1))
    }

    private func adding(_ change: (inout Self) -> Void) -> Self {
        var sketch = self
        sketch.line += 1
        change(&sketch)
        return sketch
    }

    func tab(_ id: String, root: String, order: Int? = nil, layer: Int = 0) -> Self {
        adding { sketch in
            let id = sketch.sourced(id)
            let root = sketch.sourced(root)
            sketch.declaration.tabs.append(TabDeclaration(id: id, root: root, order: order, layer: layer))
        }
    }

    func screen(
        _ tabs: String..., path: String, title: String? = nil, content: ScreenContent? = nil,
        command: [String] = ["true"], query: [String] = [], layer: Int = 0,
        manner: (inout ScreenDeclaration) -> Void = { _ in }
    ) -> Self {
        adding { sketch in
            let tabs = tabs.map { sketch.sourced($0) }
            let path = sketch.sourced(path)
            let title = title.map { sketch.sourced($0) }
            let kind = sketch.sourced(content ?? .command)
            let arguments = content == nil ? command.map { sketch.sourced($0) } : []
            var screen = ScreenDeclaration(
                tabs: tabs, path: path, title: title, content: kind, command: arguments,
                query: query.map { sketch.sourced($0) }, layer: layer)
            manner(&screen)
            sketch.declaration.screens.append(screen)
        }
    }

    func rule(
        _ kind: String, _ state: String = "*", when: [String: String] = [:], tab: String? = nil, path: String? = nil,
        stack: StackMode = .rebuild, jump: Bool = false, layer: Int = 0
    ) -> Self {
        adding { sketch in
            let kind = sketch.sourced(kind)
            let state = sketch.sourced(state)
            let tab = tab.map { sketch.sourced($0) }
            let path = path.map { sketch.sourced($0) }
            sketch.declaration.rules.append(
                RuleDeclaration(
                    kind: kind, state: state, conditions: when.mapValues { Sourced($0, at: kind.position) }, tab: tab,
                    path: path, manner: RouteManner(stack: stack, allowsJump: jump), layer: layer))
        }
    }

    func order(_ tabs: String...) -> Self {
        adding { sketch in sketch.declaration.tabOrder = tabs.map { sketch.sourced($0) } }
    }

    func fallback(_ tab: String) -> Self {
        adding { sketch in sketch.declaration.fallbackTab = sketch.sourced(tab) }
    }

    var findings: [String] { RouteTable.compile(declaration, version: "t").findings.map(\.description) }
    var table: RouteTable { RouteTable.compile(declaration, version: "t").table }
    var resolver: RouteResolver { RouteResolver(table: table) }
}

extension TableSketch {
    /// Builds and Reviews, as the README tells them.
    static let example = TableSketch()
        .tab("builds", root: "runs", order: 1)
        .tab("reviews", root: "pulls", order: 2)
        .screen("builds", path: "runs")
        .screen("builds", path: "runs/:run")
        .screen("builds", path: "runs/:run/log")
        .screen("builds", path: "pr/:number")
        .screen("builds", path: "pr/:number/checks")
        .screen("reviews", path: "pulls")
        .screen("reviews", path: "pr/:number")
        .rule("ci.run", "failed", tab: "builds", path: "runs/{run}/log")
        .rule("ci.run", tab: "builds", path: "runs/{run}")
        .rule("pr", "review_requested", tab: "reviews", path: "pr/{number}")
        .rule("pr", "checks_failed", tab: "builds", path: "pr/{number}/checks")
        .rule("pr", tab: "reviews")
}

extension Route {
    /// `tab: screen › screen`, for comparing whole answers.
    var summary: String {
        switch place {
        case .tab(let tab, let path): "\(tab): \(path.screens.map(\.description).joined(separator: " › "))"
        case .notifications(let since, _): "notifications since \(since.map(String.init) ?? "ever")"
        }
    }
}
