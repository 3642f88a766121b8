internal import Routing

/// What the coordinator needs to build the screens that a plan names.
final class ScreenBuilders {
    private let modules: ModuleBuilders
    private let cells: CellsModuleBuilder
    private let help: HelpModuleBuilder
    private let tabBars: TabBarRouter

    init(modules: ModuleBuilders, cells: CellsModuleBuilder, help: HelpModuleBuilder, tabBars: TabBarRouter) {
        self.modules = modules
        self.cells = cells
        self.help = help
        self.tabBars = tabBars
    }

    func build(_ path: ScreenPath, in tab: Tab, on stack: NavigationStack) -> any Module {
        modules.build(path, in: tab, on: stack)
    }

    func build(_ screen: NavigationState.OuterScreen) -> any Module {
        switch screen {
        case .help: help.build()
        case .notifications(let since, let kind): cells.buildNotifications(since: since, kind: kind)
        }
    }

    /// The tabs changed, or their badges.
    func attachItems(to scene: MainScene, unread: [String: Int]) {
        cells.tabs = scene.tabs.map { ($0.id, $0.title) }
        tabBars.attachItems(to: scene.tabBar, tabs: scene.tabs, unread: unread)
    }
}
