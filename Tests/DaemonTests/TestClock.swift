import Posix
import Synchronization

/// A clock whose hands a test moves.
final class TestClock: Sendable {
    private let boot = Atomic<Int64>(1_000_000)
    private let wall = Atomic<Int64>(1_700_000_000_000)

    var clock: Clock {
        Clock(
            boot: { self.boot.load(ordering: .relaxed) }, wall: { self.wall.load(ordering: .relaxed) })
    }

    /// Both hands, as time passes.
    func advance(milliseconds: Int64) {
        boot.add(milliseconds, ordering: .relaxed)
        wall.add(milliseconds, ordering: .relaxed)
    }
}
