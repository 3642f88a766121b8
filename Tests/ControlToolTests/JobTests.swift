import Posix
import Routing
import Testing

@testable import ControlTool

struct JobTests {
    @Test func events_CarryWhatTheRouteNeeds() {
        let job = Job(id: "u-1", words: ["make", "all targets", "it's", ""], key: nil, title: nil)
        #expect(job.started.title == #"make 'all targets' 'it'\''s' ''"#)
        #expect(job.started.key == "u-1")
        #expect(job.started.params["job"] == .text("u-1"))
        #expect(job.started.params["exit"] == nil)
        let failed = job.ended(.exited(2), after: 61_000)
        #expect(failed.state == "failed")
        #expect(failed.body == "exit 2 after 1m")
        #expect(failed.params["exit"] == .number("2"))
        #expect(failed.id == "u-1/failed")
        #expect(job.ended(.exited(0), after: 5).state == "finished")
        #expect(job.ended(.signalled(9), after: 5).params["exit"] == .number("137"))
    }

    @Test func longCommand_IsCutWithoutSplittingACharacter() {
        let job = Job(id: "u", words: [String(repeating: "é", count: 5_000)], key: "k", title: nil)
        #expect(job.command.utf8.count <= Job.longestCommand)
        #expect(job.title.utf8.count <= 1_024)
        #expect(job.title.hasSuffix("é…"))
        #expect(job.key == "k")
    }
}
