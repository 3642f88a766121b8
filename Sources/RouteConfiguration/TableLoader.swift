// From directories to a table. Daemon and client read the same files each for itself, since a command never crosses
// the socket: so both load through here, and agree on the version when they saw the same. A bad file costs itself only:
// it is named in the findings, the rest loads.
public import Posix
public import Routing
internal import Toml

/// Finds the table files of a machine, reads those that may be trusted, and makes the table.
public struct TableLoader: Sendable {
    /// More files in one `routes.d` are not read.
    public static let maxFiles = 256

    /// Where tables may be, highest first. The first with a `routes.d/*.toml` is the table; they are not merged.
    public let directories: [String]
    /// Whose files are believed, besides root's.
    public let trustedUIDs: Set<UInt32>

    /// A loader for these directories, the highest first.
    public init(directories: [String], trustedUIDs: Set<UInt32>) {
        self.directories = directories
        self.trustedUIDs = trustedUIDs.union([0])
    }

    /// The standard list for a user's programs: the user's own, the machine's, and the shipped one, `../lib/deeplinkd`
    /// from the program's folder. `override` (of `--config`) replaces them all.
    public static func directories(in environment: Environment, program: String, override: String? = nil) -> [String] {
        if let override { return [override] }
        var directories: [String] = []
        if let configuration = environment["XDG_CONFIG_HOME"], configuration.hasPrefix("/") {
            directories.append("\(configuration)/deeplinkd")
        } else if let home = environment.home {
            directories.append("\(home)/.config/deeplinkd")
        }
        directories.append("/etc/deeplinkd")
        if program.hasPrefix("/") {
            let prefix = Files.directory(of: Files.directory(of: program))
            directories.append(prefix == "/" ? "/lib/deeplinkd" : "\(prefix)/lib/deeplinkd")
        }
        return directories
    }

    /// Reads the files and makes the table. Never fails: what cannot be used is among the findings.
    public func load() -> LoadedTable {
        var findings: [Finding] = []
        for directory in directories {
            guard let names = tableNames(in: directory, &findings) else { continue }
            let folder = "\(directory)/routes.d"
            let isTrusted = judgeFolder(folder, &findings)
            let files = isTrusted ? names.compactMap { readTrusted(name: $0, in: folder, &findings) } : []
            return Self.table(of: files, directory: directory, findings)
        }
        return LoadedTable(table: .builtIn, findings: findings.inFileOrder(), directory: nil, files: [])
    }

    /// Lints files given by name, together one table, whoever owns them.
    public static func check(files paths: [String]) -> [Finding] {
        var findings: [Finding] = []
        let files = paths.compactMap { TableFile.read($0, &findings) }
        return table(of: files, directory: nil, findings).findings
    }

    /// The table of files that were read.
    private static func table(of files: [TableFile], directory: String?, _ findings: [Finding]) -> LoadedTable {
        var reader = TableReader()
        var version = TableVersion()
        for file in files {
            reader.read(file.document)
            version.add(name: file.name, bytes: file.bytes)
        }
        let (table, lint) = RouteTable.compile(reader.declaration, version: version.text)
        let all = (findings + reader.findings + lint).inFileOrder()
        return LoadedTable(table: table, findings: all, directory: directory, files: files.map(\.document.file))
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
    private func judge(_ facts: FileFacts, of path: String, _ findings: inout [Finding]) -> Bool {
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
