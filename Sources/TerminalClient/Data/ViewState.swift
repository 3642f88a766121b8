/// How a screen was being looked at: what must not be lost when it is left or rebuilt.
struct ViewState: Equatable, Sendable {
    /// The first visible row.
    var top = 0
    /// How far it is scrolled sideways.
    var column = 0
    var wraps = true
    /// Whether it followed its end.
    var atEnd = false
    /// The selected cell of a list.
    var selection: Int64?
}
