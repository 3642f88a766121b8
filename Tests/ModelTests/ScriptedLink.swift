import Client
import Routing
import Systemd
import Wire

@testable import TerminalClient

/// A connection whose two directions are lists that a scheduler empties when it likes: what was said and is not yet heard.
final class ScriptedLink: DaemonLink {
    /// What the client said.
    enum Up {
        /// `moves`: the user's, when it was said.
        case open(Open, moves: Int, then: (Result<Open.Answer, WireError>) -> Void)
        case report(NavigationReport)
        case answer(offer: RequestID, OpenOffer.Answer)
    }

    /// What the daemon said.
    enum Down {
        case answer(() -> Void)
        case incoming(Incoming)
        /// It closed the connection.
        case closed
    }

    var up: [Up] = []
    var down: [Down] = []
    /// How often the user has moved.
    var moves: () -> Int = { 0 }

    override var isConnected: Bool { isAttached }
    override func connect() throws {}
    override func hurry() throws {}
    override func close() {}

    override func call<C: Call>(_ call: C, then: @escaping (Result<C.Answer, WireError>) -> Void) {
        guard isAttached else { return then(.failure(WireError(.unavailable, "no daemon", mayRetry: true))) }
        guard let open = call as? Open else { return }
        up.append(
            .open(open, moves: moves()) { result in
                switch result {
                case .success(let answer): if let answer = answer as? C.Answer { then(.success(answer)) }
                case .failure(let error): then(.failure(error))
                }
            })
    }

    override func tell(_ call: some Call) {
        if isAttached, let report = call as? NavigationReport { up.append(.report(report)) }
    }

    override func answer(offer: RequestID, _ answer: OpenOffer.Answer) {
        if isAttached { up.append(.answer(offer: offer, answer)) }
    }
}
