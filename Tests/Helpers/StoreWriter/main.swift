// Writes turns into a store until it is killed: `StoreWriter FILE ROUND`. For each event whose turn was committed it
// prints `ID SEQ KEY`; an id is ROUND-TURN-INDEX-SIZE, so that a reader can tell whole turns from parts.
import Glibc
import InboxStore
import Posix
import Routing

let arguments = CommandLine.arguments
precondition(arguments.count == 3, "usage: StoreWriter FILE ROUND")
let (path, round) = (arguments[1], arguments[2])
let store = try InboxStore(path: path)
let now = Moment(wall: 0, boot: 0, bootID: "boot")
let route = Route(place: .notifications(since: nil), why: Why(source: .rule, text: "none"))
let standardOutput = FileDescriptor(owning: STDOUT_FILENO)

for turn in 0... {
    let size = turn % 16 + 1
    let lines = try store.transaction(.full) {
        try (0..<size).map { index in
            let id = "\(round)-\(turn)-\(index)-\(size)"
            let key = "\((turn + index) % 7)"
            let event = Event(
                kind: "job", state: "s\(index)", key: key, id: id, body: String(repeating: "x", count: 700))
            let acceptance = try store.accept(event, inbox: 1, sender: 1, at: now) { _ in route }
            return "\(id) \(acceptance.seq ?? 0) \(key)\n"
        }
    }
    try standardOutput.writeAll(Array(lines.joined().utf8))
    try store.checkpointIfDue(idle: turn % 20 == 0)
}
