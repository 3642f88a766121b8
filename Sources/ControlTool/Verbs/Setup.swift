internal import Client
internal import Posix

extension Verb {
    static let setup = Verb(
        "setup", operands: "units", line: "let every failing unit report itself",
        summary:
            "Gives all services of a manager OnFailure=deeplink-failed@%n.service by one drop-in, so that each that\n"
            + "fails becomes a notification. With --system, or as root, those of the machine, which takes root; with\n"
            + "--user your own. Says what it wrote; --remove takes it away.",
        options: [.remove], perform: Setup.perform)
}

extension Option {
    fileprivate static let remove = Option("remove", help: "take away what setup wrote")
}

/// The drop-in for all services of a manager, and what keeps the reporter from reporting itself.
private struct Setup {
    private static let name = "deeplink-failed.conf"
    private static let text = """
        # Written by `deeplinkctl setup units`; `deeplinkctl setup units --remove` takes it away.
        [Unit]
        OnFailure=deeplink-failed@%n.service

        """

    private let request: Request
    private let isSystem: Bool
    /// Where the administrator of the manager puts units.
    private let units: String

    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        guard try request.operands(1...1, "what to set up: units") == ["units"] else {
            throw request.parsed.wrongOperands(expected: "what to set up: units")
        }
        let setup = try Setup(request)
        if request.parsed.has(.remove) { try setup.remove() } else { try setup.write() }
        try setup.reloadManager()
        return .done
    }

    private init(_ request: Request) throws {
        self.request = request
        let isRoot = request.environment.uid == 0
        isSystem = request.manager == .system || (request.manager == nil && isRoot)
        guard isSystem else {
            let home = request.environment.home.map { "\($0)/.config" } ?? ""
            let configuration = request.environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
            guard configuration.hasPrefix("/") else { throw Failure("you have no home directory", code: .no) }
            units = "\(configuration)/systemd/user"
            return
        }
        guard isRoot else {
            throw Failure(
                "the machine's units are root's to set up", remedy: "run it with sudo, or with --user", code: .no)
        }
        units = "/etc/systemd/system"
    }

    private var dropIn: String { "\(units)/service.d/\(Self.name)" }
    /// A drop-in of the same name for one unit hides the one for all: without it a reporter that fails would start
    /// another, for ever.
    private var mask: String { "\(units)/deeplink-failed@.service.d/\(Self.name)" }

    private func write() throws {
        try Files.makeDirectories(Files.directory(of: mask), mode: 0o755)
        do throws(SystemError) {
            try Files.makeSymbolicLink("/dev/null", at: mask)
        } catch {
            guard error.isAlreadyThere else { throw error }
        }
        try Files.makeDirectories(Files.directory(of: dropIn), mode: 0o755)
        try Files.writeAtomically(Array(Self.text.utf8), to: dropIn, mode: 0o644)
        try request.console.print([
            "\(mask): the reporter does not report itself", "\(dropIn): every service that fails is reported",
        ])
    }

    private func remove() throws {
        for path in [dropIn, mask] {
            do throws(SystemError) {
                try Files.unlink(path)
            } catch {
                guard error.isNotFound else { throw error }
                continue
            }
            try request.console.print("\(path): removed")
            // Others' drop-ins may be beside it.
            try? Files.removeDirectory(Files.directory(of: path))
        }
    }

    private func reloadManager() throws {
        let words = ["systemctl", isSystem ? "--system" : "--user", "daemon-reload"]
        let status = try ChildProcess.spawn(ChildProcess.Command(words)).wait()
        guard status.isSuccess else {
            throw Failure("the manager did not read it", remedy: "run \(words.joined(separator: " "))", code: .no)
        }
        try request.console.print("\(words.joined(separator: " ")): done")
    }
}
