import InboxStore
import JSON
import Posix
import Routing
import Systemd
import TestSupport
import Testing
import Wire

@testable import Daemon

/// Everything at once, in orders that nobody would think of, against what must always hold.
@Suite struct InterleavingTests {
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func anyInterleaving_KeepsThePromises(seed: UInt64) throws {
        let world = try World(seed: seed)
        for _ in 0..<1000 { try world.step() }
        try world.finish()
    }
}

/// A client as a careful author would write it: it remembers which opens it showed.
private final class Walker {
    let peer: TestPeer
    let role: Hello.Role
    var hasReported = false
    /// Versions that it was told of.
    var told: [Int64] = []
    /// Offers that it has not answered.
    var waiting: [TestPeer.Offer] = []
    var offered: Set<Int64> = []
    var badges: [String: Int]?

    init(_ peer: TestPeer, _ role: Hello.Role) {
        self.peer = peer
        self.role = role
    }
}

private final class World {
    private let harness: Harness
    private var random: SplitMix64
    private var walkers: [Walker] = []
    /// Acked seqs, in the order of their acks.
    private var acked: [Int64] = []
    private var asked: Set<Int64> = []
    /// How often each open moved somebody.
    private var moves: [Int64: Int] = [:]
    /// How each open was said to have ended, first word first.
    private var ends: [Int64: OpenPhase] = [:]
    private var tableNumber = 0

    private static let kinds = ["ci.run", "alarm", "mail"]
    private static let states = ["failed", "running", "done"]

    init(seed: UInt64) throws {
        harness = try Harness()
        random = SplitMix64(seed: seed)
    }

    private func pick<Element>(_ list: [Element]) -> Element? { list.randomElement(using: &random) }

    func step() throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<30: try sendEvents()
        case 30..<37: try attach()
        case 37..<47: try report()
        case 47..<62: try askToOpen()
        case 62..<77: try answer()
        case 77..<82: try mark()
        case 82..<86: try leave()
        case 86..<88: try reload()
        case 88..<97: try harness.pass(seconds: Double(pick([0.2, 1, 4, 11, 61]) ?? 1))
        case 97: try harness.restart()
        default: try talkNonsense()
        }
        try harness.settle()
        try look()
    }

    // MARK: What may happen

    private func sendEvents() throws {
        let sender = try harness.sender()
        let count = Int.random(in: 1...8, using: &random)
        for _ in 0..<count {
            let (kind, state) = (pick(Self.kinds) ?? "", pick(Self.states) ?? "")
            let key = Int.random(in: 0..<5, using: &random)
            let more = random.oneIn(5) ? #","ttl_seconds":5"# : ""
            try sender.send(#"{"kind":"\#(kind)","state":"\#(state)","key":"\#(key)","params":{"run":1}\#(more)}"#)
        }
        if random.oneIn(4) { sender.close() }
        try harness.settle()
        guard sender.socket.fileDescriptor >= 0 else { return }
        acked += try sender.take().map { try #require($0.node["seq"]?.integer, "\($0.text)") }
    }

    private func attach() throws {
        guard walkers.count < 5 else { return }
        let role: Hello.Role = random.oneIn(4) ? .observer : .navigator
        let walker = Walker(try harness.connect(.client), role)
        let answer = try walker.peer.ask(Hello(client: "walker", role: role))
        #expect(answer.unread == (try harness.recount()))
        walker.hasReported = role == .observer
        walkers.append(walker)
    }

    private func report() throws {
        guard let walker = pick(walkers.filter { $0.role == .navigator }) else { return }
        // After a lost connection a client repeats what it showed; some of it is old, some of it was never asked.
        var opens: [NavigationReport.Ended] = []
        if random.oneIn(4), let open = moves.keys.sorted().randomElement(using: &random) {
            opens.append(NavigationReport.Ended(open: open, answer: .shown(tab: "builds", depth: 1)))
        }
        if random.oneIn(8) { opens.append(NavigationReport.Ended(open: 1_000_000, answer: .queued("x"))) }
        walker.hasReported = true
        try walker.peer.report(
            random.oneIn(6) ? .connecting : .main, idle: Int64.random(in: 0..<100_000, using: &random), opens: opens)
        // Such a word counts unless another client has the open just then.
        for open in opens where try harness.daemon.store.open(open.open)?.phase == .shown { noteEnd(open.open, .shown) }
    }

    private func askToOpen() throws {
        let cells = try harness.daemon.store.page(inbox: harness.me, limit: 50).cells
        guard let cell = pick(cells) else { return }
        let tool = walkers.isEmpty || random.oneIn(3) ? try harness.client(nil) : nil
        let peer = try #require(tool ?? pick(walkers)?.peer)
        let tab = random.oneIn(3) ? pick(["builds", "messages"]) : nil
        let version = random.oneIn(2) ? cell.cell.version : nil
        let line = try peer.response(to: peer.call(Open(target: .cell(cell.cell.id), version: version, tab: tab)))
        guard let open = line.node["result"]?["open"]?.integer else {
            #expect(line.node["error"]?["data"]?["reason"]?.string == "quota")
            return
        }
        if open > 0 { asked.insert(open) }
        tool?.close()
    }

    private func answer() throws {
        guard let walker = pick(walkers.filter { !$0.waiting.isEmpty }) else { return }
        let offer = walker.waiting.removeFirst()
        let open = offer.offer.open
        let counts = (try? harness.daemon.store.open(open)?.phase.isFinal) == false
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
            // A client moves only for an open that it has not shown: these are all one user's.
            let answer: OpenOffer.Answer =
                moves[open] == nil ? .shown(tab: "builds", depth: 2) : .already(tab: "builds", depth: 2)
            if moves[open] == nil { moves[open] = 1 }
            if random.oneIn(8) {
                // It is killed after it moved and before it could say so.
                return try close(walker)
            }
            if counts { noteEnd(open, .shown) }
            try walker.peer.answer(offer, answer)
            if random.oneIn(4) { try walker.peer.answer(offer, .refused("late")) }
        case 5..<7:
            if counts { noteEnd(open, .refused) }
            try walker.peer.answer(offer, .refused("moved"))
        case 7:
            try walker.peer.answer(offer, .queued("modal"))
            if random.oneIn(2) { return }
            if counts { noteEnd(open, .shown) }
            moves[open] = moves[open] ?? 1
            try walker.peer.report(
                opens: [NavigationReport.Ended(open: open, answer: .shown(tab: "builds", depth: 2))])
            walker.hasReported = true
        default: walker.waiting.append(offer)
        }
    }

    private func noteEnd(_ open: Int64, _ phase: OpenPhase) { ends[open] = ends[open] ?? phase }

    private func mark() throws {
        guard let walker = pick(walkers),
            let cell = pick(try harness.daemon.store.page(inbox: harness.me, limit: 50).cells)
        else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: _ = try walker.peer.ask(CellsRead(cell: cell.cell.id))
        case 1: _ = try walker.peer.ask(CellsDismiss(cell: cell.cell.id))
        default: _ = try walker.peer.ask(CellsUndo(cell: cell.cell.id))
        }
    }

    private func leave() throws {
        if let walker = pick(walkers) { try close(walker) }
    }

    private func close(_ walker: Walker) throws {
        walker.peer.close()
        walkers.removeAll { $0 === walker }
        try harness.settle()
    }

    private func reload() throws {
        tableNumber += 1
        let builds = Harness.table + "\n# \(tableNumber)\n"
        try harness.write(table: tableNumber % 3 == 0 ? "version = 1\n# \(tableNumber)\n" : builds)
        try harness.daemon.reload()
    }

    private func talkNonsense() throws {
        guard let walker = pick(walkers) else { return }
        try walker.peer.send("{", #"{"jsonrpc":"2.0","id":77,"result":{}}"#, #"{"jsonrpc":"2.0","method":"nothing"}"#)
    }

    // MARK: What must hold

    private func look() throws {
        for walker in walkers {
            let told = try walker.peer.take(CellAnnounced.self).map(\.cell.version)
            let offers = try walker.peer.offers()
            #expect(walker.hasReported || told.isEmpty && offers.isEmpty, "nothing unasked before the first report")
            #expect(walker.role == .navigator || offers.isEmpty)
            let all = walker.told + told
            #expect(all == all.sorted() && Set(all).count == all.count, "each announcement once and in order")
            walker.told = all
            for offer in offers {
                #expect(walker.offered.insert(offer.offer.open).inserted, "never twice on one connection")
                #expect(asked.contains(offer.offer.open))
                #expect(ends[offer.offer.open] == nil, "what has ended is not offered")
            }
            walker.waiting += offers
            walker.badges = try walker.peer.take(CellsChanged.self).last?.unread ?? walker.badges
            if let badges = walker.badges, walker.hasReported, !walker.peer.isClosed, !harness.daemon.tables.isRerouting
            {
                #expect(badges == (try harness.recount()))
            }
            _ = try walker.peer.take()
        }
        walkers.removeAll { $0.peer.isClosed }
    }

    /// Lets everything end, and counts.
    func finish() throws {
        try harness.restart()
        try look()
        try harness.pass(seconds: 25 * 3600)
        #expect(acked == acked.sorted() && Set(acked).count == acked.count)
        var stored: Set<Int64> = []
        for cell in try harness.daemon.store.page(inbox: harness.me, limit: 500).cells {
            let history = try harness.daemon.store.history(inbox: harness.me, cell: cell.cell.id, limit: 500)
            #expect(history.map(\.seq) == history.map(\.seq).sorted(by: >))
            stored.formUnion(history.map(\.seq))
        }
        let events = try harness.daemon.store.statistics().events
        #expect(events >= acked.count && Int64(events) == harness.daemon.store.highWater)
        // Dismissed cells are not listed; what is listed has every acked event it should.
        #expect(stored.isSubset(of: Set(1...harness.daemon.store.highWater)))
        for open in asked.sorted() {
            let phase = try #require(try harness.daemon.store.open(open)).phase
            #expect(phase.isFinal, "open \(open) is \(phase)")
            // What no client ended ran out, or a later open asked for the same.
            let isSuperseded = phase == .withdrawn && asked.contains { $0 > open }
            if let end = ends[open] {
                #expect(phase == end, "open \(open)")
            } else {
                #expect(phase == .expired || isSuperseded, "open \(open)")
            }
        }
        #expect(try harness.daemon.store.allPendingOpens().isEmpty)
        #expect(harness.daemon.router.opens.isEmpty)
    }
}

extension SplitMix64 {
    /// True in about one of `count` cases.
    fileprivate mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
