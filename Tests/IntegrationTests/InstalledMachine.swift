import Client
import Posix
import Routing
import Testing
import Wire

/// A place with programs and shipped tables below `usr`, and a user's below `.config`: nobody says where tables are.
final class InstalledMachine {
    /// What `check` says when it has nothing to say.
    static let clean = ""
    /// Tables in /etc would be a layer between the two that a test writes.
    static var hasTablesOfItsOwn: Bool { (try? Files.exists("/etc/deeplinkd")) ?? true }

    private let place: Workplace
    private var daemon: RunningDaemon?
    private var packages: String { place.directory + "/usr/lib/deeplinkd/routes.d" }
    private var users: String { place.directory + "/.config/deeplinkd/routes.d" }
    private var programs: String { place.directory + "/usr/bin" }

    init() throws {
        place = try Workplace()
        for folder in [packages, users, programs] { try Files.makeDirectories(folder, mode: 0o755) }
        for program in ["deeplinkd", "deeplinkctl", "deeplink"] {
            #expect(try Programs.run(["cp", Programs.path(program), programs], in: place).status == .exited(0))
        }
        let shipped = "\(Documents.package)/config/routes.d"
        for name in try Files.list(shipped) {
            try Files.writeAtomically(
                Files.read("\(shipped)/\(name)", limit: 1 << 20).bytes, to: "\(packages)/\(name)")
        }
    }

    func package(_ name: String, _ text: String) throws {
        try Files.writeAtomically(Array(text.utf8), to: "\(packages)/\(name)")
    }

    func user(_ name: String, _ text: String) throws {
        try Files.writeAtomically(Array(text.utf8), to: "\(users)/\(name)")
    }

    func mask(_ name: String) throws { try Files.makeSymbolicLink("/dev/null", at: "\(users)/\(name)") }

    // MARK: The programs

    private var sockets: [String] {
        ["--notify", place.notify, "--client", place.client, "--state", place.state]
    }

    private func run(_ program: String, _ words: String..., options: [String]) throws -> Programs.Ended {
        try Programs.run(
            ["env", "PATH=\(programs):/usr/bin:/bin", "\(programs)/\(program)"] + words + options, in: place)
    }

    func start() throws { daemon = try RunningDaemon(["\(programs)/deeplinkd", "--standalone"] + sockets, in: place) }

    func restart() throws {
        #expect(try running().terminate() == .exited(0))
        try running().restart()
    }

    private func running() throws -> RunningDaemon { try #require(daemon) }

    /// What `check` finds, each path as seen from the place; its last line only counts.
    func check() throws -> String {
        let ended = try run("deeplinkctl", "check", options: [])
        let lines = local(ended.output).split(separator: "\n")
        print("check: \(lines.joined(separator: "\n       "))")
        let count = lines.count - 1
        #expect(ended.status == .exited(count == 0 ? 0 : 1))
        #expect(lines.last?.hasSuffix("\(count) error\(count == 1 ? "" : "s"), 0 warnings") == true)
        return lines.dropLast().joined(separator: "\n")
    }

    @discardableResult func reload(isFine: Bool = true) throws -> String {
        let ended = try run("deeplinkctl", "reload", options: sockets)
        #expect(ended.status == .exited(isFine ? 0 : 1), "\(ended)")
        return local(ended.output)
    }

    private func local(_ text: String) -> String {
        text.split(separator: place.directory + "/", omittingEmptySubsequences: false).joined()
    }

    // MARK: What the daemon has

    /// The newest cell of the kind.
    func cell(_ kind: String) throws -> CellSummary {
        try #require(try running().call(CellsList(kind: kind)).cells.first, "\(kind)")
    }

    /// Where the kind's one cell leads; it comes to be with the first question.
    func lead(_ kind: String) throws -> String {
        if try running().call(CellsList(kind: kind)).cells.isEmpty {
            _ = try running().notify(#"{"kind":"\#(kind)","key":"one"}"#)
        }
        let cell = try cell(kind)
        print("cell \(cell.id): \(kind) leads to \(cell.route.link)")
        return cell.route.link.description
    }

    func tabs() throws -> [String] {
        try running().connect().wait(for: Hello(client: "test 1", role: nil)).table.tabs.map(\.id)
    }

    /// The file is a notification that says what is wrong, and the client that is led there shows what `check` says.
    func expectFault(_ name: String, line: Int, says text: String) throws {
        let cell = try cell("deeplinkd.config")
        #expect(cell.state == "failed" && cell.key == "\(packages)/\(name)")
        #expect(try local(running().call(CellsGet(cell: cell.id)).body).contains(text))
        #expect(cell.route.link.description == "deeplink://system/config")
        let shown = try run("deeplink", "--print", "deeplink://cell/\(cell.id)", options: sockets)
        #expect(shown.status == .exited(0), "\(shown)")
        // The rest of the line is cut at the screen's edge.
        #expect(shown.output.contains("\(packages)/\(name):\(line):"), "\(shown.output)")
    }
}
