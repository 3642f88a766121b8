import Client
import Posix
import Testing
import Transcript

extension Connection {
    /// A connection whose lines are in the transcript.
    static func noted(to path: String) throws -> Connection {
        let connection = try Connection(connectingTo: path)
        let name = Transcript.connection()
        connection.trace = { line, isOurs in Transcript.note(line, by: isOurs ? .client : .daemon, on: name) }
        return connection
    }

    /// Collects what the daemon says unasked until `wanted` finds what it looks for in all of it.
    func incoming<Found>(_ seconds: Int64 = 10, until wanted: ([Incoming]) throws -> Found?) throws -> Found {
        let deadline = Clock.system.boot() + seconds * 1_000
        var all: [Incoming] = []
        while true {
            all += try process()
            if let found = try wanted(all) { return found }
            let remaining = deadline - Clock.system.boot()
            try #require(remaining > 0, "so far: \(all)")
            try Readiness.wait(for: fileDescriptor, writable: wantsToWrite, milliseconds: remaining)
        }
    }
}

extension String {
    /// The text with its one place of `old` replaced.
    func replacing(_ old: String, with new: String) -> String {
        guard let range = firstRange(of: old) else { preconditionFailure("no \(old) in the text") }
        return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
