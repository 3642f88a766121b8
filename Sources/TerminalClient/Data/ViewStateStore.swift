internal import JSON
internal import Posix
internal import Routing

/// View states by place, the last 200, kept over restarts. Losing them is no fault: what cannot be read is forgotten.
final class ViewStateStore {
    /// The most places remembered; the one left longest ago goes first.
    static let limit = 200
    /// A larger file is not ours.
    private static let fileLimit = 1 << 20

    private let path: String?
    private var states: [String: ViewState] = [:]
    /// Oldest first.
    private var order: [String] = []

    /// - Parameter path: the file; nil keeps nothing over restarts.
    init(path: String?) {
        self.path = path
        load()
    }

    subscript(place: ModulePlace) -> ViewState? {
        get { place.link.flatMap { states[$0.description] } }
        set {
            guard let key = place.link?.description else { return }
            order.removeAll { $0 == key }
            states[key] = newValue
            if newValue != nil { order.append(key) }
            if order.count > Self.limit { states[order.removeFirst()] = nil }
        }
    }

    /// Writes the file; called at the program's end.
    func save() {
        guard let path else { return }
        var writer = JSONWriter()
        writer.object { file in
            file.member("views", array: { list in for key in order { write(key, to: &list) } })
        }
        // Cleanup at the end: a full disk must not keep the program from ending.
        try? Files.writeAtomically(writer.bytes, to: path)
    }

    private func write(_ key: String, to list: inout JSONWriter) {
        guard let state = states[key] else { return }
        list.object { entry in
            entry.member("place", key)
            entry.member("top", state.top)
            entry.member("column", state.column)
            entry.member("wraps", state.wraps)
            entry.member("at_end", state.atEnd)
            entry.member("follows", ifPresent: state.follows)
            entry.member("search", ifPresent: state.search)
            entry.member("filter", ifPresent: state.filter)
            entry.member("selection", ifPresent: state.selection)
            entry.member("position", ifPresent: state.position)
        }
    }

    private func load() {
        guard let path, let document = Self.read(path) else { return }
        for entry in document.root["views"]?.elements?.suffix(Self.limit) ?? [] {
            guard let key = entry["place"]?.string else { continue }
            states[key] = ViewState(
                top: Int(clamping: entry["top"]?.integer ?? 0), column: Int(clamping: entry["column"]?.integer ?? 0),
                wraps: entry["wraps"]?.boolean ?? true, atEnd: entry["at_end"]?.boolean ?? false,
                follows: entry["follows"]?.boolean, search: entry["search"]?.string, filter: entry["filter"]?.string,
                selection: entry["selection"]?.integer, position: entry["position"]?.integer)
            order.append(key)
        }
    }

    private static func read(_ path: String) -> JSONDocument? {
        do {
            return try JSONDocument(parsing: Files.read(path, limit: fileLimit).bytes)
        } catch {
            return nil
        }
    }
}
