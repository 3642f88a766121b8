/// Where an open stands. It ends in exactly one of the last four.
public enum OpenPhase: String, Sendable, CaseIterable {
    /// No client can take it now: it waits for one.
    case held
    /// A client has it and has not answered yet, or answered that it waits behind something.
    case offered
    /// A client showed it, or stood there already.
    case shown
    /// Superseded by a later open, or opened elsewhere.
    case withdrawn
    /// The client would not, with its reason.
    case refused
    /// Nobody showed it in time.
    case expired

    /// Whether it has ended.
    public var isFinal: Bool { self != .held && self != .offered }
}
