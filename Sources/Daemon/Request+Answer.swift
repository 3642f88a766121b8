internal import InboxStore
internal import Intake
internal import JSON
internal import Wire

/// The forms that an answer to a request takes.
extension Request {
    /// The refusal that it was read as, if it was.
    var refusal: WireError? {
        if case .refuse(let error) = work { error } else { nil }
    }

    /// A refusal in the form that the request came in.
    func line(refusing error: WireError) -> [UInt8] {
        if case .bare = form { return Message.line { $0.member("error", object: error.writeMembers) } }
        return Message.line(refusing: id, error)
    }

    /// The answer when nothing of the turn could be stored; nil where nobody waits for one.
    func line(failing failure: TurnFailure) -> [UInt8]? {
        guard isAnswered else { return nil }
        let reason: WireError.Reason = failure.reason == .diskFull ? .diskFull : .unavailable
        let text = "the store could not keep it: \(failure.description)"
        return line(refusing: refusal ?? WireError(reason, text, mayRetry: true))
    }

    /// A result in the form that the request came in; nil where nobody waits for one.
    func line(answering result: some WireObject) -> [UInt8]? {
        if case .bare = form { return Message.line(result.writeMembers) }
        return id.map { Message.line(answering: $0, result: result.writeMembers) }
    }

    /// About how long its answer may be, in bytes: what keeps the answers of one turn within a peer's bound.
    var expectedAnswer: Int {
        guard isAnswered else { return 0 }
        return switch work {
        case .ignore, .answer: 0
        case .refuse: 512
        case .event(let submission): submission.isDryRun ? 4096 : 64
        case .call(let call): call.expectedAnswer
        }
    }

    /// Puts its answer, or that there is none, into the peer's output: a batch's goes there as one line, after its last item.
    func send(_ line: [UInt8]?) {
        if case .item(let batch) = form {
            if let whole = batch.take(line, of: self) { peer.send(whole) }
        } else if let line {
            peer.send(line)
        }
    }
}
