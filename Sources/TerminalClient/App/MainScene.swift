internal import Routing
internal import Terminal

/// The client with a daemon: a navigation stack around the tab bar, and the chrome around that. The outer stack holds
/// what no tab owns.
final class MainScene: Scene {
    let tabs: [Tab]
    let tabBar: TabBar
    /// The tab bar at its bottom.
    let outer: NavigationStack

    /// What stands over the screen and takes the keys until it is answered; the screen under it stays as it is.
    private(set) var modal: (any Module)?

    /// What the coordinator has to say around the screen.
    var banner: Chrome.Banner?
    var notice: String?
    var trouble: String?

    init(tabs: [Tab], tabBar: TabBar, outer: NavigationStack) {
        self.tabs = tabs
        self.tabBar = tabBar
        self.outer = outer
    }

    var kind: NavigationState.Scene { .main }

    /// The screen that takes the keys.
    var top: any Module {
        outer.modules.count > 1 ? outer.top : tabBar.selectedStack.top
    }

    var selectedTab: Tab { tabs[tabBar.selected] }

    func show() { outer.setVisible(true) }
    func cover() { outer.setVisible(false) }
    func perform(_ action: Action) { (modal ?? outer.top).perform(action) }
    var takesText: Bool { (modal ?? top).takesText }
    func edit(_ edit: TextEdit) { (modal ?? top).edit(edit) }

    /// Puts a modal over the screen; the one before it is gone.
    func present(_ module: any Module) {
        modal?.cover()
        modal = module
        module.show()
    }

    /// Takes the modal away.
    func closeModal() {
        modal?.cover()
        modal = nil
    }

    func draw(rows: Int, columns: Int) -> Frame {
        chrome.draw(rows: rows, columns: columns) { [outer, modal] rows, columns in
            var frame = outer.top.draw(rows: rows, columns: columns)
            if let over = modal?.draw(rows: rows, columns: columns) {
                frame.put(over, row: (rows - over.rows) / 2, column: (columns - over.columns) / 2)
            }
            return frame
        }
    }

    /// Where this scene stands, in the planner's words.
    var state: NavigationState {
        var stacks: [String: [ScreenPath]] = [:]
        for (tab, stack) in zip(tabs, tabBar.stacks) {
            stacks[tab.id] = stack.modules.compactMap { module in
                if case .screen(_, let path) = module.place { path } else { nil }
            }
        }
        let over = outer.modules.compactMap { module in
            if case .outer(let screen) = module.place { screen } else { nil as NavigationState.OuterScreen? }
        }
        return NavigationState(
            outer: over, selectedTab: selectedTab.id, stacks: stacks, hasModal: modal != nil,
            hasTextField: takesText)
    }

    func stack(of tab: String) -> NavigationStack? {
        tabs.firstIndex { $0.id == tab }.map { tabBar.stacks[$0] }
    }

    private var chrome: Chrome {
        Chrome(
            items: tabBar.items, selected: tabBar.selected, isTabBarOnTop: outer.modules.count == 1, trail: trail,
            banner: banner, unread: tabBar.items.reduce(0) { $0 + $1.badge }, notice: notice, trouble: trouble,
            hint: (modal ?? top).hint)
    }

    private var trail: [String] {
        if outer.modules.count > 1 { return outer.modules.dropFirst().map(\.title) }
        return [selectedTab.title] + tabBar.selectedStack.modules.dropFirst().map(\.title)
    }
}
