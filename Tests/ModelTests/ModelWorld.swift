import Client
import InboxStore
import Posix
import RouteConfiguration
import Routing
import Synchronization
import Terminal
import TestSupport
import Wire

@testable import Daemon
@testable import TerminalClient

/// The hands of a clock that every part of the model reads.
final class ModelClock: Sendable {
    private let time = Atomic<Int64>(1_000_000)

    var clock: Clock {
        Clock(
            boot: { self.time.load(ordering: .relaxed) },
            wall: { self.time.load(ordering: .relaxed) + 1_700_000_000_000 })
    }

    var moment: Moment { Moment(wall: clock.wall(), boot: clock.boot(), bootID: "model") }

    func advance(milliseconds: Int64) { time.add(milliseconds, ordering: .relaxed) }
}

/// Two clients of one user and their daemon, and a scheduler that lets what may happen happen in any order.
final class ModelWorld {
    let daemon: ModelDaemon
    let clients: [ModelClient]
    /// What must not be, as it was seen; empty: all promises were kept.
    private(set) var faults: [String] = []
    /// The steps of the interleaving that runs.
    private(set) var trail: [String] = []
    private let time = ModelClock()
    private var random: SplitMix64

    private static let kinds = ["queue", "banner", "close", "jump"]
    private static let states = ["failed", "running", "done"]
    private static let keys = ["1", "2", "3", "0", "?", "Esc", "Enter", "o", "x", "C-o", "Tab", "]", "q", "j", "m"]
        .compactMap { KeyName.key($0) }
    private static let links = ["deeplink://builds/runs/9", "deeplink://reviews/open", "deeplink://notifications"]

    init(seed: UInt64, table: RouteTable, directory: String, fault: ModelDaemon.Fault?) throws {
        random = SplitMix64(seed: seed)
        daemon = ModelDaemon(table: table, fault: fault)
        clients = try [0, 1].map { [time] _ in try ModelClient(directory: directory, clock: time.clock) }
        for id in 1...4 { change(cell: Int64(id)) }
    }

    /// One interleaving: from rest, through so many steps, to rest.
    func interleave() throws {
        trail = []
        for _ in 0..<Int.random(in: 8...20, using: &random) {
            try step()
            guard faults.isEmpty else { return }
        }
        try rest()
        for (open, row) in daemon.rows where !row.phase.isFinal || daemon.ends[open] != 1 {
            faults.append("open \(open) is \(row.phase) and ended \(daemon.ends[open] ?? 0) times")
        }
        if !daemon.router.opens.isEmpty { faults.append("the router keeps opens that ended") }
    }

    // MARK: What may happen

    private func step() throws {
        let index = Int.random(in: 0..<clients.count, using: &random)
        let client = clients[index]
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<16: press(random.pick(Self.keys), index)
        case 16..<26: openCell(index)
        case 26..<33: openFromElsewhere()
        case 33..<48: hear(index)
        case 48..<66: readDaemon(index)
        case 66..<71: modal(index)
        case 71..<77: change(cell: Int64.random(in: 1...4, using: &random))
        case 77..<84: attach(index)
        case 84..<87: lose(index)
        case 87..<89: otherScene(client, index)
        case 89: note("the daemon is killed") { daemon.restart() }
        case 90..<93: try note("\(index) reports") { try client.report() }
        default: pass(milliseconds: random.pick([350, 1_000, 4_000, 11_000, 54_000, 61_000]))
        }
    }

    private func note(_ what: String, _ body: () throws -> Void) rethrows {
        trail.append(what)
        try body()
    }

    /// The user's hand: what it changes is a move, but what an open does that waited for the keys.
    private func press(_ key: Key, _ index: Int) {
        note("\(index) presses \(key)") {
            byHand(index) { $0.coordinator.press(key) }
        }
    }

    private func byHand(_ index: Int, _ act: (ModelClient) -> Void) {
        let client = clients[index]
        let (before, waiting) = (client.place, client.coordinator.queued)
        act(client)
        guard let waiting, client.coordinator.queued == nil, client.coordinator.ledger.hasShown(waiting.offer.open)
        else {
            if client.place != before { client.moves += 1 }
            return
        }
        noteMove(waiting.offer.open, index)
    }

    private func openCell(_ index: Int) {
        let client = clients[index]
        let id = Int64.random(in: 1...4, using: &random)
        guard client.coordinator.main?.modal == nil, client.coordinator.main != nil, let cell = daemon.cells[id] else {
            return
        }
        note("\(index) asks for cell \(id)") { client.coordinator.open(daemon.summary(of: cell)) }
    }

    private func openFromElsewhere() {
        let target: Target =
            random.chance(50)
            ? .cell(Int64.random(in: 1...4, using: &random))
            : parsed(random.pick(Self.links)).map { .link($0) } ?? .cell(1)
        note("a tool asks for \(target)") {
            daemon.open(Open(target: target), by: 0, at: time.moment)
            daemon.deliver(at: time.moment)
        }
    }

    private func parsed(_ text: String) -> DeepLink? {
        do throws(LinkFailure) { return try DeepLink(parsing: text) } catch { return nil }
    }

    private func modal(_ index: Int) {
        let client = clients[index]
        guard client.coordinator.main?.modal == nil else { return }
        if random.chance(30) {
            note("\(index) has a text field") { client.showField() }
        } else {
            let tab = random.chance(30) ? random.pick([0, 1]) : nil
            note("\(index) is asked something") { client.askSomething(thenSelects: tab) }
        }
    }

    private func change(cell id: Int64) {
        let (kind, state) = (random.pick(Self.kinds), random.pick(Self.states))
        note("cell \(id) is \(kind) \(state)") {
            daemon.change(cell: id, kind: kind, to: state, arrival: kind == "jump" ? .jump : .banner)
        }
    }

    private func attach(_ index: Int) {
        let client = clients[index]
        guard client.connection == nil, client.link.down.isEmpty, !client.link.isAttached else { return }
        note("\(index) attaches") {
            daemon.attach(client)
            client.link.isAttached = true
            let hello = Hello.Answer(
                version: 1, server: "model", inbox: ModelDaemon.inbox, table: TableSummary(daemon.resolver.table),
                unread: [:], missed: Hello.Missed(count: 0, since: 0))
            client.link.onEvent(.attached(hello))
        }
    }

    private func lose(_ index: Int) {
        note("\(index) loses its connection") {
            daemon.detach(clients[index])
            hear(index, everything: true)
        }
    }

    private func otherScene(_ client: ModelClient, _ index: Int) {
        guard !client.link.isAttached, client.link.down.isEmpty else { return }
        let kind = random.pick([NavigationState.Scene.login, .signup, .updateRequired])
        note("\(index) is at \(kind)") {
            if kind == .updateRequired {
                client.link.onEvent(.updateRequired("it is too old", daemon: [2]))
            } else {
                client.show(kind)
            }
        }
    }

    /// The daemon reads the next thing that a client said.
    private func readDaemon(_ index: Int) {
        let client = clients[index]
        guard !client.link.up.isEmpty else { return }
        let said = client.link.up.removeFirst()
        note("the daemon hears \(index)") { daemon.take(said, from: client, at: time.moment) }
    }

    private func pass(milliseconds: Int64) {
        note("\(milliseconds) ms pass") {
            time.advance(milliseconds: milliseconds)
            // The daemon reads what is there before it calls anybody silent.
            for index in clients.indices { while !clients[index].link.up.isEmpty { readDaemon(index) } }
            daemon.pass(at: time.moment)
        }
    }

    /// The client reads all that was said to it, as one read of its socket does.
    private func hear(_ index: Int, everything: Bool = false) {
        let client = clients[index]
        guard !client.link.down.isEmpty else { return }
        note("\(index) reads") {
            let batch = client.link.down
            client.link.down = []
            let isOver = batch.contains { if case .closed = $0 { true } else { false } }
            for word in batch {
                switch word {
                case .answer(let deliver): deliver()
                case .incoming(let incoming):
                    for due in DaemonLink.due([incoming], isOver: isOver) { hear(due, index) }
                case .closed:
                    client.link.isAttached = false
                    client.offers = [:]
                    client.link.up = []
                    let before = client.place
                    client.link.onEvent(.lost(reason: "it was closed"))
                    expect(client.place == before, "\(index) stands elsewhere after a loss")
                }
            }
        }
    }

    private func hear(_ incoming: Incoming, _ index: Int) {
        let client = clients[index]
        let before = client.place
        client.link.onEvent(.incoming(incoming))
        guard client.place != before else { return }
        guard case .offer(_, let offer) = incoming else { return expect(false, "\(index) was moved by \(incoming)") }
        noteMove(offer.open, index)
    }

    // MARK: What must hold

    private func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
        if !isTrue { faults.append(what()) }
    }

    /// An open moved a client: only if it is the one that has it, once, and not after its user went elsewhere.
    private func noteMove(_ open: Int64, _ index: Int) {
        let client = clients[index]
        client.moved[open, default: 0] += 1
        expect(client.moved[open] == 1, "open \(open) moved \(index) again")
        expect(daemon.has(open, client), "open \(open) moved \(index), which does not have it")
        expect(client.place.scene == .main, "open \(open) moved \(index) at \(client.place.scene)")
        if let asked = client.askedAt[open] {
            expect(asked == client.moves, "open \(open) moved \(index) after its user had moved by hand")
        }
    }

    /// Everything is heard, every question answered, every wait over.
    private func rest() throws {
        // A client gets one open at a time, and an inbox has a hundred at most.
        var rounds = 0
        while rounds < 2 || rounds < 100 && !daemon.router.opens.isEmpty {
            rounds += 1
            for index in clients.indices {
                hear(index)
                if clients[index].coordinator.main?.modal != nil { press(.escape, index) }
                try clients[index].report()
            }
            pass(milliseconds: rounds.isMultiple(of: 10) ? 61_000 : 1_000)
            // Those for whom nobody is there.
            if rounds == 50 { pass(milliseconds: 25 * 3_600_000) }
        }
    }
}
