// From directories to a table. Daemon and client read the same files each for itself, since a command never crosses
// the socket: so both load through here, and agree on the version when they saw the same. A bad file costs itself only:
// it is named in the findings, the rest loads. A file's name stands for it in all layers: the highest that has the name
// gives the file, also where it is bad or a link to /dev/null, so that what serves never depends on a mistake above it.
public import Posix
public import Routing
internal import Toml

/// Finds the table files of a machine, reads those that may be trusted, and makes the table.
public struct TableLoader: Sendable {
    /// More files in one `routes.d` are not read.
    public static let maxFiles = 256

    /// The layers, highest first: the `routes.d/*.toml` of all of them are one table.
    public let directories: [String]
    /// Whose files are believed, besides root's.
    public let trustedUIDs: Set<UInt32>

    /// A loader for these directories, the highest first.
    public init(directories: [String], trustedUIDs: Set<UInt32>) {
        self.directories = directories
        self.trustedUIDs = trustedUIDs.union([0])
    }

    /// The standard layers: the user's own, the machine's, and the shipped one, `../lib/deeplinkd` from the program's
    /// folder. The system's service, and whoever speaks with it, has no user's. `override` (of `--config`) replaces all.
    public static func directories(
        in environment: Environment, program: String, override: String? = nil, ofSystem isOfSystem: Bool = false
    ) -> [String] {
        if let override { return [override] }
        var directories = isOfSystem ? [] : users(in: environment).map { ["\($0)/deeplinkd"] } ?? []
        directories.append("/etc/deeplinkd")
        if program.hasPrefix("/") {
            let prefix = Files.directory(of: Files.directory(of: program))
            directories.append(prefix == "/" ? "/lib/deeplinkd" : "\(prefix)/lib/deeplinkd")
        }
        return directories
    }

    private static func users(in environment: Environment) -> String? {
        if let configuration = environment["XDG_CONFIG_HOME"], configuration.hasPrefix("/") { return configuration }
        return environment.home.map { "\($0)/.config" }
    }

    /// Reads the files and makes the table. Never fails: what cannot be used is among the findings. `draft` is judged
    /// as if it stood in the highest layer already.
    public func load(with draft: TableDraft? = nil) -> LoadedTable {
        var findings: [Finding] = []
        var layers: [[TableFile]] = []
        var used: [String] = []
        var taken: Set<String> = []
        for (index, directory) in directories.enumerated() {
            let draft = index == 0 ? draft : nil
            let names = tableNames(in: directory, &findings) ?? []
            if draft == nil, names.isEmpty { continue }
            used.append(directory)
            let folder = "\(directory)/routes.d"
            var files: [TableFile] = []
            if names.isEmpty || judgeFolder(folder, &findings) {
                files = names.filter { taken.insert($0).inserted && !Self.isMask("\(folder)/\($0)") }
                    .compactMap { readTrusted(name: $0, in: folder, &findings) }
            }
            if let draft, let file = TableFile.draft(draft, in: folder, &findings) { files.append(file) }
            layers.insert(files.sorted { $0.name < $1.name }, at: 0)
        }
        if used.isEmpty {
            return LoadedTable(table: .builtIn, findings: findings.inFileOrder(), directories: [], files: [])
        }
        return Self.table(of: layers, directories: used, findings)
    }

    /// A link to /dev/null hides the files of its name below.
    private static func isMask(_ path: String) -> Bool {
        do throws(SystemError) {
            guard try Files.facts(path, followingLinks: false).kind == .symbolicLink else { return false }
            return try Files.facts(path).identity == Files.facts("/dev/null").identity
        } catch {
            return false  // reading it says what is wrong
        }
    }

    /// Lints files given by name, together one table, whoever owns them.
    public static func check(files paths: [String]) -> [Finding] {
        var findings: [Finding] = []
        let files = paths.compactMap { TableFile.read($0, &findings) }
        return table(of: [files], directories: [], findings).findings
    }

    /// The table of files that were read, the lowest layer first.
    private static func table(of layers: [[TableFile]], directories: [String], _ findings: [Finding]) -> LoadedTable {
        var reader = TableReader()
        var version = TableVersion()
        for (index, files) in layers.enumerated() {
            if index > 0 { version.beginLayer() }
            reader.layer = index
            for file in files {
                reader.read(file.document)
                version.add(name: file.name, bytes: file.bytes)
            }
        }
        let (table, lint) = RouteTable.compile(reader.declaration, version: version.text)
        return LoadedTable(
            table: table, findings: (findings + reader.findings + lint).inFileOrder(), directories: directories,
            files: layers.joined().map(\.document.file))
    }
}

extension TableLoader {
    /// The names of a directory's table files in order; nil when it has none, or cannot be looked into.
    private func tableNames(in directory: String, _ findings: inout [Finding]) -> [String]? {
        let folder = "\(directory)/routes.d"
        do throws(SystemError) {
            let names = try Files.list(folder).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
            if names.count > Self.maxFiles {
                findings.append(
                    .unusable(
                        folder, "it has \(names.count) table files, and only the first \(Self.maxFiles) are read",
                        remedy: "join some of them"))
            }
            return names.isEmpty ? nil : Array(names.prefix(Self.maxFiles))
        } catch {
            if !error.isNotFound {
                findings.append(
                    .unusable(folder, "it cannot be listed (\(error.reason))", remedy: "let it be read, or remove it"))
            }
            return nil
        }
    }

    private func judgeFolder(_ folder: String, _ findings: inout [Finding]) -> Bool {
        do throws(SystemError) {
            return judge(try Files.facts(folder), of: folder, &findings)
        } catch {
            findings.append(
                .unusable(folder, "it cannot be looked at (\(error.reason))", remedy: "let it be read, or remove it"))
            return false
        }
    }

    private func readTrusted(name: String, in folder: String, _ findings: inout [Finding]) -> TableFile? {
        TableFile.read("\(folder)/\(name)", &findings) { facts, findings in
            judge(facts, of: "\(folder)/\(name)", &findings)
        }
    }

    /// Whoever can write a table can make its readers run commands.
    func judge(_ facts: FileFacts, of path: String, _ findings: inout [Finding]) -> Bool {
        if !trustedUIDs.contains(facts.owner) {
            findings.append(
                .unusable(
                    path, "it belongs to uid \(facts.owner), whose tables are not trusted",
                    remedy: "give it to root or to the user who runs this program"))
            return false
        }
        if facts.isWritableByOthers {
            findings.append(
                .unusable(path, "others than its owner may write to it", remedy: "chmod go-w \(path)"))
            return false
        }
        return true
    }
}
