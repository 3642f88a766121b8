internal import Posix
internal import Routing
internal import Terminal

/// The client's scenes.
final class AppSceneFactory: SceneFactory {
    private let tabBars: () -> TabBarModuleBuilder
    private let navigation: NavigationFactory
    private let starter: DaemonStarter
    private let signUps: SignUpBuilder
    private let link: DaemonLink
    private let redraw: Redraw

    init(
        tabBars: @escaping () -> TabBarModuleBuilder, navigation: NavigationFactory, starter: DaemonStarter,
        signUps: SignUpBuilder,
        link: DaemonLink, redraw: Redraw
    ) {
        self.tabBars = tabBars
        self.navigation = navigation
        self.starter = starter
        self.signUps = signUps
        self.link = link
        self.redraw = redraw
    }

    func makeScene(for type: SceneType) -> any Scene {
        switch type {
        case .connecting(let since): return connecting(since)
        case .main(let tabs):
            let bar = tabBars().build(tabs)
            return MainScene(tabs: tabs, tabBar: bar, outer: navigation.makeStack { _ in bar })
        case .login(let device): return SignUpScene(.login, signUps.build(device: device, isLogin: true))
        case .signup: return SignUpScene(.signup, signUps.build(device: "", isLogin: false))
        case .updateRequired(let message, let daemon):
            let model = UpdateRequiredViewModel(
                message: message, ours: link.place.versions, daemon: daemon, place: .init(of: link.place))
            let module = BoundModule(
                model, state: 0, view: UpdateRequiredView(), place: .scene, title: "Update required",
                changed: redraw.request)
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
