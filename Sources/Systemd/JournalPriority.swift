/// How much an entry matters: syslog's levels, of which these five are used.
///
/// The rule: `error` when something that was promised cannot be done, `warning` when it was done in a lesser way,
/// `notice` when an administrator would want to know, `info` for what normally happens, `debug` for how.
public enum JournalPriority: UInt8, Sendable, CaseIterable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7
}
