import Client
import InboxStore
import Posix
import Routing
import Wire

@testable import Daemon

/// The daemon as far as opens go: its real router and resolver; rows and cells are dictionaries, and what the call desk
/// and the mover do with them is done here in the same order.
final class ModelDaemon {
    /// Mistakes that the model must find.
    enum Fault {
        /// A client that does not answer keeps its connection while its open goes to another.
        case dropsFencing
        /// A client is told another number for the open that it asked for, so it cannot know that it moved since.
        case answersLateOffersAnyway
    }

    static let inbox: UInt32 = 1000
    let resolver: RouteResolver
    let fault: Fault?
    private(set) var router = AppRouter(pending: [])
    private(set) var cells: [Int64: Cell] = [:]
    private(set) var rows: [Int64: OpenRecord] = [:]
    /// How often each open ended.
    private(set) var ends: [Int64: Int] = [:]
    /// How often an open was withheld or given again, for the summary.
    private(set) var heldCount = 0
    private var highest: Int64 = 0
    private var lastConnection: UInt64 = 0
    private var lastCall: Int64 = 0
    private var clients: [UInt64: ModelClient] = [:]

    init(table: RouteTable, fault: Fault?) {
        resolver = RouteResolver(table: table)
        self.fault = fault
    }

    // MARK: Cells

    func summary(of cell: Cell) -> CellSummary {
        CellSummary(cell, route: resolver.route(for: cell.cellState))
    }

    func change(cell id: Int64, kind: String, to state: String, arrival: Arrival) {
        highest += 1
        let cell = Cell(
            id: id, inbox: Self.inbox, kind: kind, key: "\(id)", state: state, version: highest, arrival: arrival)
        cells[id] = cell
        for client in router.audience(of: Self.inbox) {
            clients[client.id]?.link.down.append(.incoming(.announced(summary(of: cell))))
        }
    }

    // MARK: Connections

    func attach(_ client: ModelClient) {
        lastConnection += 1
        client.connection = lastConnection
        clients[lastConnection] = client
        router.attach(lastConnection, inbox: Self.inbox, role: .navigator, announced: highest)
    }

    /// The client is gone, or is told to go: what it said and was not read is lost.
    func detach(_ client: ModelClient) {
        guard let connection = client.connection else { return }
        router.detach(connection)
        clients[connection] = nil
        client.connection = nil
        client.link.up = []
        client.link.down.append(.closed)
    }

    /// Everything in memory is gone; the rows are not.
    func restart() {
        for client in clients.values { detach(client) }
        router = AppRouter(pending: rows.values.filter { !$0.phase.isFinal }.sorted { $0.id < $1.id })
    }

    /// Whether this client is the one that may move for an open.
    func has(_ open: Int64, _ client: ModelClient) -> Bool {
        client.connection != nil && router.opens[open]?.offeredTo == client.connection
    }

    // MARK: Said by clients

    func take(_ said: ScriptedLink.Up, from client: ModelClient, at now: Moment) {
        guard let connection = client.connection else { return }
        switch said {
        case .open(let call, let moves, let then):
            let answer = open(call, by: connection, at: now)
            if answer.open > 0 {
                client.askedAt[fault == .answersLateOffersAnyway ? answer.open - 1_000_000 : answer.open] = moves
            }
            client.link.down.append(.answer { then(.success(answer)) })
        case .report(let report):
            for ended in report.opens { settle(ended.open, ended.answer, by: connection, at: now) }
            router.report(connection, scene: report.state.scene, idle: report.idleMilliseconds, at: now)
        case .answer(let id, let answer):
            guard let open = client.offers.removeValue(forKey: id) else { return }
            settle(open, answer, by: connection, at: now)
        }
        deliver(at: now)
    }

    @discardableResult
    func open(_ call: Open, by connection: UInt64, at now: Moment) -> Open.Answer {
        let target: OpenTarget
        switch call.target {
        case .link(let link): target = .link(link)
        case .cell(let id):
            guard let cell = cells[id] else { return Open.Answer(open: 0, phase: .withdrawn) }
            let summary = summary(of: cell)
            if let tab = call.tab, tab != summary.route.tab {
                return Open.Answer(open: 0, phase: .withdrawn, changed: summary)
            }
            target = .cell(id, seenVersion: call.version, seenState: nil, seenTab: call.tab)
        }
        for waiting in router.opens.values.sorted(by: { $0.record.id < $1.record.id })
        where waiting.offeredTo == nil && waiting.record.target.cell == target.cell && target.cell != nil {
            end(waiting.record.id, .withdrawn)
        }
        let record = OpenRecord(
            id: Int64(rows.count + 1), inbox: Self.inbox, target: target, phase: router.phase(forOpenIn: Self.inbox),
            requested: now.wall, deadline: now.deadline(after: Int64(WireLimits.heldSeconds) * 1000))
        if record.phase == .held { heldCount += 1 }
        rows[record.id] = record
        router.add(record, askedBy: connection)
        let told = fault == .answersLateOffersAnyway ? record.id + 1_000_000 : record.id
        return Open.Answer(open: told, phase: record.phase)
    }

    private func settle(_ open: Int64, _ answer: OpenOffer.Answer, by connection: UInt64, at now: Moment) {
        guard router.mayAnswer(open, connection, inbox: Self.inbox) else { return }
        switch answer {
        case .queued: router.setQueued(open, by: connection, at: now)
        case .shown, .already: end(open, .shown)
        case .refused: end(open, .refused)
        }
    }

    private func end(_ open: Int64, _ phase: OpenPhase) {
        guard rows[open]?.phase.isFinal == false else { return }
        rows[open]?.phase = phase
        ends[open, default: 0] += 1
        router.settle(open)
    }

    // MARK: Time and offers

    func pass(at now: Moment) {
        let overdue = router.overdue(at: now)
        for (open, _) in overdue.expired { end(open, .expired) }
        for connection in overdue.silent {
            guard let client = clients[connection] else { continue }
            if fault == .dropsFencing { forgetOffers(of: connection, at: now) } else { detach(client) }
        }
        deliver(at: now)
    }

    /// The planted mistake: the connection stays, the open goes to another.
    private func forgetOffers(of connection: UInt64, at now: Moment) {
        router.detach(connection)
        router.attach(connection, inbox: Self.inbox, role: .navigator, announced: highest)
        router.report(connection, scene: .main, idle: 60_000_000, at: now)
    }

    func deliver(at now: Moment) {
        for (connection, record) in router.nextOffers(at: now) {
            guard let client = clients[connection] else { continue }
            guard let place = place(of: record) else {
                end(record.id, .expired)
                continue
            }
            lastCall += 1
            client.offers[.number(lastCall)] = record.id
            let offer = OpenOffer(open: record.id, route: place.route, cell: place.cell)
            client.link.down.append(.incoming(.offer(.number(lastCall), offer)))
        }
    }

    private func place(of record: OpenRecord) -> (route: Route, cell: CellSummary?)? {
        switch record.target {
        case .cell(let id, _, _, _): return cells[id].map { (summary(of: $0).route, summary(of: $0)) }
        case .link(let link):
            do throws(PlaceFailure) { return (try resolver.route(to: link), nil) } catch { return nil }
        }
    }
}

extension OpenTarget {
    fileprivate var cell: Int64? {
        if case .cell(let id, _, _, _) = self { id } else { nil }
    }
}
