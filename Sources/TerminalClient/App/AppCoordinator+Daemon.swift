internal import Client
internal import Posix
internal import Routing
internal import Wire

// What the daemon says, and what it is asked for.
extension AppCoordinator: CellOpening {
    func take(_ event: LinkEvent) {
        switch event {
        case .attached(let hello): take(hello)
        case .lost(let reason): noteLoss(reason)
        case .updateRequired(let message, let versions): requireUpdate(message, daemon: versions)
        case .outside(let token): stayOutside(token)
        case .stillOutside: switcher.current.take(.connected(isLetIn: true))
        case .incoming(let incoming): take(incoming)
        }
        settleQueued()
        redraw.request()
    }

    private func take(_ hello: Hello.Answer) {
        reporter.reset()
        commands.host = InboxHost(of: link)
        adoptUser(of: hello)
        use(hello.table)
        main?.trouble = tableTrouble
        if link.role == .navigator {
            banners.announceMissed(count: hello.missed.count, since: hello.missed.since, now: clock.boot())
        }
        noteCounts(hello.unread)
        updateBanner()
        noteChange()
        openHeldLinks(of: hello)
    }

    private func noteLoss(_ reason: String) {
        ledger.noteLoss()
        // The daemon offers it again, to whoever is there then.
        queued = nil
        switcher.current.noteLoss(reason)
        guard let main, main.trouble?.hasPrefix(Self.noDaemon) != true else { return }
        main.trouble =
            "\(Self.noDaemon) since \(LocalTime.hoursAndMinutes(milliseconds: clock.wall())); s starts one"
    }

    private static var noDaemon: String { "no daemon" }

    private func take(_ incoming: Incoming) {
        switch incoming {
        case .announced(let cell): announce(cell)
        case .offer(let id, let offer): answer(offer, id)
        case .cellsChanged(let change):
            noteCounts(change.unread)
            for handled in change.handled { banners.remove(handled, now: clock.boot()) }
            updateBanner()
        case .tableChanged(let table):
            use(table)
            main?.trouble = tableTrouble
            noteChange()
        case .approved(let grant): switcher.current.take(.approved(grant))
        case .denied: switcher.current.take(.denied)
        case .openChanged, .event, .unreadable, .bye: break
        }
    }

    // MARK: Tabs and counts

    /// Shows the tabs of a table. The same table again changes nothing; another one keeps what still exists of the stacks.
    private func use(_ table: TableSummary) {
        commands.reload()
        if tableVersion == table.version, main != nil { return }
        tableVersion = table.version
        // Its screens remember how they were looked at, before the new ones ask.
        switcher.current.cover()
        let before = main?.state ?? leftState
        let notice = main?.notice
        guard let scene = factory.makeScene(for: .main(tabs: table.tabs)) as? MainScene else {
            preconditionFailure("a factory's main scene is a MainScene")
        }
        screens.attachItems(to: scene, unread: repository.unread)
        if let before { restore(before, in: scene) }
        isExecuting = true
        switcher.replace(with: scene)
        isExecuting = false
        scene.notice = notice
        updateBanner()
        if let gone = before.flatMap({ Self.place(goneFrom: $0, tabs: scene.tabs) }) { say("\(gone) is gone") }
    }

    /// What was in view and is in the table no more; its parent, or another tab, is shown instead.
    private static func place(goneFrom state: NavigationState, tabs: [Tab]) -> String? {
        guard let tab = tabs.first(where: { $0.id == state.selectedTab }) else { return "tab \(state.selectedTab)" }
        guard let path = state.selectedStack.last, tab.screen(at: path) == nil else { return nil }
        return path.description
    }

    private func restore(_ state: NavigationState, in scene: MainScene) {
        isExecuting = true
        for tab in scene.tabs {
            guard let stack = scene.stack(of: tab.id) else { continue }
            let paths = (state.stacks[tab.id] ?? []).dropFirst().filter { tab.screen(at: $0) != nil }
            stack.replace(above: 1, with: paths.map { screens.build($0, in: tab, on: stack) })
        }
        if let index = scene.tabs.firstIndex(where: { $0.id == state.selectedTab }), index != scene.tabBar.selected {
            scene.tabBar.select(index)
        }
        scene.outer.replace(above: 1, with: state.outer.map { screens.build($0) })
        isExecuting = false
    }

    private var tableTrouble: String? {
        guard let tableVersion, !commands.agrees(with: tableVersion) else { return nil }
        return "table changed: deeplinkctl reload"
    }

    private func noteCounts(_ unread: [String: Int]) {
        repository.noteChange(unread: unread)
        if let main { screens.attachItems(to: main, unread: unread) }
    }

    // MARK: Announcements and opens

    /// What its owner read or dismissed needs no banner any more.
    func noteMark(_ mark: CellMark) {
        guard !mark.isUnread || mark.isDismissed else { return }
        banners.remove(cell: mark.cell, now: clock.boot())
        updateBanner()
    }

    private func announce(_ cell: CellSummary) {
        let isIdle = clock.boot() - lastKey >= Self.jumpIdle
        if cell.arrival == .jump, cell.route.manner.allowsJump, isIdle, let main, main.modal == nil, !main.takesText {
            return open(cell)
        }
        if addBanner(cell) { terminal?.bell() }
        updateBanner()
    }

    /// Queues a cell's banner for as long as it is news.
    func addBanner(_ cell: CellSummary) -> Bool {
        let now = clock.boot()
        // A time too far away for a clock is never.
        let until = cell.expires.flatMap { expires -> Int64? in
            let (left, isFar) = expires.subtractingReportingOverflow(clock.wall())
            let (end, isOver) = now.addingReportingOverflow(left)
            return isFar || isOver ? nil : end
        }
        return banners.announce(cell, now: now, until: until)
    }

    /// Asks the daemon to open a cell as the user saw it. The offer that follows does the moving.
    func open(_ cell: CellSummary) {
        guard link.isAttached else { return say("it cannot be opened now: there is no daemon") }
        let moves = ledger.moves
        link.call(Open(target: .cell(cell.id), version: cell.version, tab: cell.route.tab)) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let answer): take(answer, moves: moves)
            case .failure(let error): say(error.message)
            }
        }
    }

    func take(_ answer: Open.Answer, moves: Int) {
        if let changed = answer.changed {
            _ = addBanner(changed)
            updateBanner()
            repository.noteChange(unread: repository.unread)
            return say("it is \(changed.state) now and leads to another tab: press again")
        }
        ledger.noteAsked(answer.open, moves: moves)
        if answer.phase == .held { say("held until a client can show it") }
    }

    private func answer(_ offer: OpenOffer, _ id: RequestID) {
        let answer = show(offer)
        ledger.note(answer, to: offer.open)
        link.answer(offer: id, answer)
        noteChange()
    }

    func show(_ offer: OpenOffer) -> OpenOffer.Answer {
        guard let main else { return .refused("not ready") }
        if ledger.hasShown(offer.open) { return already(offer.route, in: main) }
        if ledger.hasMovedSince(offer.open) { return .refused("moved") }
        if let tab = offer.route.tab, main.stack(of: tab) == nil { return .refused("no tab \(tab)") }
        // An editor with unsaved text is not killed by what somebody sends, whatever its rule says of modals.
        if lender.isLent { return decline(offer, .modal) }
        let plan = Planner.plan(offer.route, from: stateForPlans(of: main))
        guard case .go(let steps) = plan else { return decline(offer, plan.holdReason) }
        noteOpened(offer)
        if plan.isAlreadyThere { return already(offer.route, in: main) }
        jumps.record(JumpList.Jump(leaving: main.state))
        execute(steps, in: main)
        return .shown(tab: offer.route.tab ?? "notifications", depth: depth(of: offer.route, in: main))
    }

    private func noteOpened(_ offer: OpenOffer) {
        guard let cell = offer.cell else { return }
        banners.remove(cell: cell.id, now: clock.boot())
        updateBanner()
        if let before = offer.movedFrom { say("moved on: \(before) → \(cell.state)") }
    }

    private func already(_ route: Route, in scene: MainScene) -> OpenOffer.Answer {
        .already(tab: route.tab ?? "notifications", depth: depth(of: route, in: scene))
    }

    private func depth(of route: Route, in scene: MainScene) -> Int {
        route.tab.flatMap { scene.stack(of: $0)?.modules.count } ?? scene.outer.modules.count - 1
    }
}
