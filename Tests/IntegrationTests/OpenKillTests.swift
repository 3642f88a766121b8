import Client
import Posix
import Routing
import SQLite
import TestSupport
import Testing
import Wire

/// The fifth promise: an open waits for its client and moves it once, whoever is killed on the way.
@Suite struct OpenKillTests {
    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    /// At which moment of an open's way the daemon is killed.
    enum Moment: CaseIterable {
        case afterTheCallWasSent
        case afterItsAnswer
        case afterTheOfferArrived
        case afterTheClientMoved
        case afterTheClientAnswered
        case whileNobodyIsAttached
        case sometime
    }

    @Test func openOnItsWay_MovesOneClientOnce() throws {
        _ = try daemon.notify(#"{"kind":"pr","key":"7","state":"checks_failed"}"#)
        let navigator = ScriptedNavigator(path: place.client)
        try navigator.attach()
        var numbers = SplitMix64(seed: 4)
        var asked: [Int64] = []
        var kills = 0
        // A call that was killed before it was stored is none of the hundred.
        while navigator.moves.count < rounds, kills < 3 * rounds {
            kills += 1
            let moment = Moment.allCases.randomElement(using: &numbers) ?? .sometime
            if let open = try killed(at: moment, navigator, asksItself: Bool.random(using: &numbers), &numbers) {
                asked.append(open)
            }
            try daemon.restart()
            navigator.detach()
            try navigator.attach()
            try settle(navigator, "kill \(kills), \(moment)")
        }
        #expect(try daemon.terminate() == .exited(0))
        let phases = try storedPhases()
        #expect(Set(asked).isSubset(of: phases.keys), "an open that was answered is lost")
        for (open, phase) in phases {
            #expect(phase == "shown" && navigator.moves[open] == 1, "open \(open): \(phase)")
        }
        #expect(Set(navigator.moves.keys) == Set(phases.keys))
        #expect(phases.count >= rounds)
        print("\(kills) kills: \(asked.count) opens answered, \(phases.count) stored, each moved the client once")
    }

    /// Asks for an open and kills the daemon at that moment; returns the open's id if the daemon had said it.
    private func killed(
        at moment: Moment, _ navigator: ScriptedNavigator, asksItself: Bool, _ numbers: inout SplitMix64
    ) throws -> Int64? {
        if moment == .whileNobodyIsAttached { navigator.detach() }
        let own = asksItself ? navigator.connection : nil
        let asker = try own ?? daemon.connect()
        var answer: Open.Answer?
        asker.call(Open(target: .cell(1))) { answer = try? $0.get() }
        if moment == .afterTheCallWasSent {
            // Until the answer is there and unread, or sooner.
            try Readiness.wait(for: asker.fileDescriptor, milliseconds: Int64.random(in: 0...1, using: &numbers))
            try daemon.kill()
            _ = try? asker.process()
            return answer?.open
        }
        switch moment {
        case .afterTheCallWasSent, .afterItsAnswer, .whileNobodyIsAttached: break
        case .afterTheOfferArrived: try awaitOffer(navigator, .isCutOff, asker)
        case .afterTheClientMoved: try awaitOffer(navigator, .showsAndIsCutOff, asker)
        case .afterTheClientAnswered: try awaitOffer(navigator, .shows, asker)
        case .sometime:
            for _ in 0..<Int.random(in: 0...3, using: &numbers) { try navigator.work(milliseconds: 1) }
        }
        if moment == .afterItsAnswer || moment == .whileNobodyIsAttached {
            try process(asker) { answer != nil }
        }
        try daemon.kill()
        // What the kernel still has of its words counts.
        if asker !== navigator.connection { while (try? asker.process()) != nil {} }
        try navigator.work()
        return answer?.open
    }

    private func process(_ asker: Connection, until isThere: () -> Bool) throws {
        let deadline = Clock.system.boot() + Programs.patience
        while !isThere() {
            try #require(Clock.system.boot() < deadline, "no answer to an open")
            try Readiness.wait(for: asker.fileDescriptor, milliseconds: 10)
            _ = try asker.process()
        }
    }

    private func awaitOffer(
        _ navigator: ScriptedNavigator, _ conduct: ScriptedNavigator.Conduct, _ asker: Connection
    ) throws {
        let deadline = Clock.system.boot() + Programs.patience
        while try navigator.work(conduct, milliseconds: 10).isEmpty {
            try #require(Clock.system.boot() < deadline, "no offer came")
        }
        if asker !== navigator.connection { _ = try? asker.process() }
    }

    /// Lets the client work until no open waits any more.
    private func settle(_ navigator: ScriptedNavigator, _ what: String) throws {
        let connection = try daemon.connect()
        let deadline = Clock.system.boot() + Programs.patience
        while try connection.wait(for: Status(), seconds: 10).numbers["opens_pending"] != 0 {
            try navigator.work(milliseconds: 1)
            try #require(Clock.system.boot() < deadline, "an open stays: \(what)")
        }
        navigator.endAll()
    }

    private func storedPhases() throws -> [Int64: String] {
        let database = try Database(path: place.database, mode: .readOnly)
        var query = try Statement("SELECT id, phase FROM opens", in: database)
        let rows = try query.rows { (row) throws(SQLiteError) in (row.integer(0), row.text(1) ?? "") }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    @Test func openWithoutAClient_IsHeldOverAKillAndThenShown() throws {
        _ = try daemon.notify(#"{"kind":"pr","key":"7","state":"review_requested"}"#)
        #expect(try daemon.call(Open(target: .cell(1))) == Open.Answer(open: 1, phase: .held))
        // It is resolved when it is opened: the state decides, not the one that was asked for.
        _ = try daemon.notify(#"{"kind":"pr","key":"7","state":"checks_failed"}"#)
        try daemon.kill()
        try daemon.restart()
        let client = try daemon.connect()
        _ = try client.wait(for: Hello(client: "test", role: .navigator), seconds: 10)
        let state = NavigationState(selectedTab: "reviews")
        _ = try client.wait(for: NavigationReport(state: state, idleMilliseconds: 0), seconds: 10)
        let offer = try client.incoming { news -> OpenOffer? in
            for case .offer(_, let offer) in news { return offer }
            return nil
        }
        #expect(offer.open == 1)
        #expect(offer.route.link.description == "deeplink://builds/prs/1/checks")
        #expect(offer.movedFrom == "review_requested")
    }

    @Test func openThatNobodyShows_ExpiresAndSaysSo() throws {
        _ = try daemon.notify(#"{"kind":"pr","key":"7","state":"checks_failed","ttl_seconds":1}"#)
        #expect(try daemon.call(Open(target: .cell(1))).phase == .held)
        try daemon.kill()
        try daemon.restart()
        let observer = try daemon.connect()
        _ = try observer.wait(for: Hello(client: "test", role: .observer), seconds: 10)
        let pending = try daemon.numbers()["opens_pending"]
        if pending != 0 {
            let changed = try observer.incoming { news -> OpenChanged? in
                for case .openChanged(let changed) in news { return changed }
                return nil
            }
            #expect(changed.open == 1 && changed.phase == .expired, "\(changed)")
            #expect(changed.reason == "nobody showed it in time")
        }
        let navigator = ScriptedNavigator(path: place.client)
        try navigator.attach()
        try navigator.work(milliseconds: 50)
        #expect(navigator.moves.isEmpty)
        #expect(try daemon.numbers()["opens_pending"] == 0)
    }

    @Test func twoClients_OnlyTheLastUsedMoves() throws {
        _ = try daemon.notify(#"{"kind":"pr","key":"7","state":"checks_failed"}"#)
        let first = ScriptedNavigator(path: place.client)
        let second = ScriptedNavigator(path: place.client)
        try first.attach()
        try second.attach()
        // A call of the first client's own goes to the first, though the second came later.
        let open = try #require(try first.connection?.wait(for: Open(target: .cell(1)), seconds: 10))
        let deadline = Clock.system.boot() + Programs.patience
        while first.moves.isEmpty, Clock.system.boot() < deadline { try first.work(milliseconds: 10) }
        try second.work()
        #expect(first.moves == [open.open: 1])
        #expect(second.moves.isEmpty)
    }
}
