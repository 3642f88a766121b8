internal import InboxStore
internal import Posix
internal import Systemd
internal import Wire

/// What is not a turn: the pause after writing, a new table, the end.
extension Daemon {
    /// Milliseconds without a write after which the log is folded into the database.
    private static let upkeepDelay = Duration.milliseconds(2000)

    // MARK: After writing

    /// After writing has paused, the log is folded into the database once; then nothing ticks.
    func armUpkeep() throws {
        guard store.commits != commitsAtUpkeep, upkeep?.isEnabled != true else { return }
        if upkeep == nil {
            upkeep = try loop.timer(after: Self.upkeepDelay) { [unowned self] in try keepUp() }
        } else {
            upkeep?.rearm(after: Self.upkeepDelay)
        }
        commitsAtUpkeep = store.commits
    }

    private func keepUp() throws {
        guard store.commits == commitsAtUpkeep else { return try armUpkeep() }
        try delivery.sideWork.run(at: now) { try store.checkpointIfDue(idle: true) }
        commitsAtUpkeep = store.commits
        journal.writeSuppressed()
        journal.follow(shortage: store.shortage)
        journal.flush()
        try notifier.status(statusLine)
    }

    // MARK: Signals

    /// SIGHUP: uses the table files as they are now.
    func reload() throws {
        try notifier.reloading()
        _ = delivery.reload()
        try takeTurn()
        try notifier.ready(status: statusLine)
    }

    /// SIGTERM: what was sent before is stored and answered, clients are told, then it ends.
    func stop() throws {
        guard !isStopping else { return }
        isStopping = true
        try notifier.stopping(status: "handing out what was answered")
        journal.stopping()
        system?.stop()
        let begun = clock.boot()
        // Also what was sent on connections that were not yet accepted.
        while try turn.run() || !server.wasIdle, clock.boot() - begun < DaemonLimits.drainReading {}
        for peer in server.peers.values where peer.role != nil {
            peer.send(Bye(reason: "deeplinkd is stopping").line(id: nil))
        }
        try server.drain()
        let rest = Duration.milliseconds(max(1, DaemonLimits.drain - (clock.boot() - begun)))
        drainEnd = try loop.timer(after: rest) { [unowned self] in loop.exit() }
        try finishStopping()
    }

    func finishStopping() throws {
        try server.flushAll()
        journal.flush()
        if server.peers.isEmpty { loop.exit() }
    }
}
