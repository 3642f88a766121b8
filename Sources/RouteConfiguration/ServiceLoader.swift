// `deeplinkd.toml` is one file, not layers: the highest directory that has one gives it whole, so that what an
// administrator wrote is all there is to know about who may do what.
internal import Posix
public import Routing
internal import Toml

/// What a `deeplinkd.toml` came to.
public struct LoadedService: Sendable, Equatable {
    /// What it says; what a finding calls an error is left out of it.
    public let configuration: ServiceConfiguration
    /// In the order of lines; empty when nothing is to be said.
    public let findings: [Finding]
    /// The file; nil: there is none, and nothing is allowed.
    public let file: String?

    /// Whether it is the file whole: warnings only, or nothing.
    public var isWhole: Bool { !findings.contains { $0.severity == .error } }
}

/// Finds, reads and judges `deeplinkd.toml`.
public struct ServiceLoader: Sendable {
    /// The file's name in its directory.
    public static let fileName = "deeplinkd.toml"

    /// Where it may be, highest first.
    public let directories: [String]
    /// Whose file is believed, besides root's.
    public let trustedUIDs: Set<UInt32>
    private let names: NameService

    /// A loader for these directories, the highest first.
    public init(directories: [String], trustedUIDs: Set<UInt32>, names: NameService = .system) {
        self.directories = directories
        self.trustedUIDs = trustedUIDs.union([0])
        self.names = names
    }

    /// Reads the file. Never fails: what cannot be used is among the findings, and allows nothing.
    public func load() -> LoadedService {
        for directory in directories {
            let path = "\(directory)/\(Self.fileName)"
            do throws(SystemError) {
                _ = try Files.facts(path, followingLinks: false)
            } catch {
                if error.isNotFound { continue }
                let finding = Finding.unusable(
                    path, "it cannot be looked at (\(error.reason))", remedy: "let it be read, or remove it")
                return LoadedService(configuration: ServiceConfiguration(), findings: [finding], file: path)
            }
            return read(path)
        }
        return LoadedService(configuration: ServiceConfiguration(), findings: [], file: nil)
    }

    /// Lints a file given by name, whoever owns it.
    public static func check(file path: String, names: NameService = .system) -> [Finding] {
        var findings: [Finding] = []
        guard let file = TableFile.read(path, &findings) else { return findings }
        return ServiceReader(file.document, names: names).findings.inFileOrder()
    }

    /// Whom a client believes as the system's daemon: `service_user`. Asks for no other name.
    public static func serviceUIDs(directories: [String]) -> Set<UInt32> {
        let nobody = NameService(uid: { _ throws(SystemError) in nil }, group: { _ throws(SystemError) in nil })
        let user = ServiceLoader(directories: directories, trustedUIDs: [], names: nobody).load()
            .configuration.serviceUser
        // Who cannot be looked up is not believed.
        let uid = try? UserDatabase.uid(of: user)
        return uid.map { [$0] } ?? []
    }

    private func read(_ path: String) -> LoadedService {
        var findings: [Finding] = []
        let file = TableFile.read(path, &findings) { facts, findings in judge(facts, path, &findings) }
        guard let file else {
            return LoadedService(configuration: ServiceConfiguration(), findings: findings, file: path)
        }
        let reader = ServiceReader(file.document, names: names)
        return LoadedService(
            configuration: reader.configuration, findings: (findings + reader.findings).inFileOrder(), file: path)
    }

    /// Whoever can write it decides who reads whose inbox.
    private func judge(_ facts: FileFacts, _ path: String, _ findings: inout [Finding]) -> Bool {
        if !trustedUIDs.contains(facts.owner) {
            findings.append(
                .unusable(
                    path, "it belongs to uid \(facts.owner), whose word does not count here",
                    remedy: "give it to root"))
            return false
        }
        if facts.isWritableByOthers {
            findings.append(.unusable(path, "others than its owner may write to it", remedy: "chmod go-w \(path)"))
            return false
        }
        return true
    }
}
