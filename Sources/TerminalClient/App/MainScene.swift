internal import Routing
internal import Terminal

/// The client with a daemon: a navigation stack around the tab bar, and the chrome around that. The outer stack holds
/// what no tab owns.
final class MainScene: Scene {
    let tabs: [Tab]
    let tabBar: TabBar
    /// The tab bar at its bottom.
    let outer: NavigationStack

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
    func perform(_ action: Action) { outer.top.perform(action) }

    func draw(rows: Int, columns: Int) -> Frame {
        chrome.draw(rows: rows, columns: columns) { [outer] in outer.top.draw(rows: $0, columns: $1) }
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
        return NavigationState(outer: over, selectedTab: selectedTab.id, stacks: stacks)
    }

    func stack(of tab: String) -> NavigationStack? {
        tabs.firstIndex { $0.id == tab }.map { tabBar.stacks[$0] }
    }

    private var chrome: Chrome {
        Chrome(
            items: tabBar.items, selected: tabBar.selected, isTabBarOnTop: outer.modules.count == 1, trail: trail,
            banner: banner, unread: tabBar.items.reduce(0) { $0 + $1.badge }, notice: notice, trouble: trouble,
            hint: top.hint)
    }

    private var trail: [String] {
        if outer.modules.count > 1 { return outer.modules.dropFirst().map(\.title) }
        return [selectedTab.title] + tabBar.selectedStack.modules.dropFirst().map(\.title)
    }
}
