import Glibc
import Systemd
import Testing

/// Two connected stream sockets, closed with the object.
@safe
final class SocketPair {
    let near: CInt
    let far: CInt
    private var farIsOpen = true
    private var nearIsOpen = true

    init(type: __socket_type = SOCK_STREAM) throws {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(type.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
        (near, far) = (ends[0], ends[1])
    }

    deinit {
        closeFar()
        if nearIsOpen {
            close(near)
        }
    }

    func closeFar() {
        if farIsOpen {
            farIsOpen = false
            close(far)
        }
    }

    /// The event source closes the near end.
    func giveUpNear() {
        nearIsOpen = false
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        let sent = unsafe bytes.withUnsafeBytes { unsafe write(far, $0.baseAddress, $0.count) }
        #expect(sent == bytes.count)
    }

    func receive(on descriptor: CInt) -> String? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }
}

/// Runs the helper program with a verb and gives what it printed and how it ended.
func helper(_ arguments: [String]) throws -> (lines: [String], status: CInt) {
    let program =
        CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
        .dropLast().joined(separator: "/") + "/SystemdHelper"
    let command = ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
    guard let pipe = unsafe popen(command + " 2>&1", "r") else {
        throw SystemdError(call: "popen", code: errno)
    }
    var bytes: [UInt8] = []
    while case let byte = unsafe fgetc(pipe), byte != EOF {
        bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    let status = unsafe pclose(pipe)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return (lines, (status >> 8) & 0xFF)
}

/// What `#expect(source.isEnabled)` would say: the macro copies what it looks at, and a source cannot be copied.
func expect(_ source: borrowing EventSource, isEnabled: Bool, at location: SourceLocation = #_sourceLocation) {
    let found = source.isEnabled
    #expect(found == isEnabled, sourceLocation: location)
}

/// Turns the loop until `condition` holds. The bound is far above what any of these tests needs.
func turn(_ loop: EventLoop, until condition: () -> Bool) throws {
    let deadline = EventClock.boot.now + .seconds(30)
    while !condition() {
        try #require(EventClock.boot.now < deadline, "the loop never got there")
        try loop.step(timeout: .milliseconds(100))
    }
}
