internal import Client
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Systemd
internal import Wire

extension Container {
    /// The client's objects. The graph is judged by `check` and built as it is used.
    ///
    /// - Parameters:
    ///   - link: takes the place of the connection to the daemon.
    ///   - scenes: swaps or wraps the scene factory; it is all that decides what a scene looks like.
    static func client(
        _ settings: ClientSettings, loop: EventLoop, clock: Clock, link: DaemonLink? = nil,
        scenes: @escaping (AppSceneFactory) -> any SceneFactory = { $0 }
    ) -> Container {
        let container = Container()
        container.registerData(settings, loop, link)
        container.registerModules(settings, loop, clock)
        container.registerPresentation(settings, loop, clock, scenes)
        return container
    }

    private func registerData(_ settings: ClientSettings, _ loop: EventLoop, _ link: DaemonLink?) {
        register(Redraw.self, .data) { _ in Redraw() }
        register(DeviceTokens.self, .data) { _ in DeviceTokens(path: settings.tokensPath) }
        register(HeldLinks.self, .data) { _ in HeldLinks(path: settings.heldLinksPath) }
        register(DaemonLink.self, .data, needs: [DeviceTokens.self]) {
            link
                ?? DaemonLink(
                    place: settings.place, tokens: $0.resolve(DeviceTokens.self),
                    role: settings.onlyLooks ? nil : .navigator, loop: loop)
        }
        register(EventSender.self, .data) { _ in
            EventSender(path: settings.paths.notify, trust: settings.place.trust, loop: loop)
        }
        register(CellRepository.self, .data, scope: .user, needs: [DaemonLink.self]) {
            CellRepository(link: $0.resolve(DaemonLink.self))
        }
        register(DeviceDesk.self, .data, needs: [DaemonLink.self]) { DeviceDesk(link: $0.resolve(DaemonLink.self)) }
        register(TableCommands.self, .data) { _ in
            TableCommands(
                loader: TableLoader(directories: settings.tableDirectories, trustedUIDs: settings.trustedUIDs),
                client: ClientLoader(directories: settings.ownDirectories, trustedUIDs: settings.trustedUIDs))
        }
        register(TerminalLender.self, .data) { _ in TerminalLender(loop: loop) }
        register(Editor.self, .data, needs: [TerminalLender.self]) {
            Editor(lender: $0.resolve(TerminalLender.self), directory: settings.paths.state)
        }
        register(ViewStateStore.self, .data, scope: .user, needs: [DaemonLink.self]) {
            ViewStateStore(path: settings.viewsPath(owner: $0.resolve(DaemonLink.self).owner))
        }
        register(DaemonStarter.self, .data) { _ in
            DaemonStarter(
                commands: DaemonStarter.Commands(unit: settings.unitCommand, standalone: settings.standaloneCommand),
                loop: loop)
        }
    }

    private func registerModules(_ settings: ClientSettings, _ loop: EventLoop, _ clock: Clock) {
        register(ModuleRouterFactory.self, .presentation) { _ in ModuleRouterFactory() }
        register(
            CellsModuleBuilder.self, .presentation, scope: .user,
            needs: [CellRepository.self, ViewStateStore.self, Redraw.self]
        ) {
            CellsModuleBuilder(
                repository: $0.resolve(CellRepository.self), states: $0.resolve(ViewStateStore.self), clock: clock,
                changed: $0.resolve(Redraw.self).request)
        }
        register(
            CellModuleBuilder.self, .presentation, scope: .user,
            needs: [
                CellRepository.self, DeviceDesk.self, ViewStateStore.self, ModuleRouterFactory.self, Redraw.self,
            ]
        ) {
            CellModuleBuilder(
                repository: $0.resolve(CellRepository.self), devices: $0.resolve(DeviceDesk.self),
                states: $0.resolve(ViewStateStore.self),
                routers: $0.resolve(ModuleRouterFactory.self), changed: $0.resolve(Redraw.self).request)
        }
        register(
            CommandModuleBuilder.self, .presentation, scope: .user,
            needs: [
                TableCommands.self, TerminalLender.self, Editor.self, ViewStateStore.self, ModuleRouterFactory.self,
                Redraw.self,
            ]
        ) {
            CommandModuleBuilder(
                commands: $0.resolve(TableCommands.self), lender: $0.resolve(TerminalLender.self),
                editor: $0.resolve(Editor.self), states: $0.resolve(ViewStateStore.self),
                routers: $0.resolve(ModuleRouterFactory.self), loop: loop, clock: clock,
                changed: $0.resolve(Redraw.self).request)
        }
        let outputs = JobOutputs(directory: settings.paths.jobs, uid: Environment.system.uid)
        register(
            OutputModuleBuilder.self, .presentation, scope: .user,
            needs: [CellRepository.self, Editor.self, ViewStateStore.self, Redraw.self]
        ) {
            OutputModuleBuilder(
                repository: $0.resolve(CellRepository.self), outputs: outputs, editor: $0.resolve(Editor.self),
                states: $0.resolve(ViewStateStore.self),
                changed: $0.resolve(Redraw.self).request)
        }
        register(HelpModuleBuilder.self, .presentation, needs: [Redraw.self]) {
            HelpModuleBuilder(table: .standard, changed: $0.resolve(Redraw.self).request)
        }
        register(
            ModuleBuilders.self, .presentation, scope: .user,
            needs: [
                CellsModuleBuilder.self, CellModuleBuilder.self, CommandModuleBuilder.self, OutputModuleBuilder.self,
                ModuleRouterFactory.self,
            ]
        ) {
            let builders = ModuleBuilders([
                .cells: $0.resolve(CellsModuleBuilder.self), .cell: $0.resolve(CellModuleBuilder.self),
                .command: $0.resolve(CommandModuleBuilder.self), .output: $0.resolve(OutputModuleBuilder.self),
            ])
            $0.resolve(ModuleRouterFactory.self).builders = builders
            return builders
        }
    }

    private func registerPresentation(
        _ settings: ClientSettings, _ loop: EventLoop, _ clock: Clock,
        _ scenes: @escaping (AppSceneFactory) -> any SceneFactory
    ) {
        register(NavigationFactory.self, .presentation) { _ in NavigationFactory() }
        register(TabBarRouter.self, .presentation) { _ in TabBarRouter() }
        register(
            TableTabBarSceneFactory.self, .presentation, scope: .user,
            needs: [ModuleBuilders.self, NavigationFactory.self]
        ) {
            TableTabBarSceneFactory(
                builders: $0.resolve(ModuleBuilders.self), navigation: $0.resolve(NavigationFactory.self))
        }
        register(
            TabBarModuleBuilder.self, .presentation, scope: .user,
            needs: [TableTabBarSceneFactory.self, TabBarRouter.self]
        ) {
            TabBarModuleBuilder(
                scenes: $0.resolve(TableTabBarSceneFactory.self), router: $0.resolve(TabBarRouter.self))
        }
        register(SignUpBuilder.self, .presentation, needs: [DaemonLink.self, DeviceTokens.self, Redraw.self]) {
            SignUpBuilder(
                link: $0.resolve(DaemonLink.self), tokens: $0.resolve(DeviceTokens.self),
                redraw: $0.resolve(Redraw.self), loop: loop, clock: clock)
        }
        register(
            AppSceneFactory.self, .presentation,
            needs: [
                NavigationFactory.self, DaemonStarter.self, SignUpBuilder.self, DaemonLink.self, Redraw.self,
            ],
            asks: [TabBarModuleBuilder.self]
        ) {
            AppSceneFactory(
                tabBars: $0.provider(of: TabBarModuleBuilder.self), navigation: $0.resolve(NavigationFactory.self),
                starter: $0.resolve(DaemonStarter.self), signUps: $0.resolve(SignUpBuilder.self),
                link: $0.resolve(DaemonLink.self), redraw: $0.resolve(Redraw.self))
        }
        register(
            ScreenBuilders.self, .presentation, scope: .user,
            needs: [ModuleBuilders.self, CellsModuleBuilder.self, HelpModuleBuilder.self, TabBarRouter.self]
        ) {
            ScreenBuilders(
                modules: $0.resolve(ModuleBuilders.self), cells: $0.resolve(CellsModuleBuilder.self),
                help: $0.resolve(HelpModuleBuilder.self), tabBars: $0.resolve(TabBarRouter.self))
        }
        register(NavigationReporter.self, .presentation, needs: [DaemonLink.self]) {
            NavigationReporter(link: $0.resolve(DaemonLink.self), loop: loop, clock: clock)
        }
        register(
            UserObjects.self, .presentation, scope: .user,
            needs: [CellRepository.self, ViewStateStore.self, ScreenBuilders.self, CellsModuleBuilder.self]
        ) {
            UserObjects(
                repository: $0.resolve(CellRepository.self), states: $0.resolve(ViewStateStore.self),
                screens: $0.resolve(ScreenBuilders.self), cells: $0.resolve(CellsModuleBuilder.self))
        }
        register(
            AppCoordinator.self, .presentation,
            needs: [
                DaemonLink.self, TableCommands.self, AppSceneFactory.self, NavigationReporter.self, HeldLinks.self,
                EventSender.self, Redraw.self, NavigationFactory.self, TerminalLender.self, DaemonStarter.self,
            ],
            asks: [UserObjects.self]
        ) {
            let coordinator = AppCoordinator(
                link: $0.resolve(DaemonLink.self), user: $0.provider(of: UserObjects.self), forgetUser: $0.forgetUser,
                commands: $0.resolve(TableCommands.self), factory: scenes($0.resolve(AppSceneFactory.self)),
                starter: $0.resolve(DaemonStarter.self), reporter: $0.resolve(NavigationReporter.self),
                heldLinks: $0.resolve(HeldLinks.self), lender: $0.resolve(TerminalLender.self),
                sender: settings.remote == nil ? $0.resolve(EventSender.self) : nil, redraw: $0.resolve(Redraw.self),
                loop: loop, clock: clock)
            $0.resolve(NavigationFactory.self).changed = { [weak coordinator] in coordinator?.noteNavigation() }
            return coordinator
        }
    }
}
