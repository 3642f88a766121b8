internal import Routing

/// Builds the tab bar from ready submodules.
final class TabBarModuleBuilder {
    private let scenes: any TabBarSceneFactory
    private let router: TabBarRouter

    init(scenes: any TabBarSceneFactory, router: TabBarRouter) {
        self.scenes = scenes
        self.router = router
    }

    /// The tab bar of a table's tabs, each at its root.
    func build(_ tabs: [Tab]) -> TabBar {
        let bar = TabBar(stacks: tabs.map { scenes.makeRoot(of: $0) })
        router.attachItems(to: bar, tabs: tabs, unread: [:])
        return bar
    }
}
