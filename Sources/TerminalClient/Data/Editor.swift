internal import Posix

/// A text in the user's editor: `$VISUAL`, else `$EDITOR`, else vi. What it gets is a copy that only the user can read and
/// that goes when the editor ends: a save never changes what a job printed, and nothing is written back.
final class Editor {
    private let lender: TerminalLender
    private let directory: String
    private let surroundings: Environment

    /// - Parameter directory: where copies are made; the client's state directory.
    init(lender: TerminalLender, directory: String, surroundings: Environment = .system) {
        self.lender = lender
        self.directory = directory
        self.surroundings = surroundings
    }

    /// Shows a text; `say` is told when that fails.
    func show(_ text: String, _ say: @escaping (String) -> Void) {
        let path: String
        do {
            try Files.makeDirectories(directory, mode: 0o700)
            path = "\(directory)/view-\(try RandomBytes.hexadecimal(count: 8)).txt"
            try Files.writeAtomically(Array(text.utf8), to: path, mode: 0o400)
        } catch {
            return say("the editor gets no copy: \(error)")
        }
        lender.run(CommandPlan(words + [path])) { end in
            // Cleanup: a copy that is gone already is what was wanted.
            try? Files.unlink(path)
            if case .failed(let reason) = end { say(reason) }
        }
    }

    /// The editor's words, split at spaces as git and others do, but never through a shell.
    private var words: [String] {
        let text = surroundings["VISUAL"] ?? surroundings["EDITOR"] ?? "vi"
        let words = text.split(separator: " ").map(String.init)
        return words.isEmpty ? ["vi"] : words
    }
}
