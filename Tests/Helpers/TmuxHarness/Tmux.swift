// A real terminal for tests: one tmux server of its own with one pane, whose contents can be read back as text.

import Posix

/// A pane that runs a shell command; its server ends with it.
public struct Tmux: ~Copyable {
    private let server: String

    /// True when tmux can be run here.
    public static var isInstalled: Bool {
        shell("command -v tmux").contains("/")
    }

    /// Starts a pane of a size. The command is run by `sh`, which stays when it ends.
    public init(rows: Int, columns: Int, command: String, environment: [String: String] = [:]) {
        server = "deeplink-test-\(Environment.system.pid)-\(UInt64.random(in: 0 ... .max))"
        let settings = environment.map { "-e '\($0.key)=\($0.value)'" }.joined(separator: " ")
        Self.shell(
            "tmux -L \(server) -f /dev/null -u new-session -d \(settings) -x \(columns) -y \(rows) sh"
                + " \\; set -g escape-time 0 \\; set -g remain-on-exit on")
        run(command)
    }

    deinit {
        Self.shell("tmux -L \(server) kill-server")
    }

    /// Types a command line and Enter.
    public func run(_ command: String) {
        Self.shell("tmux -L \(server) send-keys -l \(Self.quoted(command)) \\; send-keys Enter")
    }

    /// Types text as it is, without Enter.
    public func write(_ text: String) {
        Self.shell("tmux -L \(server) send-keys -l \(Self.quoted(text))")
    }

    /// Types keys by tmux's names, one after the other.
    public func type(_ keys: String...) {
        for key in keys {
            Self.shell("tmux -L \(server) send-keys \(Self.quoted(key))")
        }
    }

    /// Gives the window another size.
    public func resize(rows: Int, columns: Int) {
        Self.shell("tmux -L \(server) resize-window -x \(columns) -y \(rows)")
    }

    /// What the pane shows now, without spaces at the ends of rows.
    public var text: String {
        Self.shell("tmux -L \(server) capture-pane -p")
    }

    /// The pane's text once it contains `expected`; what it shows after ten seconds, if it never does.
    public func text(containing expected: String) -> String {
        text { $0.contains(expected) }
    }

    /// The pane's text once it fulfils a condition; what it shows after ten seconds, if it never does.
    public func text(_ isExpected: (String) -> Bool) -> String {
        for _ in 0..<200 {
            let shown = text
            if isExpected(shown) {
                return shown
            }
            Self.shell("sleep 0.05")
        }
        return text
    }

    /// Runs a shell command and returns what it prints; empty when it cannot be run. It starts with no signal blocked, as
    /// from a terminal: the threads that run tests block most of them, and a tmux server that inherited that would never
    /// see its panes end.
    @discardableResult
    public static func shell(_ command: String) -> String {
        do {
            let pipe = try Pipe()
            let null = try FileDescriptor.null()
            var shell = ChildProcess.Command(["/bin/sh", "-c", command])
            (shell.standardInput, shell.standardOutput, shell.standardError) = (null.raw, pipe.writer, null.raw)
            let child = try ChildProcess.spawn(shell)
            pipe.closeWriter()
            let bytes = try pipe.readToEnd(limit: 1 << 24)
            _ = try child.wait()
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            return ""
        }
    }

    /// A word for the shell.
    public static func quoted(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
