import Client
import Posix
import Routing
import Testing
import Wire

/// A terminal client without a terminal: it comes to hello, says where it stands, moves when it is offered an open, and
/// remembers which opens it showed, as client.sock's protocol asks of it.
final class ScriptedNavigator {
    /// What it does with an offer.
    enum Conduct: CaseIterable {
        /// Moves and says so.
        case shows
        /// Moves, and its answer never leaves.
        case showsAndIsCutOff
        /// Is cut off before it moves.
        case isCutOff
    }

    private let path: String
    private(set) var connection: Connection?
    /// How often each open moved it.
    private(set) var moves: [Int64: Int] = [:]
    /// Opens that ended: the daemon has no reason to come back to them.
    private var ended: Set<Int64> = []
    /// What this connection was offered: nothing comes twice on one.
    private var offeredHere: Set<Int64> = []
    /// Opens that it showed and whose answer may not have arrived.
    private var unheard: [Int64: OpenOffer.Answer] = [:]
    private(set) var announced: [CellSummary] = []

    init(path: String) { self.path = path }

    /// Connects, says hello and reports, with what became of opens that the daemon may not have heard of.
    func attach() throws {
        let connection = try Connection.noted(to: path)
        _ = try connection.wait(for: Hello(client: "scripted 1", role: .navigator), seconds: 10)
        let ended = unheard.sorted { $0.key < $1.key }.map { NavigationReport.Ended(open: $0.key, answer: $0.value) }
        let state = NavigationState(selectedTab: "builds")
        let report = NavigationReport(state: state, idleMilliseconds: 5_000, opens: ended)
        _ = try connection.wait(for: report, seconds: 10)
        unheard = [:]
        offeredHere = []
        self.connection = connection
    }

    func detach() { connection = nil }

    /// Every open so far has ended, by the daemon's own word.
    func endAll() { ended.formUnion(moves.keys) }

    /// Does with what came as it should, waiting for so many milliseconds; returns the opens that it was offered.
    @discardableResult
    func work(_ conduct: Conduct = .shows, milliseconds: Int64 = 0) throws -> [Int64] {
        guard let connection else { return [] }
        if milliseconds > 0 {
            try Readiness.wait(
                for: connection.fileDescriptor, writable: connection.wantsToWrite, milliseconds: milliseconds)
        }
        var offered: [Int64] = []
        do throws(ConnectionLost) {
            for news in try connection.process() {
                if case .announced(let cell) = news { announced.append(cell) }
                guard case .offer(let id, let offer) = news else { continue }
                offered.append(offer.open)
                take(offer, id, conduct, connection)
            }
        } catch {
            self.connection = nil
        }
        return offered
    }

    private func take(_ offer: OpenOffer, _ id: RequestID, _ conduct: Conduct, _ connection: Connection) {
        #expect(!ended.contains(offer.open), "open \(offer.open) had ended")
        #expect(offeredHere.insert(offer.open).inserted, "open \(offer.open) came twice on one connection")
        if conduct == .isCutOff { return detach() }
        let isKnown = moves[offer.open] != nil
        if !isKnown { moves[offer.open] = 1 }
        let tab = offer.route.tab ?? "outer"
        let answer = isKnown ? OpenOffer.Answer.already(tab: tab, depth: 2) : .shown(tab: tab, depth: 2)
        unheard[offer.open] = answer
        if conduct == .showsAndIsCutOff { return detach() }
        connection.answer(offer: id, answer)
    }
}
