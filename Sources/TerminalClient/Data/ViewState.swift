/// How a screen was being looked at: what must not be lost when it is left or rebuilt.
struct ViewState: Equatable, Sendable {
    /// The first visible row.
    var top = 0
    /// How far it is scrolled sideways.
    var column = 0
    var wraps = true
    /// Whether it stood at its end, and followed it.
    var atEnd = false
    /// Whether it follows its end; nil: as its table says.
    var follows: Bool?
    /// What is searched in a text.
    var search: String?
    /// What a list is filtered by.
    var filter: String?
    /// The selected cell of a list.
    var selection: Int64?
}
