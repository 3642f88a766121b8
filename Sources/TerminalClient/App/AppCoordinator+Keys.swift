internal import Posix
internal import Routing
internal import Terminal

// What a key does that no screen owns; everything else goes to the screen on top.
extension AppCoordinator {
    /// A key: text where a field has the keys, else what the key table says.
    func press(_ key: Key, _ table: KeyTable = .standard) {
        // Somebody is there: a daemon that is met again need not wait for its turn.
        if !link.isConnected { hurry() }
        if switcher.current.takesText, let edit = TextEdit(key) {
            self.edit(edit)
        } else if let action = table.action(for: key) {
            perform(action)
        }
    }

    /// Does what the user asked for.
    func perform(_ action: Action) {
        lastKey = clock.boot()
        if let main {
            perform(action, in: main)
        } else {
            performWithoutMain(action)
        }
        settleQueued()
        noteChange()
    }

    /// Changes the text field that has the keys.
    func edit(_ edit: TextEdit) {
        lastKey = clock.boot()
        switcher.current.edit(edit)
        settleQueued()
        noteChange()
    }

    /// Asks before something is done. A question that stands already is answered by no.
    func ask(_ question: String, then confirmed: @escaping () -> Void) {
        guard let main else { return }
        main.present(
            ConfirmModule.build(question, changed: redraw.request) { [weak self, weak main] isYes in
                main?.closeModal()
                if isYes { confirmed() }
                self?.noteChange()
            })
        noteChange()
    }

    private func performWithoutMain(_ action: Action) {
        switch action {
        case .quit, .backOrQuit, .interrupt: terminal?.quit()
        case .redraw: terminal?.repaint()
        case .suspend: terminal?.suspend()
        case .startDaemon:
            switcher.current.perform(action)
            hurry()
        default: switcher.current.perform(action)
        }
    }

    /// A modal and a text field have all keys to themselves, but for those of the program and the terminal.
    private func perform(_ action: Action, in scene: MainScene) {
        switch action {
        case .quit: terminal?.quit()
        case .redraw: terminal?.repaint()
        case .suspend: terminal?.suspend()
        case _ where scene.modal != nil || scene.takesText: scene.perform(action)
        default: performFreely(action, in: scene)
        }
    }

    private func performFreely(_ action: Action, in scene: MainScene) {
        switch action {
        case .tab(let index): userSelects(tab: index, in: scene)
        case .previousTab: userSelects(neighbour: -1, in: scene)
        case .nextTab: userSelects(neighbour: 1, in: scene)
        case .notifications: userPushes(.notifications(since: nil), in: scene)
        case .help: userPushes(.help, in: scene)
        case .back: _ = userGoesBack(in: scene)
        case .backOrQuit:
            if !userGoesBack(in: scene) { terminal?.quit() }
        case .jumpBack: userJumps(back: true, in: scene)
        case .jumpForward: userJumps(back: false, in: scene)
        case .openBanner: openBanner(in: scene)
        case .hideBanner: hideBanner()
        case .hideBanners: hideBanners()
        case .startDaemon: startDaemon()
        case .yank: yank(in: scene)
        default: scene.perform(action)
        }
    }

    private func openBanner(in scene: MainScene) {
        // Without a daemon it cannot be opened, which is said; it stays until it can.
        if case .cell(let cell) = banners.current, !link.isAttached { return open(cell) }
        switch banners.take(now: clock.boot()) {
        case .cell(let cell): open(cell)
        case .missed(_, let since): userPushes(.notifications(since: since), in: scene)
        case .digest(let digest):
            userPushes(.notifications(since: digest.since, kind: digest.kind), in: scene)
        case nil: break
        }
        updateBanner()
    }

    private func hideBanner() {
        _ = banners.take(now: clock.boot())
        updateBanner()
    }

    private func hideBanners() {
        banners.takeAll(now: clock.boot())
        updateBanner()
    }

    /// The list stays as it was while a daemon comes.
    private func startDaemon() {
        guard !link.isAttached else { return say("there is a daemon already") }
        starter.start { [weak self] in self?.say($0) }
        hurry()
    }

    /// A daemon that was just started is met as soon as it serves.
    private func hurry() {
        ensure("a connection's timer") { try link.hurry() }
    }

    private func yank(in scene: MainScene) {
        guard let link = scene.top.link else { return say("this place has no link") }
        terminal?.copy(link.description)
        say("copied \(link)")
    }
}
