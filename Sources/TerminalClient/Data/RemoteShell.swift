internal import Routing

/// The one place where words are put together for a shell: that of another machine, which reads one line. A POSIX shell
/// (sh, bash, dash, ksh, zsh) reads it back as exactly these words.
enum RemoteShell {
    /// A command as one line; `~/` is the home over there.
    static func line(_ invocation: Invocation) -> String {
        var line = "exec "
        if !invocation.environment.isEmpty {
            // env takes what has a `=` and no dash before it for a variable, and the program is the table's.
            line += "env " + invocation.environment.map { quote("\($0.name)=\($0.value)") + " " }.joined()
        }
        line += invocation.arguments.map(quote).joined(separator: " ")
        guard let directory = invocation.directory else { return line }
        return "cd -- \(place(directory)) && \(line)"
    }

    /// A word as the shell reads it back: between single quotes nothing means anything but the single quote.
    static func quote(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    private static func place(_ directory: String) -> String {
        if directory == "~" { return #""$HOME""# }
        guard directory.hasPrefix("~/") else { return quote(directory) }
        return #""$HOME""# + quote(String(directory.dropFirst()))
    }
}
