internal import Posix
internal import Routing
internal import Wire

// Links that were asked for while nobody was attached.
extension AppCoordinator {
    /// Asks for the links that waited for this inbox. Each is removed once the daemon has it: its id makes it one open,
    /// however often it is asked for.
    func openHeldLinks(of hello: Hello.Answer) {
        guard link.role == .navigator else { return }
        for held in heldLinks.all where held.isFor([hello.owner, link.place.owner], at: link.place.path) {
            if held.expires <= clock.wall() {
                giveUp(held)
            } else {
                open(held, of: hello)
            }
        }
    }

    private func open(_ held: HeldLink, of hello: Hello.Answer) {
        if link.isRemote, let owner = hello.owner {
            change { () throws(SystemError) in try heldLinks.settle(held.id, owner: owner) }
        }
        let moves = ledger.moves
        link.call(Open(target: .link(held.link), id: held.id)) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let answer):
                forget(held)
                take(answer, moves: moves)
            case .failure(let error) where error.mayRetry: say(error.message)
            case .failure(let error):
                forget(held)
                // What a link does not find begins with the link already.
                say(error.reason == .notFound ? error.message : "\(held.link): \(error.message)")
            }
        }
    }

    /// What waited too long becomes a notification of its own where this client may send one; a remote inbox takes none
    /// from a device, so that there it is said.
    private func giveUp(_ held: HeldLink) {
        guard let sender else {
            forget(held)
            return say("\(held.link) \(HeldLink.expiryReason)")
        }
        sender.send(held.expiryEvent) { [weak self] isStored in
            if isStored { self?.forget(held) }
        }
    }

    private func forget(_ held: HeldLink) {
        change { () throws(SystemError) in try heldLinks.remove(held.id) }
    }

    private func change(_ body: () throws(SystemError) -> Void) {
        do throws(SystemError) { try body() } catch { say("\(error)") }
    }
}
