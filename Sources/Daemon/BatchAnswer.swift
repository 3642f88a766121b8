internal import Wire

/// The answer to one batch: what its items are answered, in their order, as one line.
///
/// It always fits into the line that a client reads. Room is kept for each item's shortest answer, and what an event that
/// was stored is answered is never longer than that; a refusal, or the answer to a dry run, that finds no more room is
/// replaced by the word to send that item alone: nothing of it was stored.
final class BatchAnswer {
    /// An answer without its id is no longer: `{"seq": …, "duplicate": …}`, or the word above, in its envelope.
    private static let shortest = 192

    private var line: [UInt8] = []
    private var itemsLeft: Int
    private var reserved = 0

    static let idsTooLong = WireError(
        .tooLarge, "the ids of the batch are so long that its answer would not fit in a line: send smaller batches")

    /// nil: the ids alone are so long that not even the shortest answers would fit.
    init?(to items: [Result<Message, Message.Refusal>]) {
        itemsLeft = items.count
        for item in items { reserved += Self.reserve(for: Self.id(of: item)) }
        if reserved > WireLimits.lineFromDaemon - 2 { return nil }
    }

    private static func id(of item: Result<Message, Message.Refusal>) -> RequestID? {
        switch item {
        case .success(.call(let id, _, _)): id
        case .success: nil
        case .failure(let refusal): refusal.id
        }
    }

    private static func reserve(for id: RequestID?) -> Int {
        guard case .text(let text) = id else { return shortest }
        // An escape is at most six times as long as what it stands for.
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
        return shortest + text.utf8.count * (isPlain ? 1 : 6)
    }

    /// Takes the next item's answer, nil where it wants none; after the last one the whole line, nil: nobody waits for it.
    func take(_ answer: [UInt8]?, of request: Request) -> [UInt8]? {
        itemsLeft -= 1
        reserved -= Self.reserve(for: request.id)
        if let answer {
            let room = WireLimits.lineFromDaemon - 1 - reserved - line.count
            // The end of its line makes room for what stands before it: the bracket or a comma.
            add(answer.count <= room ? answer : request.line(refusing: Self.noRoom))
        }
        guard itemsLeft == 0, !line.isEmpty else { return nil }
        return line + Array("]\n".utf8)
    }

    private func add(_ answer: [UInt8]) {
        line.append(UInt8(ascii: line.isEmpty ? "[" : ","))
        line += answer.dropLast()
    }

    private static let noRoom = WireError(.tooLarge, "no room in the batch's answer: send it alone", mayRetry: true)
}
