// What the daemon says. Answers go to their calls, everything unasked is returned in order. Members that we do not know are ignored,
// so that a newer daemon can say more; a line that is no message at all ends the connection, because nothing after it can be trusted.
internal import Posix
internal import Wire

extension Connection {
    /// Reads and sends what is possible without waiting, at most 64 KiB at a time, and returns what the daemon said unasked.
    /// Throws when the connection is over; what came before was returned by the calls before.
    public func process() throws(ConnectionLost) -> [Incoming] {
        if lost == nil { read() }
        if lost == nil { flush() }
        let incoming = backlog
        backlog = []
        if incoming.isEmpty, let lost {
            socket.close()
            throw lost
        }
        return incoming
    }

    func read() {
        readBuffer.removeAll(keepingCapacity: true)
        let outcome: ReadOutcome
        do {
            outcome = try socket.receive(appendingTo: &readBuffer, most: Self.readLimit)
        } catch {
            return end(error.reason)
        }
        switch outcome {
        case .nothingYet: break
        case .end: end("the daemon has gone")
        case .bytes: cut()
        }
    }

    private func cut() {
        var lines: [[UInt8]] = []
        var isTooLong = false
        frames.read(readBuffer[...]) { frame in
            switch frame {
            case .line(let line): lines.append(line)
            case .tooLong: isTooLong = true
            }
        }
        for line in lines where lost == nil { take(line) }
        if isTooLong { end("the daemon sent a line longer than \(WireLimits.lineFromDaemon) bytes") }
    }

    private func take(_ line: [UInt8]) {
        trace?(line, false)
        let message: Message
        do {
            message = try Message(parsing: line)
        } catch {
            return end("the daemon sent what is no message: \(error.error)")
        }
        switch message {
        case .result(.number(let id), _), .failure(.number(let id)?, _):
            // An answer to nothing we asked is none of our business.
            pending.removeValue(forKey: id)?(message)
        case .failure(nil, let error): end("the daemon could not read a message of ours: \(error)")
        case .result, .failure: break
        case .call(let id, let method, let params):
            do throws(WireError) {
                guard let params else { throw WireError(.missingField, "params are missing", field: "params") }
                try take(method, id, Fields(params, of: "params"))
            } catch {
                if let id {
                    _ = enqueue(Message.line(refusing: id, error))
                } else {
                    end("\(method) of the daemon's: \(error)")
                }
            }
        case .bare: end("the daemon sent what is no message of JSON-RPC 2.0")
        }
    }

    /// One bad event ends nothing, as it would be the first again on the next connection.
    private func followed(_ fields: Fields) throws(WireError) -> Incoming {
        do throws(WireError) { return .event(try FollowedEvent(wire: fields)) } catch {
            return .unreadable(seq: try fields.integer("seq", in: 1...Int64.max), error)
        }
    }

    private func take(_ method: String, _ id: RequestID?, _ fields: Fields) throws(WireError) {
        switch method {
        case CellAnnounced.method: backlog.append(.announced(try CellAnnounced(wire: fields).cell))
        case CellsChanged.method: backlog.append(.cellsChanged(try CellsChanged(wire: fields)))
        case OpenChanged.method: backlog.append(.openChanged(try OpenChanged(wire: fields)))
        case TableChanged.method: backlog.append(.tableChanged(try TableChanged(wire: fields).table))
        case DeviceApproved.method: backlog.append(.approved(try DeviceApproved(wire: fields).grant))
        case DeviceDenied.method: backlog.append(.denied)
        case FollowedEvent.method: backlog.append(try followed(fields))
        case Bye.method:
            let reason = try Bye(wire: fields).reason
            farewell = reason
            backlog.append(.bye(reason: reason))
        case OpenOffer.method:
            guard let id else { throw WireError(.invalidRequest, "an offer needs an id", field: "id") }
            backlog.append(.offer(id, try OpenOffer(wire: fields)))
        default:
            // A newer daemon's message: what wants an answer gets one, what does not is passed over.
            if let id {
                _ = enqueue(Message.line(refusing: id, WireError(.unknownMethod, "there is no method \(method)")))
            }
        }
    }
}
