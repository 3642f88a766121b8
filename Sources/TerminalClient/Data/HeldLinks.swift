internal import JSON
internal import Posix
internal import Routing

/// A link that the user asked to go to, kept until the daemon has it.
struct HeldLink: Equatable {
    /// How long a link may wait, in milliseconds: one day.
    static let patience: Int64 = 24 * 60 * 60 * 1_000

    /// The socket behind which it leads somewhere.
    var socket: String
    /// Whose inbox it is for; nil: that of whoever comes in there first.
    var owner: String?
    var link: DeepLink
    /// What the open is known by: asked for again after a kill, it is the same one.
    var id: String
    /// Until when it is of use, in milliseconds since 1970.
    var expires: Int64

    static let expiryReason = "waited longer than a day and was not opened"

    /// What is left of a link that waited too long: a notification that leads there. Its id makes it one, however often it
    /// is sent.
    var expiryEvent: Event {
        Event(
            kind: "deeplink.link", state: "expired", key: id, id: id, source: "deeplink",
            title: "A link \(Self.expiryReason)", body: link.description, link: link)
    }

    /// Whether it is meant for an inbox.
    func isFor(_ names: [String?], at socket: String) -> Bool {
        self.socket == socket && (owner == nil || names.contains(owner))
    }
}

/// The links that wait, one for each inbox, in a file: they outlive the client, the daemon and every scene between. A
/// newer link takes an older one's place.
final class HeldLinks {
    /// The most links that wait.
    static let limit = 16
    private static let fileLimit = 64 << 10

    private let path: String

    init(path: String) {
        self.path = path
    }

    /// Those that wait, oldest first. A file that cannot be read holds none.
    var all: [HeldLink] {
        do {
            let file = try JSONDocument(parsing: Files.read(path, limit: Self.fileLimit).bytes)
            return (file.root["held"]?.elements ?? []).compactMap(Self.read)
        } catch {
            return []
        }
    }

    /// Keeps a link until it is removed.
    func hold(_ link: HeldLink) throws(SystemError) {
        let others = all.filter { $0.socket != link.socket || $0.owner != link.owner }
        try Files.makeDirectories(Files.directory(of: path), mode: 0o700)
        try write((others + [link]).suffix(Self.limit))
    }

    /// Says whose a link is, that was for whoever comes in first.
    func settle(_ id: String, owner: String) throws(SystemError) {
        let links = all
        guard links.contains(where: { $0.id == id && $0.owner == nil }) else { return }
        try write(
            links.map { link in
                var link = link
                if link.id == id { link.owner = owner }
                return link
            })
    }

    /// The daemon has it, or nobody wants it any more.
    func remove(_ id: String) throws(SystemError) {
        let links = all
        guard links.contains(where: { $0.id == id }) else { return }
        try write(links.filter { $0.id != id })
    }

    private func write(_ links: some Sequence<HeldLink>) throws(SystemError) {
        var writer = JSONWriter()
        writer.object { file in
            file.member(
                "held",
                array: { list in
                    for link in links {
                        list.object { entry in
                            entry.member("id", link.id)
                            entry.member("socket", link.socket)
                            entry.member("owner", ifPresent: link.owner)
                            entry.member("link", link.link.description)
                            entry.member("expires", link.expires)
                        }
                    }
                })
        }
        try Files.writeAtomically(writer.bytes, to: path)
    }

    private static func read(_ entry: JSONNode) -> HeldLink? {
        guard let id = entry["id"]?.string, let socket = entry["socket"]?.string, let text = entry["link"]?.string,
            let expires = entry["expires"]?.integer
        else { return nil }
        do throws(LinkFailure) {
            return HeldLink(
                socket: socket, owner: entry["owner"]?.string, link: try DeepLink(parsing: text), id: id,
                expires: expires)
        } catch {
            return nil
        }
    }
}
