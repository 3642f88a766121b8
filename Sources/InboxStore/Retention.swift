/// How long and how many events an inbox keeps. What is over either bound goes, oldest first, if it may go: a cell's
/// latest event stays while the cell is unread or an open of it waits, and every event stays until each follower has
/// read it. A cell that is read or dismissed goes together with its latest event.
public struct Retention: Sendable, Equatable {
    /// Whole days that an event is kept after the day of its arrival; see `DayTable` for what a day is.
    public var days: Int
    /// Events of one inbox. At the bound an event takes the place of the oldest that may go; if none may, it is
    /// answered with `quota`.
    public var events: Int

    /// Both at least 1; by default 90 days and 100 000 events.
    public init(days: Int = 90, events: Int = 100_000) {
        precondition(days >= 1 && events >= 1, "a retention that keeps nothing")
        self.days = days
        self.events = events
    }
}
