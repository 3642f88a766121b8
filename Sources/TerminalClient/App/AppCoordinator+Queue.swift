internal import Posix
internal import Routing
internal import Wire

// Opens that came while a modal or a text field had the keys.
extension AppCoordinator {
    /// A text field that has the keys is waited for as a modal is: an open takes nobody's next letter.
    func stateForPlans(of scene: MainScene) -> NavigationState {
        var state = scene.state
        state.hasModal = state.hasModal || state.hasTextField
        return state
    }

    /// What nothing may move for now: it waits, or becomes a banner, as its rule says.
    func decline(_ offer: OpenOffer, _ reason: Plan.HoldReason?) -> OpenOffer.Answer {
        switch reason {
        case .modal:
            queued = QueuedOpen(offer: offer, moves: ledger.moves, until: clock.boot() + QueuedOpen.patience)
            return .queued("a question or a text field has the keys")
        case .banner:
            if let cell = offer.cell { _ = addBanner(cell) }
            updateBanner()
            return .refused("a question or a text field has the keys")
        default: return .refused("not ready")
        }
    }

    /// Shows what waited once nothing has the keys any more; what became of it goes out with the next report.
    func settleQueued() {
        guard let waiting = queued, let main, main.modal == nil, !main.takesText, !lender.isLent else { return }
        queued = nil
        // The daemon has given up on it by then: it is a cell in the list, with the reason.
        guard clock.boot() < waiting.until else { return }
        let answer = waiting.moves == ledger.moves ? show(waiting.offer) : .refused("moved")
        ledger.noteEnded(answer, of: waiting.offer.open)
        noteChange()
    }
}
