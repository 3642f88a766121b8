internal import Intake
internal import JSON
internal import Posix
internal import Routing
internal import Wire

/// One message of a peer, understood: what to do and how to answer it. A line is one, or a batch of them.
struct Request {
    let peer: PeerLink
    let id: RequestID?
    let form: Form
    let work: Work
    /// Whether anybody waits for an answer.
    let isAnswered: Bool

    /// How it came, and so how it is answered.
    enum Form {
        /// A line of its own.
        case message
        /// A bare event: answered with a bare line.
        case bare
        /// One of a batch: answered with the others, in one line.
        case item(BatchAnswer)
    }

    /// What a line asks for.
    enum Work {
        /// It cannot be done: the answer is known already.
        case refuse(WireError)
        case event(Submission)
        case call(ClientCall)
        /// What a client says to an offer; that it could not do it is a refusal.
        case answer(open: Int64, OpenOffer.Answer)
        /// Nothing to do, nothing to say.
        case ignore
    }

    /// What it must write: nothing, something that may be lost in a power cut, or something that may not.
    enum Writing: Int, Comparable {
        case nothing
        case relaxed
        case durable

        static func < (left: Writing, right: Writing) -> Bool { left.rawValue < right.rawValue }

        /// What needs less of the disk; nil below the least.
        var lower: Writing? { Writing(rawValue: rawValue - 1) }
    }

    /// Whether it is a client's word on an offer, which is said once and must not be lost.
    var isAnswerToOffer: Bool {
        if case .answer = work { true } else { false }
    }

    var writing: Writing {
        switch work {
        case .refuse, .ignore: .nothing
        case .event(let submission): submission.isDryRun ? .nothing : .durable
        case .call(let call): call.writing
        case .answer: .relaxed
        }
    }

    /// Reads one frame of a peer. Never fails: what cannot be read is a refusal.
    static func all(in frame: FrameReader.Frame, from peer: PeerLink) -> [Request] {
        switch frame {
        case .tooLong:
            let error = WireError(
                .tooLarge, "a line is longer than \(WireLimits.lineToDaemon) bytes", offset: WireLimits.lineToDaemon)
            return [Request(refusing: Message.Refusal(id: nil, error: error), from: peer)]
        case .line(let bytes):
            do throws(Message.Refusal) {
                switch try MessageLine(parsing: bytes) {
                case .message(let message): return [understood(message, from: peer)]
                case .batch(let items): return try batch(items, from: peer)
                }
            } catch {
                return [Request(refusing: error, from: peer)]
            }
        }
    }

    private static func batch(
        _ items: [Result<Message, Message.Refusal>], from peer: PeerLink
    ) throws(Message.Refusal) -> [Request] {
        guard peer.door == .notify else { throw Message.Refusal(id: nil, error: MessageLine.noBatch) }
        guard let answer = BatchAnswer(to: items) else { throw Message.Refusal(id: nil, error: BatchAnswer.idsTooLong) }
        return items.map { item in
            switch item {
            case .success(let message): understood(message, from: peer, as: .item(answer))
            case .failure(let refusal): Request(refusing: refusal, from: peer, as: .item(answer))
            }
        }
    }

    private init(_ work: Work, id: RequestID? = nil, from peer: PeerLink, as form: Form, isAnswered: Bool) {
        self.peer = peer
        self.id = id
        self.form = form
        self.work = work
        self.isAnswered = isAnswered
    }

    /// What is no message at all is answered, whether or not an answer was wanted: that could not be read.
    private init(refusing refusal: Message.Refusal, from peer: PeerLink, as form: Form = .message) {
        self.init(.refuse(refusal.error), id: refusal.id, from: peer, as: form, isAnswered: true)
    }

    private static func understood(_ message: Message, from peer: PeerLink, as form: Form = .message) -> Request {
        switch message {
        case .bare(let node):
            guard peer.door == .notify else {
                let error = WireError(
                    .invalidRequest, "a bare event goes to notify.sock; here every line has jsonrpc",
                    offset: node.offset)
                return Request(.refuse(error), from: peer, as: .bare, isAnswered: true)
            }
            return Request(event(node), from: peer, as: .bare, isAnswered: true)
        case .call(let id, let method, let params):
            // Without an id nobody hears of a refusal either; it is counted and written to the journal.
            return Request(call(method, params, at: peer.door), id: id, from: peer, as: form, isAnswered: id != nil)
        case .result(let id, let node):
            return Request(answer(to: id, node, from: peer), from: peer, as: form, isAnswered: false)
        case .failure(let id, let error):
            guard let id, let open = peer.takeOffer(id) else {
                return Request(.ignore, from: peer, as: form, isAnswered: false)
            }
            return Request(failed(open, error.message), from: peer, as: form, isAnswered: false)
        }
    }

    private static func event(_ node: JSONNode) -> Work {
        do throws(WireError) { return .event(try NativeDialect.submission(from: node)) } catch { return .refuse(error) }
    }

    private static func call(_ method: String, _ params: JSONNode?, at door: Door) -> Work {
        if door == .notify, method == Notify.method {
            guard let params else {
                return .refuse(WireError(.missingField, "params are missing: they are the event", field: "params"))
            }
            return event(params)
        }
        do throws(WireError) { return .call(try ClientCall(method: method, params: params, at: door)) } catch {
            return .refuse(error)
        }
    }

    private static func answer(to id: RequestID, _ node: JSONNode, from peer: PeerLink) -> Work {
        // An answer to a call that was never made changes nothing and is no reason to drop anybody.
        guard let open = peer.takeOffer(id) else { return .ignore }
        do throws(WireError) {
            return .answer(open: open, try OpenOffer.Answer(wire: Fields(node, of: "result")))
        } catch {
            return failed(open, "\(error)")
        }
    }

    /// A client that could not do what it was offered, with its own words cut to what is worth keeping.
    private static func failed(_ open: Int64, _ reason: String) -> Work {
        .answer(open: open, .refused(String(decoding: reason.utf8.prefix(DaemonLimits.reasonBytes), as: UTF8.self)))
    }
}
