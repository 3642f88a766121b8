internal import Routing

/// Makes the root module of each tab, in its stack.
protocol TabBarSceneFactory: AnyObject {
    func makeRoot(of tab: Tab) -> NavigationStack
}

/// The tabs as `hello` gave them, each at the root that its table names.
final class TableTabBarSceneFactory: TabBarSceneFactory {
    private let builders: ModuleBuilders
    private let navigation: NavigationFactory

    init(builders: ModuleBuilders, navigation: NavigationFactory) {
        self.builders = builders
        self.navigation = navigation
    }

    func makeRoot(of tab: Tab) -> NavigationStack {
        builders.makeRoot(of: tab, navigation)
    }
}
