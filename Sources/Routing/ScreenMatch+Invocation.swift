// The argument rules once more, with the values at hand. Lint has judged the table; this judges what came over the
// socket: a daemon that was taken over chooses paths, and so values, but never an option, a program, a directory outside
// what the table names, or a variable that steers programs.

extension ScreenMatch {
    /// The command with its places filled; nil for a screen without one. An argument or variable with a query key that the
    /// path does not give is left out.
    public func invocation() throws(InvocationFailure) -> Invocation? {
        guard !screen.command.isEmpty else { return nil }
        var invocation = Invocation([])
        let words = CommandWords(screen.command)
        for (index, template) in screen.command.enumerated() {
            if !template.names.isEmpty, words.startsOption(at: index) { try judgeBeginning(of: template) }
            if let name = EnvironmentName.steered(byArgument: template) { throw .variable(name) }
            if let argument = try filled(template) { invocation.arguments.append(argument) }
        }
        for variable in screen.manner.environment {
            if !variable.value.names.isEmpty, EnvironmentName.steersPrograms(variable.name) {
                throw .variable(variable.name)
            }
            guard let value = try filled(variable.value) else { continue }
            invocation.environment.append(Invocation.Variable(name: variable.name, value: value))
        }
        if let directory = screen.manner.directory {
            for name in directory.names { try judgeDirectory(name) }
            guard let text = try filled(directory) else { throw .noValue(name: directory.names.first ?? "") }
            invocation.directory = text
        }
        return invocation
    }

    /// nil: it needs a query key that the path does not give.
    private func filled(_ template: Template) throws(InvocationFailure) -> String? {
        do throws(Template.MissingValue) { return try template.filled { value(of: $0) } } catch {
            guard screen.query.contains(error.name) else { throw .noValue(name: error.name) }
            return nil
        }
    }

    private func judgeBeginning(of template: Template) throws(InvocationFailure) {
        guard case .placeholder(let name)? = template.parts.first, screen.manner.plain.contains(name) else {
            throw .option(name: template.names.first ?? "", value: template.description)
        }
        guard let value = value(of: name) else { return }
        if value.isEmpty || value.hasPrefix("-") || value.hasPrefix("+") { throw .option(name: name, value: value) }
    }

    /// A value names one directory in the one that the table names (`*`: one below the other), and never leads out of it.
    private func judgeDirectory(_ name: String) throws(InvocationFailure) {
        guard let value = value(of: name) else { throw .noValue(name: name) }
        let names = name == "*" ? value.split(separator: "/", omittingEmptySubsequences: false) : [Substring(value)]
        if names.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.utf8.contains(UInt8(ascii: "/")) }) {
            throw .directory(name: name, value: value)
        }
    }
}
