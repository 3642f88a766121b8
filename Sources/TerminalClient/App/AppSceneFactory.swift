internal import Posix
internal import Routing
internal import Terminal

/// The client's scenes.
final class AppSceneFactory: SceneFactory {
    private let tabBars: TabBarModuleBuilder
    private let navigation: NavigationFactory
    private let starter: DaemonStarter
    private let redraw: Redraw

    init(tabBars: TabBarModuleBuilder, navigation: NavigationFactory, starter: DaemonStarter, redraw: Redraw) {
        self.tabBars = tabBars
        self.navigation = navigation
        self.starter = starter
        self.redraw = redraw
    }

    func makeScene(for type: SceneType) -> any Scene {
        switch type {
        case .connecting(let since): return connecting(since)
        case .main(let tabs):
            let bar = tabBars.build(tabs)
            return MainScene(tabs: tabs, tabBar: bar, outer: navigation.makeStack { _ in bar })
        case .updateRequired(let message):
            let module = BoundModule(
                UpdateRequiredViewModel(message: message), state: 0, view: CentredView(), place: .scene,
                title: "Update required", changed: redraw.request)
            return ModuleScene(.updateRequired, module)
        }
    }

    private func connecting(_ since: Int64) -> any Scene {
        let module = BoundModule(
            ConnectingViewModel(), state: ConnectingViewModel.State(since: since), view: CentredView(), place: .scene,
            title: "Connecting", changed: redraw.request)
        module.perform = { [starter, weak module] effect in
            switch effect {
            case .startDaemon: starter.start { text in module?.receive(.starting(text)) }
            }
        }
        return ModuleScene(
            .connecting, module, noteLoss: { [weak module] in module?.receive(.lost($0)) })
    }
}
