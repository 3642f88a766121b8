/// What the control tool says to the shell. `run` has the command's own status instead.
enum ExitCode: Int32, CaseIterable {
    case done = 0
    case no = 1
    case usage = 2
    case noDaemon = 3
    case held = 4
    case later = 5

    /// One line of the help.
    var help: String {
        switch self {
        case .done: "done"
        case .no: "the answer is no: not found, refused, errors found"
        case .usage: "the command line is wrong"
        case .noDaemon: "no daemon"
        case .held: "open: held for the next client, nobody is attached"
        case .later: "not now: the same may succeed later"
        }
    }
}
