import Client
import Posix
import Testing

struct SocketPathsTests {
    private func paths(_ variables: [String: String]) -> SocketPaths {
        SocketPaths(environment: Environment(variables: variables, uid: 1000, gid: 1000, pid: 1))
    }

    @Test func environment_SaysWhereEverythingIs() {
        let found = paths(["XDG_RUNTIME_DIR": "/r", "XDG_STATE_HOME": "/s", "HOME": "/h"])
        #expect(found.notify == "/r/deeplinkd/notify.sock")
        #expect(found.client == "/r/deeplinkd/client.sock")
        #expect(found.state == "/s/deeplinkd")
        #expect(found.jobs == "/s/deeplinkd/jobs")
    }

    @Test func missingOrRelativeVariables_FallBack() {
        let found = paths(["XDG_RUNTIME_DIR": "r", "HOME": "/h"])
        #expect(found.client == "/run/user/1000/deeplinkd/client.sock")
        #expect(found.state == "/h/.local/state/deeplinkd")
    }

    @Test func commandLine_ReplacesOnlyWhatItNames() {
        let found = paths(["HOME": "/h"]).replacing(client: "/c")
        #expect(found.client == "/c")
        #expect(found.notify == "/run/user/1000/deeplinkd/notify.sock")
    }
}
