internal import Text

/// The line at the foot of a text screen in which a search is typed.
struct PaneSearch: Equatable {
    /// What is typed; nil: nothing is being typed.
    private(set) var field: TextField?
    /// What was searched before, for Escape.
    private var before = ""

    /// Whether the keys are text.
    var isOpen: Bool { field != nil }

    /// Takes what belongs to the search; false for everything else. What is typed is marked at once.
    mutating func take(_ event: ScreenEvent, _ pane: inout TextPane) -> Bool {
        switch event {
        case .action(.search) where field == nil:
            before = pane.search?.query ?? ""
            field = TextField(limit: TextSearch.queryLimit)
        case .edit(let edit):
            field?.take(edit)
            pane.search(for: field?.text ?? "")
        case .action(.enter) where isOpen:
            // An empty line ends a search.
            pane.search(for: field?.text ?? "")
            field = nil
        case .action(.back) where isOpen:
            pane.search(for: before)
            field = nil
        // Whatever else is no text does nothing while one is typed.
        case .action where isOpen: break
        default: return false
        }
        return true
    }

    /// The line to draw, at a width.
    func shown(_ columns: Int) -> Line? {
        field.map { Line("/") + $0.shown(max(1, columns - 1)) }
    }
}
