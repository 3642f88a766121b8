internal import JSON
internal import Posix

/// What a remote daemon gave this device when it let it in.
struct DeviceToken: Equatable {
    /// The socket over which it was given.
    var remote: String
    /// Whose inbox it opens, by the name that the daemon says.
    var owner: String
    /// That name as it was asked for; nil: nobody's in particular.
    var asked: String?
    /// What this device is called there.
    var device: String
    /// What is shown to be let in again.
    var token: String
}

/// The tokens of this user's devices, in a file that only he may read. It is read each time, so that two clients do not
/// undo each other's work; a reader or a crash finds the old file or the new one, whole.
final class DeviceTokens {
    /// The most tokens that are kept; the one used longest ago goes first.
    static let limit = 64
    /// A larger file is not ours.
    private static let fileLimit = 64 << 10

    /// Why the file is not used; each says what to do.
    enum Fault: Error, Equatable, CustomStringConvertible {
        case exposed(path: String, mode: String)
        case another(path: String, uid: UInt32)
        case broken(path: String, String)
        case system(SystemError)

        var description: String {
            switch self {
            case .exposed(let path, let mode):
                "\(path) has mode \(mode), so others may have read its tokens: chmod 600 it, and have the owner revoke what "
                    + "it names (deeplinkctl devices revoke DEVICE)"
            case .another(let path, let uid): "\(path) belongs to uid \(uid): move it away and sign up again"
            case .broken(let path, let why): "\(path) cannot be understood (\(why)): move it away and sign up again"
            case .system(let error): "\(error)"
            }
        }
    }

    private let path: String

    init(path: String) {
        self.path = path
    }

    /// All of them, the one used last at the end; none when there is no file.
    func read() throws(Fault) -> [DeviceToken] {
        let content: Files.Content
        do {
            content = try Files.read(path, limit: Self.fileLimit, followingLinks: false)
        } catch {
            if error.isNotFound { return [] }
            throw .system(error)
        }
        guard content.facts.owner == Environment.system.uid else {
            throw .another(path: path, uid: content.facts.owner)
        }
        guard content.facts.mode & 0o077 == 0 else {
            throw .exposed(path: path, mode: String(content.facts.mode, radix: 8))
        }
        return try parse(content.bytes)
    }

    /// What opens a remote daemon: the one of that owner, or the one used last.
    func token(for remote: String, owner: String?) throws(Fault) -> DeviceToken? {
        try read().last { $0.remote == remote && (owner == nil || $0.owner == owner || $0.asked == owner) }
    }

    /// Keeps a token in place of an older one of the same inbox, or notes that it was used last.
    func keep(_ token: DeviceToken) throws(Fault) {
        let before = try read()
        guard before.last != token else { return }
        let others = before.filter { $0.remote != token.remote || $0.owner != token.owner }
        do {
            try Files.makeDirectories(Files.directory(of: path), mode: 0o700)
            try Files.writeAtomically(Self.written((others + [token]).suffix(Self.limit)), to: path, mode: 0o600)
        } catch {
            throw .system(error)
        }
    }

    private static func written(_ tokens: some Sequence<DeviceToken>) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { file in
            file.member(
                "tokens",
                array: { list in
                    for token in tokens {
                        list.object { entry in
                            entry.member("remote", token.remote)
                            entry.member("owner", token.owner)
                            entry.member("asked", ifPresent: token.asked)
                            entry.member("device", token.device)
                            entry.member("token", token.token)
                        }
                    }
                })
        }
        return writer.bytes
    }

    private func parse(_ bytes: [UInt8]) throws(Fault) -> [DeviceToken] {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: bytes)
        } catch {
            throw .broken(path: path, "\(error)")
        }
        var tokens: [DeviceToken] = []
        for entry in document.root["tokens"]?.elements ?? [] {
            guard let remote = entry["remote"]?.string, let owner = entry["owner"]?.string,
                let device = entry["device"]?.string, let token = entry["token"]?.string
            else { throw .broken(path: path, "byte \(entry.offset): an entry lacks a text") }
            tokens.append(
                DeviceToken(
                    remote: remote, owner: owner, asked: entry["asked"]?.string, device: device, token: token))
        }
        return tokens
    }
}
