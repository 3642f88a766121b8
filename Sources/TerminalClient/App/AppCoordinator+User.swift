internal import Posix
internal import Routing
internal import Wire

// Whose inbox is shown. What belongs to the user is asked for each time and never kept here.
extension AppCoordinator {
    var repository: CellRepository { user().repository }
    var states: ViewStateStore { user().states }
    var screens: ScreenBuilders { user().screens }
    var banners: BannerQueue {
        get { user().banners }
        set { user().banners = newValue }
    }
    var ledger: OpenLedger {
        get { user().ledger }
        set { user().ledger = newValue }
    }
    var jumps: JumpList {
        get { user().jumps }
        set { user().jumps = newValue }
    }
    var queued: QueuedOpen? {
        get { user().queued }
        set { user().queued = newValue }
    }
    var tableVersion: String? {
        get { user().tableVersion }
        set { user().tableVersion = newValue }
    }
    var leftState: NavigationState? {
        get { user().leftState }
        set { user().leftState = newValue }
    }

    /// Makes sure that what is kept is the kept of whom the daemon has just greeted. Another user finds nothing of the one
    /// before: no screen, stack, banner, open, or jump.
    func adoptUser(of hello: Hello.Answer) {
        let owner = Owner(name: hello.owner, inbox: hello.inbox)
        if let before = self.owner, before != owner {
            // The screens remember how they were looked at while their store is still theirs.
            switcher.replace(with: factory.makeScene(for: .connecting(since: clock.wall())))
            states.save()
            forgetUser()
            updateBanner()
        }
        guard self.owner != owner else { return }
        self.owner = owner
        repository.marked = { [unowned self] mark in noteMark(mark) }
        user().cells.opener = self
    }

    /// Whose inbox it is, by name and uid there.
    struct Owner: Equatable {
        var name: String?
        var inbox: UInt32
    }
}
