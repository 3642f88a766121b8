// Shared by the tests: a line as it comes in, and what the dialect says of it.
import Intake
import JSON
import Routing
import Wire

func submission(_ line: String) throws -> Submission {
    try NativeDialect.submission(from: JSONDocument(parsing: Array(line.utf8)).root)
}

func event(_ line: String) throws -> Event {
    try submission(line).event
}

/// nil: it is no refusal.
func refusal(_ line: String) throws -> WireError? {
    let root = try JSONDocument(parsing: Array(line.utf8)).root
    do throws(WireError) {
        _ = try NativeDialect.submission(from: root)
        return nil
    } catch {
        return error
    }
}

/// An event with one member more.
func lineWith(_ member: String) -> String {
    #"{"kind":"k",\#(member)}"#
}
