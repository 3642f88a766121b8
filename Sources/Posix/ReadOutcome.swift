/// What a read met.
public enum ReadOutcome: Hashable, Sendable {
    /// So many bytes came, at least one.
    case bytes(Int)
    /// Nothing at the moment; wait until it is readable.
    case nothingYet
    /// The other end closed, or the file ends here.
    case end
}
