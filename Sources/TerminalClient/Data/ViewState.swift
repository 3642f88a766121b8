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
    /// What a list is filtered by, as it was typed.
    var filter: String?
    /// The selected cell of a list; `top` is then how far down the screen it stood.
    var selection: Int64?
    /// The version at which that cell stood: where in the list to begin.
    var position: Int64?
}
