/// Modules on top of each other; the last is what is seen. It owns them: what is popped is released, with all it runs.
///
/// A module is shown while it is on top of a stack that is visible itself, and covered otherwise. A module that was
/// never shown has not started.
final class NavigationStack {
    private(set) var modules: [any Module] = []
    private(set) var isVisible = false
    /// Told after each change, whoever made it.
    var changed: () -> Void = {}

    init() {}

    /// The module on top. A stack has one as soon as it was filled, and is never emptied.
    var top: any Module {
        guard let top = modules.last else { preconditionFailure("a stack is filled by its factory before its use") }
        return top
    }

    func push(_ module: any Module) {
        replaceTop { $0.append(module) }
    }

    /// Keeps the lowest `depth` modules.
    func pop(toDepth depth: Int) {
        guard depth < modules.count else { return }
        replaceTop { $0.removeLast($0.count - max(0, depth)) }
    }

    /// Removes the top; the last one stays. False when there was nothing to remove.
    @discardableResult
    func pop() -> Bool {
        guard modules.count > 1 else { return false }
        pop(toDepth: modules.count - 1)
        return true
    }

    /// Keeps the lowest `depth` modules and puts others on them, as one change.
    func replace(above depth: Int, with others: [any Module]) {
        replaceTop { modules in
            modules.removeLast(max(0, modules.count - depth))
            modules.append(contentsOf: others)
        }
    }

    func setVisible(_ visible: Bool) {
        guard visible != isVisible else { return }
        isVisible = visible
        if visible {
            modules.last?.show()
        } else {
            modules.last?.cover()
        }
    }

    /// Changes the stack and tells the modules whose top it was or became.
    private func replaceTop(_ body: (inout [any Module]) -> Void) {
        let before = modules.last
        body(&modules)
        let after = modules.last
        if before !== after, isVisible {
            before?.cover()
            after?.show()
        }
        changed()
    }
}
