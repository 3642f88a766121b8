import Glibc
import Systemd

/// Plays manager and service at once and prints every datagram that the service sent, `|` for a line feed.
func notify() throws {
    let name = "deeplinkd-helper-\(getpid())"
    let manager = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    bindAbstract(manager, name: name)
    setVariable("NOTIFY_SOCKET", "@\(name)")
    setVariable("WATCHDOG_USEC", "2000000")
    let notifier = try ServiceNotifier()
    print("manager \(notifier.hasManager) period \(notifier.watchdogPeriod.map { "\($0)" } ?? "none")")

    try notifier.ready(status: "2 sockets")
    try notifier.status("a\nSTOPPING=1\u{7}b" + String(repeating: "é", count: 200))
    try notifier.reloading()
    guard let start = notifier.nextFeed else {
        preconditionFailure("a service with WATCHDOG_USEC has a first feed")
    }
    for milliseconds in [0, 1, 999, 1000, 1001, 2500] {
        print("feed at \(milliseconds): \(try notifier.feedWatchdog(at: start + .milliseconds(milliseconds)))")
    }
    try notifier.stopping(status: "draining")
    print("feed after stopping: \(try notifier.feedWatchdog(at: start + .seconds(60)))")
    print("next feed: \(notifier.nextFeed.map { "\($0)" } ?? "none")")
    for datagram in receiveAll(manager) {
        print(datagram.hasPrefix("RELOADING") ? withoutTime(datagram) : datagram)
    }
}

/// The same calls where no manager listens.
func silence() throws {
    setVariable("NOTIFY_SOCKET", nil)
    setVariable("WATCHDOG_USEC", nil)
    let notifier = try ServiceNotifier()
    try notifier.ready(status: "alone")
    let fed = try notifier.feedWatchdog(at: .seconds(1_000_000_000))
    try notifier.stopping(status: "alone")
    print("manager \(notifier.hasManager) fed \(fed)")
}

/// One entry to standard error, where no journal listens.
func journal() throws {
    let journal = try Journal(identifier: "helper", destination: .standardError)
    print("structured \(journal.isStructured)")
    fflush(nil)
    journal.send(JournalEntry("two\nlines", priority: .warning, fields: [("DEEPLINKD_KEY", "a\u{1B}b")]))
    print("dropped \(journal.dropped)")
}

private func withoutTime(_ datagram: String) -> String {
    String(datagram.reversed().drop { $0.isNumber }.reversed())
}

private func receiveAll(_ descriptor: CInt) -> [String] {
    var datagrams: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe recv(descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT))
        }
        guard count > 0 else {
            return datagrams
        }
        datagrams.append(String(decoding: buffer[..<count].map { $0 == 0x0A ? 0x7C : $0 }, as: UTF8.self))
    }
}
