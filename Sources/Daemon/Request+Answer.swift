internal import InboxStore
internal import Intake
internal import JSON
internal import Wire

/// The forms that an answer to a request takes.
extension Request {
    /// Whether anybody waits for an answer: calls without an id do not, except where they cannot be read.
    var isAnswered: Bool {
        if isBare || id != nil { return true }
        if case .refuse = work { return true }
        return false
    }

    /// The refusal that it was read as, if it was.
    var refusal: WireError? {
        if case .refuse(let error) = work { error } else { nil }
    }

    /// A refusal in the form that the request came in.
    func line(refusing error: WireError) -> [UInt8] {
        isBare
            ? Message.line { $0.member("error", object: error.writeMembers) }
            : Message.line(refusing: id, error)
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
        if isBare { return Message.line(result.writeMembers) }
        return id.map { Message.line(answering: $0, result: result.writeMembers) }
    }

    /// About how long its answer may be, in bytes: what keeps the answers of one turn within a peer's bound.
    var expectedAnswer: Int {
        switch work {
        case .ignore, .answer: 0
        case .refuse: 512
        case .event(let submission): submission.isDryRun ? 4096 : 64
        case .call(let call): call.expectedAnswer
        }
    }
}
