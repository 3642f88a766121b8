internal import Intake
internal import JSON
internal import Posix
internal import Routing
internal import Wire

/// One line of a peer, understood: what to do and how to answer it.
struct Request {
    let peer: PeerLink
    let id: RequestID?
    /// A bare event is answered with a bare line.
    let isBare: Bool
    let work: Work

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
    init(_ frame: FrameReader.Frame, from peer: PeerLink) {
        switch frame {
        case .tooLong:
            let error = WireError(
                .tooLarge, "a line is longer than \(WireLimits.lineToDaemon) bytes", offset: WireLimits.lineToDaemon)
            self.init(peer: peer, id: nil, isBare: false, work: .refuse(error))
        case .line(let bytes):
            do throws(Message.Refusal) {
                self = Request.understood(try Message(parsing: bytes), from: peer)
            } catch {
                self.init(peer: peer, id: error.id, isBare: false, work: .refuse(error.error))
            }
        }
    }

    private init(peer: PeerLink, id: RequestID?, isBare: Bool, work: Work) {
        self.peer = peer
        self.id = id
        self.isBare = isBare
        self.work = work
    }

    private static func understood(_ message: Message, from peer: PeerLink) -> Request {
        switch message {
        case .bare(let node):
            guard peer.door == .notify else {
                let error = WireError(
                    .invalidRequest, "a bare event goes to notify.sock; here every line has jsonrpc",
                    offset: node.offset)
                return Request(peer: peer, id: nil, isBare: true, work: .refuse(error))
            }
            return Request(peer: peer, id: nil, isBare: true, work: event(node))
        case .call(let id, let method, let params):
            return Request(peer: peer, id: id, isBare: false, work: call(method, params, at: peer.door))
        case .result(let id, let node):
            return Request(peer: peer, id: nil, isBare: false, work: answer(to: id, node, from: peer))
        case .failure(let id, let error):
            guard let id, let open = peer.takeOffer(id) else {
                return Request(peer: peer, id: nil, isBare: false, work: .ignore)
            }
            return Request(peer: peer, id: nil, isBare: false, work: failed(open, error.message))
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
