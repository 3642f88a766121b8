// Every way in which a verb can end badly, as the one line a person reads (`deeplinkctl: what: what to do`) and the code a script
// reads.
internal import Client
internal import Posix
internal import Wire

/// The end of a verb that could not do its work.
struct Failure: Error, Equatable {
    let what: String
    let remedy: String?
    let code: ExitCode

    init(_ what: String, remedy: String? = nil, code: ExitCode) {
        self.what = what
        self.remedy = remedy
        self.code = code
    }

    /// `what: what to do`
    var text: String { remedy.map { "\(what): \($0)" } ?? what }
}

extension Failure {
    /// There is no connection.
    init(_ failure: ConnectFailure) {
        switch failure {
        case .noDaemon(let path, _):
            let remedy =
                SocketPaths.isSystems(path)
                ? "start it, as root, with 'systemctl start deeplinkd.socket'"
                : "start it with 'systemctl --user start deeplinkd.socket' or 'deeplinkd --standalone'"
            self.init("\(failure)", remedy: remedy, code: .noDaemon)
        case .busy: self.init("\(failure)", remedy: "try again in a moment", code: .later)
        case .untrusted: self.init("\(failure)", remedy: "name the right socket with --client and --notify", code: .no)
        case .system: self.init("\(failure)", code: .noDaemon)
        }
    }

    /// There is no answer, or it is no.
    init(_ failure: CallFailure) {
        switch failure {
        case .refused(let error):
            let wait = error.retryAfter.map { "try again in \($0) s" } ?? "try again"
            // A byte's place in our own line tells nobody anything; the field does.
            let field = error.field.map { " (field \($0))" } ?? ""
            self.init(error.message + field, remedy: error.mayRetry ? wait : nil, code: error.mayRetry ? .later : .no)
        case .lost(let lost): self.init("the daemon hung up: \(lost.reason)", code: .noDaemon)
        case .noAnswer(let seconds):
            self.init("no answer from the daemon in \(seconds) s", remedy: "try again", code: .later)
        }
    }

    /// Something of this machine's failed.
    init(_ error: SystemError) {
        self.init("\(error)", code: error.isDiskFull || error.isOutOfResources ? .later : .no)
    }
}
