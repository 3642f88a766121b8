// From `deeplink.toml` to its meaning.
internal import Routing
internal import Toml

/// Reads one document.
struct ClientReader {
    private(set) var configuration = ClientConfiguration()
    private(set) var findings: [Finding] = []

    init(_ document: TomlDocument) {
        let start = SourcePosition(file: document.file, line: 1, column: 1)
        var file = TableFields(document.root, of: "deeplink.toml", at: start)
        let version = file.integer("version", required: "write version = 1 at the top")
        if let version, version.value != 1 {
            file.report(
                at: version.position, "version \(version.value) of deeplink.toml is not known here",
                "write version = 1, or update deeplink; the file is skipped")
            findings += file.findings
            return
        }
        let hosts = file.tablesByName("host")
        findings += file.findings + file.unknown()
        for (name, fields) in hosts { read(fields, of: name) }
    }

    private mutating func read(_ host: TableFields, of name: String) {
        var fields = host
        let prefix = fields.texts(
            "prefix", required: "say how to reach its shell: prefix = [\"ssh\", \"\(name)\", \"--\"]")
        let socket = fields.text("socket")
        if fields.hasUnreadable(["socket"]) {
            // reported already; a prefix without the bound that was meant is not used
        } else if let socket, !socket.value.hasPrefix("/") {
            fields.report(at: socket.position, "socket is no absolute path", "write what deeplink --remote is given")
        } else if !Self.isHost(name) {
            fields.report(
                at: fields.position, "\"\(name.prefix(64))\" is no name of a machine",
                "write what hostname prints there, in quotes if it has dots: [host.\"web1.example\"]")
        } else if let prefix, prefix.value.count > ClientConfiguration.maximumWords {
            fields.report(
                at: prefix.position,
                "prefix has \(prefix.value.count) words, and at most "
                    + "\(ClientConfiguration.maximumWords) are read", "write a script of your own and name it")
        } else if let empty = prefix?.value.first, empty.value.isEmpty {
            fields.report(at: empty.position, "prefix names no program", "begin it with one: \"ssh\"")
        } else if configuration.hosts.count == ClientConfiguration.maximumHosts {
            fields.report(
                at: fields.position, "there are more than \(ClientConfiguration.maximumHosts) machines",
                "keep those you use")
        } else if let prefix, fields.unknown().isEmpty {
            configuration.hosts[name] = ClientConfiguration.Host(
                prefix: prefix.value.map(\.value), socket: socket?.value)
        }
        findings += fields.findings + fields.unknown()
    }

    /// 1 to 255 of letters, digits, `.`, `-` and `_`.
    private static func isHost(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
                    || [0x2D, 0x2E, 0x5F].contains(byte)
            }
    }
}
