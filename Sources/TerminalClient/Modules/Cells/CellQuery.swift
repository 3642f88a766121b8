internal import Routing
internal import Wire

/// What a user types to narrow a list: `kind:ci state:failed tab:builds unread words…`, in any order. All of it must
/// hold. A kind and a state may be cut short; a word occurs in title, key or text. What is no known `name:` is a word, so a
/// link or a time can be looked for; `text:` makes a word of anything. Pure.
struct CellQuery: Equatable {
    /// What may be typed, for the one who has typed nothing yet.
    static let hint = "kind:  state:  tab:  unread  words"

    private(set) var kind: String?
    private(set) var state: String?
    private(set) var tab: String?
    private(set) var isUnread: Bool?
    private(set) var words: [String] = []

    init(parsing text: String) {
        for word in text.split(whereSeparator: \.isWhitespace) {
            take(String(word))
        }
    }

    /// The last of two that say the same counts. A name whose value is not typed yet asks for nothing.
    private mutating func take(_ word: String) {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? String(parts[1]) : nil
        switch (parts[0].lowercased(), value) {
        case ("unread", nil), ("is", "unread"): isUnread = true
        case ("read", nil), ("is", "read"): isUnread = false
        case ("kind", let value?): kind = value.isEmpty ? kind : value
        case ("state", let value?): state = value.isEmpty ? state : value
        case ("tab", let value?): tab = value.isEmpty ? tab : value
        case ("text", let value?): if !value.isEmpty { words.append(value) }
        default: words.append(word)
        }
    }

    /// What of a list's own cells it lets pass.
    ///
    /// - Parameter tabs: ids and titles; `tab:` takes the beginning of either, upper or lower case alike.
    func filter(within base: CellsFilter, tabs: [(id: String, title: String)]) -> CellsFilter {
        var filter = base
        filter.isUnread = isUnread ?? base.isUnread
        filter.state = state.map(Self.beginning)
        filter.text = text
        if let kind {
            filter.kind = Self.narrowed(base.kind, to: Self.beginning(kind))
        }
        if let tab {
            guard let id = Self.tab(tab, among: tabs), base.tab ?? id == id else { return Self.nothing }
            filter.tab = id
        }
        return filter
    }

    /// No kind is empty.
    private static let nothing = CellsFilter(kind: "")

    private static func beginning(_ value: String) -> String {
        value.hasSuffix("*") ? value : value + "*"
    }

    /// A list of one kind shows no other, whatever is typed.
    private static func narrowed(_ own: String?, to pattern: String) -> String {
        guard let own else { return pattern }
        return own.hasPrefix(pattern.dropLast()) ? own : ""
    }

    private static func tab(_ text: String, among tabs: [(id: String, title: String)]) -> String? {
        let text = text.lowercased()
        if tabs.contains(where: { $0.id == text }) { return text }
        return tabs.first { $0.id.hasPrefix(text) || $0.title.lowercased().hasPrefix(text) }?.id
    }

    /// As many whole words as the protocol takes.
    private var text: String? {
        var text = ""
        for word in words where text.utf8.count + word.utf8.count < CellsFilter.textBytes {
            text += (text.isEmpty ? "" : " ") + word
        }
        return text.isEmpty ? nil : text
    }
}
