internal import Terminal

/// The tab bar: holds the submodules it was given, which one is selected, and their items. No logic of its own: it loads
/// nothing and makes no screen.
final class TabBar: Module {
    /// What is shown of a tab.
    struct Item: Equatable {
        var id: String
        var title: String
        /// The key that selects it, `1` … `9`; nil for the tenth and further.
        var digit: Int?
        /// Unread cells whose route is this tab.
        var badge: Int
    }

    let stacks: [NavigationStack]
    private(set) var items: [Item] = []
    private(set) var selected = 0
    private var isVisible = false

    init(stacks: [NavigationStack]) {
        precondition(!stacks.isEmpty, "a table has at least the fallback's tab")
        self.stacks = stacks
    }

    var place: ModulePlace { .tabBar }
    var title: String { "" }
    var hint: String? { selectedStack.top.hint }
    var selectedStack: NavigationStack { stacks[selected] }

    func attach(_ items: [Item]) {
        precondition(items.count == stacks.count, "each submodule has one item")
        self.items = items
    }

    /// Selects a tab; the one that is selected already goes to its root.
    func select(_ index: Int) {
        guard stacks.indices.contains(index) else { return }
        if index == selected {
            selectedStack.pop(toDepth: 1)
            return
        }
        selectedStack.setVisible(false)
        selected = index
        selectedStack.setVisible(isVisible)
    }

    func show() {
        isVisible = true
        selectedStack.setVisible(true)
    }

    func cover() {
        isVisible = false
        selectedStack.setVisible(false)
    }

    func perform(_ action: Action) {
        selectedStack.top.perform(action)
    }

    var takesText: Bool { selectedStack.top.takesText }

    func edit(_ edit: TextEdit) {
        selectedStack.top.edit(edit)
    }

    func draw(rows: Int, columns: Int) -> Frame {
        selectedStack.top.draw(rows: rows, columns: columns)
    }
}
