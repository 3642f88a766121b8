// What is said to the daemon. Sending is tried at once, so that a call does not wait for the loop's next turn.
internal import Posix
public import Wire

extension Connection {
    /// Makes a call; `then` gets the answer, exactly once, from `process()`, `close()` or (when there is no room) from here.
    public func call<C: Call>(_ call: C, then: @escaping (Result<C.Answer, WireError>) -> Void) {
        send(call.line(id:), then: then)
    }

    /// Sends an event on a connection to the notify socket; `then` gets the answer after the daemon's commit.
    public func notify(_ event: Notify, then: @escaping (Result<Notify.Answer, WireError>) -> Void) {
        send(event.line(id:), then: then)
    }

    /// Makes a call that wants no answer; false when there is no room for it or the connection is over.
    @discardableResult
    public func tell(_ call: some Call) -> Bool {
        enqueue(call.line(id: nil))
    }

    /// Sends an event that wants no answer; false when there is no room for it or the connection is over. Whether it was
    /// stored nobody says.
    @discardableResult
    public func tell(_ event: Notify) -> Bool {
        enqueue(event.line(id: nil))
    }

    /// Answers an offer. An answer that can no longer be sent is lost with its connection; the daemon offers again.
    @discardableResult
    public func answer(offer id: RequestID, _ answer: OpenOffer.Answer) -> Bool {
        enqueue(Message.line(answering: id, result: answer.writeMembers))
    }

    /// Says that a follower has every event up to `seq`. `then` hears that the daemon keeps that: from then on none of them
    /// comes again. Without an answer (the connection was lost) they may, and a follower's work must bear it.
    public func acknowledge(_ seq: Int64, then: @escaping (Result<CursorAck.Answer, WireError>) -> Void = { _ in }) {
        call(CursorAck(seq: seq), then: then)
    }

    private func send<Answer: WireObject>(
        _ line: (RequestID?) -> [UInt8], then: @escaping (Result<Answer, WireError>) -> Void
    ) {
        if let lost { return then(.failure(Self.unavailable(lost.reason))) }
        lastID += 1
        guard enqueue(line(.number(lastID))) else {
            let error = WireError(.overloaded, "the daemon does not take what was sent before", mayRetry: true)
            return then(.failure(error))
        }
        pending[lastID] = { message in then(Self.result(of: message)) }
    }

    private static func result<Answer: WireObject>(of message: Message) -> Result<Answer, WireError> {
        do throws(WireError) {
            switch message {
            case .result(_, let node): return .success(try Answer(wire: Fields(node, of: "result")))
            case .failure(_, let error): return .failure(error)
            case .call, .bare: preconditionFailure("only answers end a call")
            }
        } catch {
            return .failure(error)
        }
    }

    func enqueue(_ line: [UInt8]) -> Bool {
        guard lost == nil, output.count - outputStart + line.count <= Self.outputLimit else { return false }
        trace?(line, true)
        output += line
        flush()
        return true
    }

    /// Sends what the kernel takes. A daemon that has gone is noticed by reading, after its last words.
    func flush() {
        while outputStart < output.count, !isSendingOver {
            do {
                guard let count = try socket.send(output[outputStart...]) else { break }
                outputStart += count
            } catch {
                isSendingOver = true
            }
        }
        if outputStart == output.count || isSendingOver {
            output.removeAll(keepingCapacity: true)
            outputStart = 0
        } else if outputStart > Self.readLimit {
            output.removeFirst(outputStart)
            outputStart = 0
        }
    }
}
