internal import Posix
internal import Routing
internal import Systemd

/// Assembles screens whose content is what a command prints.
final class CommandModuleBuilder: ModuleBuilder {
    private let commands: TableCommands
    private let lender: TerminalLender
    private let editor: Editor
    private let states: ViewStateStore
    private let routers: ModuleRouterFactory
    private let loop: EventLoop
    private let clock: Clock
    private let changed: () -> Void

    init(
        commands: TableCommands, lender: TerminalLender, editor: Editor, states: ViewStateStore,
        routers: ModuleRouterFactory, loop: EventLoop, clock: Clock, changed: @escaping () -> Void
    ) {
        self.commands = commands
        self.lender = lender
        self.editor = editor
        self.states = states
        self.routers = routers
        self.loop = loop
        self.clock = clock
        self.changed = changed
    }

    func build(_ place: ScreenPlace, on stack: NavigationStack) -> any Module {
        let interactor = CommandInteractor(
            commands: commands, lender: lender, editor: editor, tab: place.tab.id, path: place.match.path, loop: loop)
        let router = routers.makeRouter(on: stack, in: place.tab)
        let child = place.children.first
        let childTitle = child.flatMap { place.tab.screen(at: $0)?.title }
        let pane = TextPane(wraps: false, follows: interactor.follows, saved: states[place.place])
        let model = CommandViewModel(clock: clock, child: childTitle, isUnlimited: interactor.follows)
        let module = BoundModule(
            model, state: CommandViewModel.State(pane: pane),
            view: TextView(), place: place.place, title: place.match.title, hint: childTitle, changed: changed)
        module.isWaiting = {
            if case .running = $0.phase { true } else { false }
        }
        module.fieldHasKeys = { $0.search.isOpen }
        interactor.send = { [weak module] in module?.receive($0) }
        module.perform = { [states] effect in
            switch effect {
            case .run(let limit): interactor.start(limit: limit)
            case .setLimit(let limit): interactor.setLimit(limit)
            case .edit(let text): interactor.edit(text)
            case .interrupt: interactor.interrupt()
            case .repeatLater: interactor.repeatLater()
            case .push: child.map(router.push)
            case .save(let saved): states[place.place] = saved
            }
        }
        return module
    }
}
