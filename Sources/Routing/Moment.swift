/// Now, on both clocks: ages and waits go by boot time, which no one sets; calendar moments by the wall clock.
public struct Moment: Sendable, Equatable {
    /// Milliseconds since 1970 in UTC; steps when someone sets the clock.
    public var wall: Int64
    /// Milliseconds since this boot, suspend included (CLOCK_BOOTTIME); never steps.
    public var boot: Int64
    /// Which boot `boot` counts from.
    public var bootID: String

    /// Makes a moment.
    public init(wall: Int64, boot: Int64, bootID: String) {
        self.wall = wall
        self.boot = boot
        self.bootID = bootID
    }

    /// This many milliseconds from now: a wait on boot time, which after a reboot goes by the wall clock.
    public func deadline(after milliseconds: Int64) -> Deadline {
        let wait = max(0, milliseconds)
        let (wallSum, wallOverflow) = wall.addingReportingOverflow(wait)
        let (bootSum, bootOverflow) = boot.addingReportingOverflow(wait)
        return Deadline(
            wall: wallOverflow ? .max : wallSum, boot: Deadline.Boot(time: bootOverflow ? .max : bootSum, id: bootID))
    }
}

/// A moment after which something is over. Compared when it is used; nothing ticks.
public struct Deadline: Sendable, Equatable {
    /// Milliseconds since 1970 in UTC.
    public var wall: Int64
    /// For a wait: where it ends on the clock of the boot that it began in. While that boot lasts, only this counts.
    public var boot: Boot?

    /// A moment on the clock of one boot.
    public struct Boot: Sendable, Equatable {
        /// Milliseconds since that boot.
        public var time: Int64
        /// The boot's id, as the kernel says it; compared as text only.
        public var id: String

        /// Makes a moment.
        public init(time: Int64, id: String) {
            self.time = time
            self.id = id
        }
    }

    /// Makes a deadline; without `boot` it is a calendar moment.
    public init(wall: Int64, boot: Boot? = nil) {
        self.wall = wall
        self.boot = boot
    }

    /// Whether it is over.
    public func hasPassed(at now: Moment) -> Bool { remaining(at: now) <= 0 }

    /// Milliseconds until it is over; 0 or less: it is.
    public func remaining(at now: Moment) -> Int64 {
        let (end, time) =
            if let boot, boot.id == now.bootID { (boot.time, now.boot) } else { (wall, now.wall) }
        let (difference, overflow) = end.subtractingReportingOverflow(time)
        return overflow ? (end > time ? .max : .min) : difference
    }
}
