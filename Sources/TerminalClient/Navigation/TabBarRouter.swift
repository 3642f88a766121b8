internal import Routing

/// Attaches the tabs' items to the tab bar, and nothing else.
final class TabBarRouter {
    /// Titles, digits and badges of the tabs, in their order.
    func attachItems(to bar: TabBar, tabs: [Tab], unread: [String: Int]) {
        bar.attach(
            tabs.enumerated().map { index, tab in
                TabBar.Item(
                    id: tab.id, title: tab.title, digit: index < 9 ? index + 1 : nil, badge: unread[tab.id] ?? 0)
            })
    }
}
