// How a screen's command is run: its directory, its environment, and which values are plain.

extension TableCompiler {
    /// The most variables of one command.
    static let maximumVariables = 32

    /// nil when something about it cannot be.
    mutating func manner(
        of declared: ScreenDeclaration, capturing captures: [String], _ query: [String], _ pattern: PathPattern
    ) -> CommandManner? {
        let names = Set(captures + query)
        guard let plain = plain(of: declared, among: names, pattern),
            let environment = environment(of: declared, capturing: names, pattern)
        else { return nil }
        var manner = CommandManner(
            plain: plain, environment: environment, follows: declared.follows, usesTerminal: declared.usesTerminal)
        if let directory = declared.directory {
            guard let template = self.directory(directory, capturing: Set(captures), pattern) else { return nil }
            manner.directory = template
        }
        return manner
    }

    private mutating func plain(of declared: ScreenDeclaration, among names: Set<String>, _ pattern: PathPattern)
        -> [String]?
    {
        for name in declared.plain where !names.contains(name.value) {
            report(
                .error, at: name.position,
                "plain names \(name.value.prefix(64)), which path \(pattern) does not capture",
                "name captures and query keys of this screen")
            return nil
        }
        return declared.plain.map(\.value)
    }

    private mutating func environment(
        of declared: ScreenDeclaration, capturing names: Set<String>, _ pattern: PathPattern
    ) -> [CommandManner.Variable]? {
        var variables: [CommandManner.Variable] = []
        for (name, value) in declared.environment.sorted(by: { $0.key < $1.key }) {
            let name = String(name.prefix(128))
            guard EnvironmentName.isName(name) else {
                report(
                    .error, at: value.position, "\"\(name)\" is no variable: \(Placeholder.rule)", "correct the name")
                return nil
            }
            guard let template = template(value, capturing: names, of: pattern) else { return nil }
            if let used = template.names.first, EnvironmentName.steersPrograms(name) {
                report(
                    .error, at: value.position, "{\(used)} in \(name) would steer what programs load or run",
                    "give \(name) a literal value, or pass {\(used)} as an argument")
                return nil
            }
            variables.append(CommandManner.Variable(name: name, value: template))
        }
        if variables.count > Self.maximumVariables {
            report(
                .error, at: declared.path.position,
                "env has \(variables.count) variables, and at most \(Self.maximumVariables) are set",
                "set the others in a script of your own")
            return nil
        }
        return variables
    }

    private mutating func directory(_ text: Sourced<String>, capturing captures: Set<String>, _ pattern: PathPattern)
        -> Template?
    {
        // A query key may be missing from a link, and then there would be no directory to start in.
        guard let template = template(text, capturing: captures, of: pattern) else { return nil }
        if let problem = Self.problem(ofDirectory: template) {
            report(.error, at: text.position, problem.what, problem.remedy)
            return nil
        }
        return template
    }

    private static func problem(ofDirectory template: Template) -> (what: String, remedy: String)? {
        guard case .text(let head)? = template.parts.first else {
            guard let name = template.names.first else {
                return ("directory is empty", "drop it, or write a directory")
            }
            return ("{\(name)} would choose any directory", "begin with one of yours: directory = \"~/src/{\(name)}\"")
        }
        guard head == "~" && template.names.isEmpty || head.hasPrefix("/") || head.hasPrefix("~/") else {
            return ("directory \"\(template)\" depends on where the client was started", "begin it with / or ~/")
        }
        if let name = template.names.first, head == "/" {
            return (
                "{\(name)} would choose any directory", "name one of yours before it: directory = \"/srv/{\(name)}\""
            )
        }
        return nil
    }
}
