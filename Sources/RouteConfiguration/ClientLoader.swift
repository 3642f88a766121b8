// `deeplink.toml` is read in each of the directories that tables are read in, and believed on the same terms: whoever
// writes it says what a user's client runs.
internal import Posix
public import Routing
internal import Toml

/// Finds, reads and judges `deeplink.toml`.
public struct ClientLoader: Sendable {
    /// The file's name in its directory.
    public static let fileName = "deeplink.toml"

    private let tables: TableLoader

    /// A loader for these directories, the highest first: for each machine the highest that names it counts.
    public init(directories: [String], trustedUIDs: Set<UInt32>) {
        tables = TableLoader(directories: directories, trustedUIDs: trustedUIDs)
    }

    /// Reads the files. Never fails: what cannot be used is among the findings.
    public func load() -> LoadedClient {
        var configuration = ClientConfiguration()
        var findings: [Finding] = []
        var files: [String] = []
        for directory in tables.directories {
            let path = "\(directory)/\(Self.fileName)"
            do throws(SystemError) { _ = try Files.facts(path) } catch {
                if !error.isNotFound {
                    findings.append(
                        .unusable(
                            path, "it cannot be looked at (\(error.reason))", remedy: "let it be read, or remove it"))
                }
                continue
            }
            files.append(path)
            let file = TableFile.read(path, &findings) { facts, findings in tables.judge(facts, of: path, &findings) }
            guard let file else { continue }
            let reader = ClientReader(file.document)
            findings += reader.findings
            configuration.hosts.merge(reader.configuration.hosts) { higher, _ in higher }
        }
        return LoadedClient(configuration: configuration, findings: findings.inFileOrder(), files: files)
    }

    /// Lints a file given by name, whoever owns it.
    public static func check(file path: String) -> [Finding] {
        var findings: [Finding] = []
        guard let file = TableFile.read(path, &findings) else { return findings }
        return (findings + ClientReader(file.document).findings).inFileOrder()
    }
}
