// For programs that ask one thing and go: the same calls, waited for. What comes unasked meanwhile is kept for `process()`.
public import Posix
public import Wire

extension Connection {
    /// Makes a call and waits for its answer, at most so many seconds on the boot clock.
    public func wait<C: Call>(
        for call: C, seconds: Int = 5, clock: Clock = .system
    ) throws(CallFailure) -> C.Answer {
        var answer: Result<C.Answer, WireError>?
        self.call(call) { answer = $0 }
        return try wait(seconds, clock) { answer }
    }

    /// Sends an event and waits for the daemon's word that it is stored.
    public func wait(
        for event: Notify, seconds: Int = 5, clock: Clock = .system
    ) throws(CallFailure) -> Notify.Answer {
        var answer: Result<Notify.Answer, WireError>?
        notify(event) { answer = $0 }
        return try wait(seconds, clock) { answer }
    }

    private func wait<Answer>(
        _ seconds: Int, _ clock: Clock, _ answer: () -> Result<Answer, WireError>?
    ) throws(CallFailure) -> Answer {
        let deadline = clock.boot() + Int64(seconds) * 1_000
        while true {
            if let answer = answer() {
                if let lost, case .failure = answer { throw .lost(lost) }
                do throws(WireError) { return try answer.get() } catch { throw .refused(error) }
            }
            let remaining = deadline - clock.boot()
            guard remaining > 0 else { throw .noAnswer(seconds: seconds) }
            do throws(SystemError) {
                try Readiness.wait(for: fileDescriptor, writable: wantsToWrite, milliseconds: remaining)
            } catch {
                end("\(error)")
                continue
            }
            read()
            if lost == nil { flush() }
        }
    }
}
