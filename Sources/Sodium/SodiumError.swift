/// libsodium could not do what it always can.
public struct SodiumError: Error, Equatable, CustomStringConvertible {
    /// The function's name.
    public let call: String

    /// `sodium_init failed: …`
    public var description: String { "\(call) failed: libsodium has no source of random numbers here" }
}
