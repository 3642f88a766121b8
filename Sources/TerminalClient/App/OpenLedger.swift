internal import Wire

/// What this client knows of opens: which it asked for, and which it has shown, so that an open moves it once only and
/// never after the user moved by hand. Pure.
struct OpenLedger {
    /// How many shown opens are remembered.
    static let limit = 64

    private struct Entry {
        let open: Int64
        let answer: OpenOffer.Answer
    }

    /// Moves of the user's own hand, counted.
    private(set) var moves = 0
    private var asked: [(open: Int64, moves: Int)] = []
    private var shown: [Entry] = []
    /// Answered on this connection: the answer may be lost with it.
    private var sent: [Entry] = []
    /// For the next report: what was queued and ended, and what a lost connection may not have carried.
    private var unconfirmed: [Entry] = []

    /// The user went somewhere.
    mutating func noteMove() {
        moves += 1
    }

    /// The daemon stored an open of ours; the user stood there when he asked: `moves` as of then.
    mutating func noteAsked(_ open: Int64, moves: Int) {
        asked.append((open, moves))
        if asked.count > Self.limit { asked.removeFirst() }
    }

    /// Whether this open was shown before.
    func hasShown(_ open: Int64) -> Bool {
        shown.contains { $0.open == open }
    }

    /// Whether the user moved since he asked for this open; false for an open that somebody else asked for.
    func hasMovedSince(_ open: Int64) -> Bool {
        asked.contains { $0.open == open && $0.moves != moves }
    }

    /// An offer was answered.
    mutating func note(_ answer: OpenOffer.Answer, to open: Int64) {
        let entry = Entry(open: open, answer: answer)
        sent.append(entry)
        if sent.count > Self.limit { sent.removeFirst() }
        switch answer {
        case .shown, .already:
            if !hasShown(open) { shown.append(entry) }
            if shown.count > Self.limit { shown.removeFirst() }
        case .queued, .refused: break
        }
    }

    /// What was queued has ended: the next report says how, and the one after a loss again.
    mutating func noteEnded(_ answer: OpenOffer.Answer, of open: Int64) {
        note(answer, to: open)
        unconfirmed.append(Entry(open: open, answer: answer))
    }

    /// The connection is gone.
    mutating func noteLoss() {
        unconfirmed = Array((unconfirmed + sent).suffix(Self.limit))
        sent = []
    }

    /// What a report says of them, once.
    mutating func takeUnconfirmed() -> [NavigationReport.Ended] {
        defer { unconfirmed = [] }
        return unconfirmed.map { NavigationReport.Ended(open: $0.open, answer: $0.answer) }
    }
}
