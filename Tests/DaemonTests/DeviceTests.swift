// Devices over real sockets: how one is let in, what it may do then, and how that ends.
import InboxStore
import JournalReader
import Posix
import Routing
import Testing
import Wire

@testable import Daemon

private let tunnel = Peer(uid: 4242, gid: 4242, pid: 1)

@Suite struct DeviceTests {
    private func stranger(_ harness: Harness) throws -> TestPeer { try harness.connect(.remote, as: tunnel) }

    private func owner(_ harness: Harness) throws -> TestPeer { try harness.client(nil) }

    private func code(_ owner: TestPeer) throws -> String {
        try #require(try owner.ask(DevicesList()).requests.first).code
    }

    private func state(_ harness: Harness, _ device: String = "laptop") throws -> String? {
        try harness.daemon.store.cell(inbox: harness.me, kind: "device.signup", key: device)?.cell.state
    }

    /// A device that was let in by its code.
    private func enrolled(_ harness: Harness, _ name: String = "laptop") throws -> (peer: TestPeer, token: String) {
        let device = try stranger(harness)
        _ = try device.ask(DeviceRequest(device: name))
        let owner = try owner(harness)
        let grant = try device.ask(DeviceConfirm(code: try code(owner)))
        owner.close()
        return (device, grant.token)
    }

    private func wrong(_ code: String) -> String { code == "000000" ? "000001" : "000000" }

    // MARK: Coming in

    @Test func device_IsLetInByItsCodeAndComesAgainByItsToken() throws {
        let harness = try Harness()
        let device = try stranger(harness)
        #expect(
            try device.ask(DeviceRequest(device: "laptop"))
                == DeviceRequest.Answer(expiresIn: 300, resendAfter: 30))
        #expect(try state(harness) == "requested")
        let owner = try owner(harness)
        let waiting = try #require(try owner.ask(DevicesList()).requests.first)
        #expect(waiting.device == "laptop" && waiting.uid == tunnel.uid && waiting.triesLeft == 5)
        #expect(try owner.ask(CellsGet(cell: waiting.cell)).summary.kind == "device.signup")
        let grant = try device.ask(DeviceConfirm(code: waiting.code))
        #expect(grant.token.utf8.count == 32)
        #expect(grant.tabs.map(\.id) == ["builds", "messages"])
        #expect(grant.tabs.first == DeviceGrant.Choice(id: "builds", title: "Builds"))
        #expect(try state(harness) == "approved")
        let hello = try device.ask(Hello(client: "test", role: .navigator))
        #expect(hello.device == "laptop" && hello.inbox == harness.me)
        #expect(hello.owner == grant.owner)
        #expect(try hello.host == HostName.system())

        let again = try stranger(harness)
        _ = try again.ask(Authenticate(device: "laptop", token: grant.token))
        #expect(try again.ask(Hello(client: "test", role: nil)).device == "laptop")
        let listed = try owner.ask(DevicesList())
        #expect(listed.requests.isEmpty)
        #expect(listed.devices.map(\.name) == ["laptop"])
        #expect(listed.devices.first?.isAttached == true && listed.devices.first?.seen != nil)
    }

    /// All in one read, and so in one turn.
    @Test func pipelinedCallsAfterTheToken_AreTheDevices() throws {
        let harness = try Harness()
        let (first, token) = try enrolled(harness)
        first.close()
        let device = try stranger(harness)
        let calls =
            Authenticate(device: "laptop", token: token).line(id: .number(100))
            + Hello(client: "test", role: .observer).line(id: .number(101))
            + CellsList().line(id: .number(102))
        try device.send(bytes: calls)
        #expect(try device.response(to: 101).text.contains("\"device\":\"laptop\""))
        try harness.notify("ci.run", "failed")
        #expect(try device.take(CellAnnounced.self).map(\.cell.kind) == ["ci.run"])
    }

    @Test(arguments: [
        Authenticate(device: "laptop", token: String(repeating: "0", count: 32)),
        Authenticate(device: "other", token: String(repeating: "0", count: 32)),
        Authenticate(device: "laptop", token: ""),
        Authenticate(device: "laptop", token: String(repeating: "0", count: 32), owner: "nobody-of-this-name"),
    ])
    func wrongToken_IsRefusedWithOneWording(call: Authenticate) throws {
        let harness = try Harness()
        _ = try enrolled(harness)
        let refusal = try stranger(harness).refusal(of: call)
        #expect(refusal == WireError(.notPermitted, "this device and token are not known here"))
        let said = harness.journal.entries().filter { $0.contains("MESSAGE_ID=\(JournalMessages.eventRefused)\n") }
        #expect(said.count == 1 && said[0].contains("DEEPLINKD_REASON=notPermitted\n"))
        #expect(said[0].contains("DEEPLINKD_SENDER=\(tunnel.uid)\n"))
    }

    @Test func stranger_SeesAndDoesNothing() throws {
        let harness = try Harness()
        try harness.notify("ci.run", "failed")
        let device = try stranger(harness)
        #expect(try device.refusal(of: CellsList()).reason == .notAuthenticated)
        #expect(try device.refusal(of: Ping()).reason == .notAuthenticated)
        #expect(try device.refusal(of: CellsDismiss(cell: 1)).reason == .notAuthenticated)
        #expect(try device.refusal(of: Hello(client: "t", role: .navigator)).reason == .notAuthenticated)
        #expect(try device.refusal(of: Hello(versions: [99], client: "t", role: nil)).reason == .updateRequired)
        try harness.notify("ci.run", "done")
        #expect(try device.take().isEmpty)
        #expect(try harness.daemon.store.cell(inbox: harness.me, id: 1)?.isDismissed == false)
    }

    @Test func wrongCodeFiveTimes_EndsIt() throws {
        let harness = try Harness()
        let device = try stranger(harness)
        _ = try device.ask(DeviceRequest(device: "laptop"))
        let right = try code(try owner(harness))
        for left in (0..<5).reversed() {
            let refusal = try device.refusal(of: DeviceConfirm(code: wrong(right)))
            #expect(refusal.reason == .wrongCode && refusal.triesLeft == left)
        }
        #expect(try device.refusal(of: DeviceConfirm(code: right)).reason == .expired)
        #expect(try state(harness) == "expired")
        #expect(try owner(harness).ask(DevicesList()) == DevicesList.Answer(devices: [], requests: []))
    }

    @Test func codeThatIsTooOld_IsOfNoUse() throws {
        let harness = try Harness()
        let device = try stranger(harness)
        _ = try device.ask(DeviceRequest(device: "laptop"))
        let right = try code(try owner(harness))
        try harness.pass(seconds: 299)
        #expect(try state(harness) == "requested")
        try harness.pass(seconds: 1)
        #expect(try state(harness) == "expired")
        #expect(try device.refusal(of: DeviceConfirm(code: right)).reason == .expired)
        #expect(device.isPeer)
        _ = try device.ask(DeviceRequest(device: "laptop"))
        #expect(try state(harness) == "requested")
    }

    @Test func knownName_LogsInAndItsOldTokenEnds() throws {
        let harness = try Harness()
        let (old, token) = try enrolled(harness)
        let device = try stranger(harness)
        #expect(try device.refusal(of: DeviceRequest(device: "laptop")).reason == .nameTaken)
        #expect(try device.refusal(of: DeviceRequest(device: "phone", isLogin: true)).reason == .notFound)
        _ = try device.ask(DeviceRequest(device: "laptop", isLogin: true))
        let grant = try device.ask(DeviceConfirm(code: try code(try owner(harness))))
        #expect(grant.token != token)
        #expect(try old.take(Bye.self).count == 1)
        #expect(!old.isPeer && device.isPeer)
        let again = try stranger(harness)
        #expect(try again.refusal(of: Authenticate(device: "laptop", token: token)).reason == .notPermitted)
        _ = try again.ask(Authenticate(device: "laptop", token: grant.token))
    }

    @Test(arguments: ["Laptop", "", "a b", "-a", String(repeating: "a", count: 33), "ä"])
    func badName_IsRefused(name: String) throws {
        let harness = try Harness()
        let refusal = try stranger(harness).refusal(of: DeviceRequest(device: name))
        #expect((refusal.reason == .invalidField || refusal.reason == .tooLarge) && refusal.field == "device")
    }

    @Test func deviceThatWaits_IsLetInByItsOwnersKey() throws {
        let harness = try Harness()
        let device = try stranger(harness)
        _ = try device.ask(DeviceRequest(device: "laptop"))
        let owner = try owner(harness)
        let request = try #require(try owner.ask(DevicesList()).requests.first).request
        _ = try owner.ask(DeviceApprove(request: request))
        try harness.settle()
        let grant = try #require(try device.take(DeviceApproved.self).first).grant
        #expect(try device.ask(Hello(client: "test", role: nil)).device == "laptop")
        _ = try stranger(harness).ask(Authenticate(device: "laptop", token: grant.token))
        #expect(try owner.refusal(of: DeviceApprove(request: request)).reason == .notFound)
    }

    @Test func deviceThatIsDenied_HearsOfIt() throws {
        let harness = try Harness()
        let device = try stranger(harness)
        _ = try device.ask(DeviceRequest(device: "laptop"))
        let owner = try owner(harness)
        let waiting = try #require(try owner.ask(DevicesList()).requests.first)
        _ = try owner.ask(DeviceDeny(request: waiting.request))
        try harness.settle()
        #expect(try device.take(DeviceDenied.self).count == 1)
        #expect(try state(harness) == "denied")
        #expect(try device.refusal(of: DeviceConfirm(code: waiting.code)).reason == .denied)
        #expect(try device.refusal(of: CellsList()).reason == .notAuthenticated)
    }

    @Test func deviceThatGoesAway_AsksNoMore() throws {
        let harness = try Harness()
        let device = try stranger(harness)
        _ = try device.ask(DeviceRequest(device: "laptop"))
        device.close()
        try harness.settle()
        #expect(try owner(harness).ask(DevicesList()).requests.isEmpty)
        #expect(try state(harness) == "expired")
    }

    @Test func waits_AreTenSecondsAndTenMinutes() throws {
        let harness = try Harness()
        let (silent, slow) = (try stranger(harness), try stranger(harness))
        _ = try slow.refusal(of: Hello(client: "t", role: nil))
        try harness.pass(seconds: 10)
        #expect(!silent.isPeer && slow.isPeer)
        try harness.pass(seconds: 590)
        #expect(!slow.isPeer)
        #expect(try slow.take(Bye.self).count == 1)
        let (device, _) = try enrolled(harness)
        try harness.pass(seconds: 3600)
        #expect(device.isPeer)
    }

    @Test func strangers_AreThirtyTwoAtATime() throws {
        let harness = try Harness()
        let (device, _) = try enrolled(harness)
        let strangers = try (0..<WireLimits.strangers).map { _ in try stranger(harness) }
        let (near, far) = try Socket.pair()
        #expect(try harness.daemon.server.admit(near, at: .remote, as: tunnel) == nil)
        far.close()
        #expect(try harness.client(nil).ask(CellsList()).cells.count == 1)
        strangers[0].close()
        try harness.settle()
        #expect(try stranger(harness).isPeer && device.isPeer)
    }

    // MARK: After a kill

    @Test func kill_TakesCodesAlongAndLeavesTokens() throws {
        let harness = try Harness()
        let (_, token) = try enrolled(harness, "phone")
        let device = try stranger(harness)
        _ = try device.ask(DeviceRequest(device: "laptop"))
        let first = try #require(try owner(harness).ask(DevicesList()).requests.first)
        try harness.restart()
        #expect(try state(harness) == "expired")
        #expect(try state(harness, "phone") == "approved")
        let owner = try owner(harness)
        #expect(try owner.ask(DevicesList()).requests.isEmpty)
        #expect(try owner.refusal(of: DeviceApprove(request: first.request)).reason == .notFound)
        let again = try stranger(harness)
        #expect(try again.refusal(of: DeviceConfirm(code: first.code)).reason == .invalidRequest)
        _ = try again.ask(Authenticate(device: "phone", token: token))
    }

    /// It was taken in from the system's daemon, and waits there.
    @Test func requestOfTheSystemsDaemon_IsNotEndedByAKillOfTheUsers() throws {
        let harness = try Harness()
        try harness.notify("device.signup", "requested", key: "system:s:7")
        try harness.notify("device.signup", "requested", key: "laptop")
        try harness.restart()
        #expect(try state(harness, "system:s:7") == "requested")
        #expect(try state(harness) == "expired")
    }

    @Test func tokensAndCodes_AreInNoFileAndNoJournal() throws {
        let harness = try Harness()
        let device = try stranger(harness)
        _ = try device.ask(DeviceRequest(device: "laptop"))
        let right = try code(try owner(harness))
        _ = try device.refusal(of: DeviceConfirm(code: wrong(right)))
        let grant = try device.ask(DeviceConfirm(code: right))
        var bytes: [UInt8] = []
        for name in try Files.list(harness.directory) where name.hasPrefix("inbox.db") {
            bytes += try Files.read("\(harness.directory)/\(name)", limit: 64 << 20).bytes
        }
        #expect(bytes.count > 4096)
        for secret in [grant.token, right] { #expect(!Self.holds(bytes, Array(secret.utf8)), "\(secret)") }
        let raw = stride(from: 0, to: 32, by: 2).compactMap { UInt8(grant.token.dropFirst($0).prefix(2), radix: 16) }
        #expect(raw.count == 16 && !Self.holds(bytes, raw))
        let said = harness.journal.entries().joined()
        #expect(said.contains("laptop"))
        #expect(!said.contains(grant.token) && !said.contains(right))
    }

    private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        guard let first = part.first, bytes.count >= part.count else { return false }
        return bytes.indices.dropLast(part.count - 1).contains {
            bytes[$0] == first && bytes[$0..<$0 + part.count].elementsEqual(part)
        }
    }
}
