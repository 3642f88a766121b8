internal import Posix
internal import Routing

// Plans, jumps and the user's own moves, done on the real stacks.
extension AppCoordinator {
    /// Does a plan's steps. Screens that are only passed are never shown, so they start nothing.
    func execute(_ steps: [Plan.Step], in scene: MainScene) {
        guard steps != [.focus] else { return }
        isExecuting = true
        scene.outer.setVisible(false)
        for step in steps {
            execute(step, in: scene)
        }
        scene.outer.setVisible(true)
        isExecuting = false
        noteChange()
    }

    private func execute(_ step: Plan.Step, in scene: MainScene) {
        switch step {
        case .popOuter: scene.outer.pop(toDepth: 1)
        case .pushOuter(let screen): scene.outer.push(screens.build(screen))
        case .select(let tab): select(tab, in: scene)
        case .pop(let tab, let depth): scene.stack(of: tab)?.pop(toDepth: depth)
        case .push(let id, let path): push(path, tab: id, in: scene)
        case .closeModal: scene.closeModal()
        case .focus: break
        }
    }

    private func select(_ tab: String, in scene: MainScene) {
        guard let index = scene.tabs.firstIndex(where: { $0.id == tab }), index != scene.tabBar.selected else { return }
        scene.tabBar.select(index)
    }

    private func push(_ path: ScreenPath, tab id: String, in scene: MainScene) {
        guard let tab = scene.tabs.first(where: { $0.id == id }), let stack = scene.stack(of: id) else { return }
        stack.push(screens.build(path, in: tab, on: stack))
    }

    /// Goes back to a place with all that stood there.
    func restore(_ place: JumpList.Jump, in scene: MainScene) {
        guard let tab = scene.tabs.first(where: { $0.id == place.tab }) else { return }
        var steps: [Plan.Step] = [.popOuter, .select(tab: place.tab)]
        let here = scene.state.stacks[place.tab] ?? []
        let there = [tab.root] + place.stack.dropFirst().filter { tab.screen(at: $0) != nil }
        let common = zip(here, there).prefix { $0 == $1 }.count
        steps.append(.pop(tab: place.tab, toDepth: common))
        steps += there.dropFirst(common).map { .push(tab: place.tab, $0) }
        steps += place.outer.map { .pushOuter($0) } + [.focus]
        execute(steps, in: scene)
        if let path = place.stack.last, tab.screen(at: path) == nil { say("\(path) is gone") }
    }

    // MARK: The user's hand

    func userSelects(tab index: Int, in scene: MainScene) {
        guard scene.tabs.indices.contains(index) else { return }
        let isOuterUp = scene.outer.modules.count > 1
        if index != scene.tabBar.selected {
            jumps.record(JumpList.Jump(leaving: scene.state))
        }
        scene.outer.pop(toDepth: 1)
        if index != scene.tabBar.selected || !isOuterUp {
            scene.tabBar.select(index)
        }
        noteNavigation()
    }

    func userSelects(neighbour distance: Int, in scene: MainScene) {
        let count = scene.tabs.count
        let index = (scene.tabBar.selected + distance + count) % count
        // The only tab is its own neighbour; nobody asked for its root.
        if count == 1, scene.outer.modules.count == 1 { return say("there is only one tab") }
        userSelects(tab: index, in: scene)
    }

    /// A screen stands on the outer stack once, so that no order of keys lets it grow.
    func userPushes(_ screen: NavigationState.OuterScreen, in scene: MainScene) {
        if case .notifications(_, let kind) = screen { banners.removeSummaries(of: kind, now: clock.boot()) }
        updateBanner()
        let found = scene.outer.modules.firstIndex { $0.place.isOuter(like: screen) }
        guard let found else { return scene.outer.push(screens.build(screen)) }
        if scene.outer.modules[found].place == .outer(screen) {
            scene.outer.pop(toDepth: found + 1)
        } else {
            scene.outer.replace(above: found, with: [screens.build(screen)])
        }
    }

    /// Back by one screen; false at a root.
    func userGoesBack(in scene: MainScene) -> Bool {
        scene.outer.pop() || scene.tabBar.selectedStack.pop()
    }

    func userJumps(back: Bool, in scene: MainScene) {
        let here = JumpList.Jump(leaving: scene.state)
        guard let place = back ? jumps.goBack(from: here) : jumps.goForward(from: here) else {
            return say(back ? "no jump to go back to" : "no jump to go forward to")
        }
        // Another table may have taken its tab away.
        guard scene.stack(of: place.tab) != nil else { return say("that place is gone") }
        restore(place, in: scene)
        noteNavigation()
    }
}

extension ModulePlace {
    /// Whether it is the same screen of the outer stack, if perhaps with another filter.
    fileprivate func isOuter(like screen: NavigationState.OuterScreen) -> Bool {
        switch (self, screen) {
        case (.outer(.help), .help), (.outer(.notifications), .notifications): true
        default: false
        }
    }
}
