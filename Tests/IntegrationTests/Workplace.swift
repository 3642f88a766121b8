import Posix
import Testing

/// A directory of its own for one test: runtime directory, state and table of one daemon. It goes with the object.
///
/// Its path is short: a socket's may have 107 bytes.
final class Workplace {
    let directory: String
    var notify: String { directory + "/run/notify.sock" }
    var client: String { directory + "/run/client.sock" }
    var state: String { directory + "/state" }
    var database: String { state + "/inbox.db" }
    var configuration: String { directory + "/config" }

    /// Makes the directory with a table in it.
    init(table: String = Workplace.table) throws {
        let parent = Environment.system["TMPDIR"] ?? "/tmp"
        directory = "\(parent)/dl-\(try RandomBytes.hexadecimal(count: 4))"
        try Files.makeDirectories(directory, mode: 0o700)
        try write(table: table)
    }

    deinit { Self.remove(directory) }

    /// The options that put a program into this place.
    var options: [String] {
        ["--notify", notify, "--client", client, "--state", state, "--config", configuration]
    }

    /// What the programs see: nothing of the user's.
    var environment: [String] {
        [
            "PATH=/usr/bin:/bin", "HOME=\(directory)", "TMPDIR=\(directory)", "XDG_RUNTIME_DIR=\(directory)/xdg",
            "LANG=C.UTF-8", "TERM=xterm-256color",
        ]
    }

    func write(table: String) throws {
        try Files.makeDirectories(configuration + "/routes.d", mode: 0o700)
        try Files.writeAtomically(Array(table.utf8), to: configuration + "/routes.d/test.toml")
    }

    /// The permission bits of a file below the directory.
    func mode(_ path: String) throws -> UInt32 { try Files.facts(path, followingLinks: false).mode & 0o7777 }

    private static func remove(_ path: String) {
        guard let facts = try? Files.facts(path, followingLinks: false) else { return }
        guard facts.kind == .directory else {
            try? Files.unlink(path)
            return
        }
        for name in (try? Files.list(path)) ?? [] { remove("\(path)/\(name)") }
        try? Files.removeDirectory(path)
    }

    /// Two tabs: one cell whose state decides between them, and the fallback.
    static let table = """
        version = 1

        [[tab]]
        id = "builds"
        title = "Builds"
        root = "prs"
        order = 1

        [[tab]]
        id = "reviews"
        title = "Reviews"
        root = "prs"
        order = 2

        [[tab]]
        id = "messages"
        title = "Messages"
        root = "cells"
        order = 3

        [[screen]]
        tabs = ["builds", "reviews"]
        path = "prs"
        content = "cells"

        [[screen]]
        tabs = ["builds", "reviews"]
        path = "prs/:id"
        title = "pr {id}"
        content = "cell"

        [[screen]]
        tab = "builds"
        path = "prs/:id/checks"
        title = "checks"
        content = "output"

        [[screen]]
        tab = "messages"
        path = "cells"
        content = "cells"

        [[screen]]
        tab = "messages"
        path = "cells/:id"
        content = "cell"

        [[cell]]
        kind = "pr"
        state = "review_requested"
        tab = "reviews"
        path = "prs/{id}"

        [[cell]]
        kind = "pr"
        state = "checks_failed"
        tab = "builds"
        path = "prs/{id}/checks"

        [[cell]]
        kind = "pr"
        tab = "reviews"
        path = "prs/{id}"

        [fallback]
        tab = "messages"
        """
}
