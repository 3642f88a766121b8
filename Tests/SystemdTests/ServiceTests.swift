import Testing

/// What a service says to its manager and gets from it, in a helper program with an environment of its own.
struct ServiceTests {
    @Test func notifier_SaysEachThingOnce_AndFeedsTheWatchdogAtMostOncePerPeriod() throws {
        let (lines, status) = try helper(["notify"])
        #expect(status == 0)
        try #require(lines.count == 16)
        #expect(
            lines[..<9] == [
                "manager true period 1.0 seconds",
                "feed at 0: true", "feed at 1: false", "feed at 999: false",
                "feed at 1000: true", "feed at 1001: false", "feed at 2500: true",
                "feed after stopping: false", "next feed: none",
            ])
        #expect(lines[9] == "READY=1|STATUS=2 sockets")
        // A line feed in a status must not become a second assignment.
        #expect(lines[10].hasPrefix("STATUS=a STOPPING=1 béé"))
        #expect(lines[10].utf8.count <= 256)
        #expect(
            lines[11...] == [
                "RELOADING=1|MONOTONIC_USEC=", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1", "STOPPING=1|STATUS=draining",
            ])
    }

    @Test func withoutManager_EverythingIsSilent() throws {
        let (lines, status) = try helper(["silence"])
        #expect(lines == ["manager false fed false"])
        #expect(status == 0)
    }

    @Test(arguments: [
        (["client:listening", "notify:listening"], "client=3 notify=4"),
        (["notify:listening", "client:listening"], "client=4 notify=3"),
        (["notify:listening"], "client=none notify=3"),
        (["other", "client:listening"], "none"),
        ([], "none"),
    ])
    func inheritedSockets_AreFoundByName(given: [String], taken: String) throws {
        let (lines, status) = try helper(["sockets"] + given)
        #expect(lines == [taken, "close-on-exec true", "environment cleared"])
        #expect(status == 0)
    }

    @Test(arguments: [
        (
            ["foo:listening"],
            "inherited socket has the name \"foo\"; FileDescriptorName= must be one of: client, notify"
        ),
        (["client:listening", "client:listening"], "two inherited sockets have the name \"client\""),
        (
            ["client:datagram"],
            "inherited socket \"client\" is not a listening Unix stream socket (ListenStream=)"
        ),
        (
            ["client:connected"],
            "inherited socket \"client\" is not a listening Unix stream socket (ListenStream=)"
        ),
    ])
    func unfitInheritedSocket_IsRefusedWithTheReason(given: [String], reason: String) throws {
        let (lines, status) = try helper(["sockets"] + given)
        #expect(lines == [reason, "environment cleared"])
        #expect(status == 0)
    }
}
