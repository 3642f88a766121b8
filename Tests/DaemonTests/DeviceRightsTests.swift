// What a device may do that was let in, and how its owner ends that.
import InboxStore
import JournalReader
import Posix
import Routing
import Testing
import Wire

@testable import Daemon

private let tunnel = Peer(uid: 4242, gid: 4242, pid: 1)

@Suite struct DeviceRightsTests {
    private func enrolled(
        _ harness: Harness, _ name: String = "laptop", owner: Peer? = nil, named: String? = nil
    ) throws -> (peer: TestPeer, token: String) {
        let device = try harness.connect(.remote, as: tunnel)
        _ = try device.ask(DeviceRequest(device: name, owner: named))
        let local = try harness.connect(.client, as: owner)
        let code = try #require(try local.ask(DevicesList()).requests.first).code
        let grant = try device.ask(DeviceConfirm(code: code))
        local.close()
        return (device, grant.token)
    }

    @Test func revoke_EndsEveryConnectionAtOnce() throws {
        let harness = try Harness()
        let (first, token) = try enrolled(harness)
        let second = try harness.connect(.remote, as: tunnel)
        _ = try second.ask(Authenticate(device: "laptop", token: token))
        _ = try second.ask(Hello(client: "t", role: .observer))
        let (phone, _) = try enrolled(harness, "phone")
        let owner = try harness.client(nil)
        _ = try owner.ask(DevicesRevoke(device: "laptop"))
        #expect(!first.isPeer && !second.isPeer && phone.isPeer)
        #expect(try second.take(Bye.self).map(\.reason) == ["the owner revoked this device"])
        let again = try harness.connect(.remote, as: tunnel)
        #expect(try again.refusal(of: Authenticate(device: "laptop", token: token)).reason == .notPermitted)
        #expect(try owner.refusal(of: DevicesRevoke(device: "laptop")).reason == .notFound)
        #expect(try owner.ask(DevicesList()).devices.map(\.name) == ["phone"])
    }

    @Test func revoke_EndsTheRequestUnderThatName() throws {
        let harness = try Harness()
        _ = try enrolled(harness)
        let again = try harness.connect(.remote, as: tunnel)
        _ = try again.ask(DeviceRequest(device: "laptop", isLogin: true))
        let owner = try harness.client(nil)
        let code = try #require(try owner.ask(DevicesList()).requests.first).code
        _ = try owner.ask(DevicesRevoke(device: "laptop"))
        try harness.settle()
        #expect(try again.take(DeviceDenied.self).count == 1)
        #expect(try again.refusal(of: DeviceConfirm(code: code)).reason == .denied)
        #expect(try owner.ask(DevicesList()) == DevicesList.Answer(devices: [], requests: []))
    }

    /// Retention would keep events for it, also when it is revoked; and it could come under another follower's name.
    @Test func device_IsNoFollower() throws {
        let harness = try Harness()
        let (device, _) = try enrolled(harness)
        let refusal = try device.refusal(of: Hello(client: "t", role: .follower, follower: "f"))
        #expect(refusal.reason == .notPermitted && refusal.field == "role")
        #expect(try harness.daemon.store.followers().isEmpty)
    }

    /// Names cost a stranger nothing, and a cell that nobody reads stays.
    @Test func namesWithoutEnd_FillNoInbox() throws {
        let harness = try Harness()
        for number in 0..<DaemonLimits.unseenRequests {
            try harness.notify("device.signup", "expired", key: "d\(number)")
        }
        let stranger = try harness.connect(.remote, as: tunnel)
        let refusal = try stranger.refusal(of: DeviceRequest(device: "one-more"))
        #expect(refusal.reason == .quota && refusal.mayRetry)
        let owner = try harness.client(nil)
        #expect(try owner.ask(DevicesList()).requests.isEmpty)
        let cells = try owner.ask(CellsList(kind: "device.signup", limit: 500)).cells
        #expect(cells.count == DaemonLimits.unseenRequests)
        _ = try owner.ask(CellsRead(cell: try #require(cells.last?.id)))
        _ = try stranger.ask(DeviceRequest(device: "one-more"))
        // A name that has a cell makes no other.
        _ = try harness.connect(.remote, as: tunnel).ask(DeviceRequest(device: "d7"))
    }

    @Test func strangersOfOneUser_KeepNobodyElseOut() throws {
        let harness = try Harness(service: "version = 1\n")
        for _ in 0..<DaemonLimits.strangersOfUID { _ = try harness.connect(.remote, as: tunnel) }
        let (near, far) = try Socket.pair()
        #expect(try harness.daemon.server.admit(near, at: .remote, as: tunnel) == nil)
        far.close()
        let other = try harness.connect(.remote, as: Peer(uid: 4243, gid: 4243, pid: 1))
        #expect(try other.refusal(of: Ping()).reason == .notAuthenticated)
    }

    @Test func floodOfEvents_HidesNobodyThatWasLetIn() throws {
        let harness = try Harness()
        let sender = try harness.sender()
        for number in 0...DaemonLimits.eventEntriesPerSecond { try sender.send(#"{"kind":"m","key":"\#(number)"}"#) }
        try harness.settle()
        _ = try enrolled(harness)
        let said = harness.journal.entries()
        #expect(said.contains { $0.contains("MESSAGE_ID=\(JournalMessages.deviceAsked)\n") })
        #expect(said.contains { $0.contains("MESSAGE_ID=\(JournalMessages.deviceApproved)\n") })
    }

    /// What the device sends in the very turn that revokes it comes after, and is not done.
    @Test func callInTheTurnOfTheRevoke_IsNotDone() throws {
        let harness = try Harness()
        let owner = try harness.client(nil)
        let (device, _) = try enrolled(harness)
        try harness.notify("ci.run", "failed")
        let cell = try #require(try owner.ask(CellsList(kind: "ci.run")).cells.first?.id)
        // The turn begins with the peer after the one that was served last: the owner.
        _ = try device.ask(CellsGet(cell: cell))
        try owner.call(DevicesRevoke(device: "laptop"))
        try device.call(CellsDismiss(cell: cell))
        try harness.settle()
        #expect(try harness.daemon.store.cell(inbox: harness.me, id: cell)?.isDismissed == false)
        #expect(!device.isPeer)
    }

    @Test func device_DoesWhatAClientDoesButLooksAfterNoDevice() throws {
        let harness = try Harness()
        let (device, _) = try enrolled(harness)
        try harness.notify("ci.run", "failed")
        let cell = try #require(try device.ask(CellsList(kind: "ci.run")).cells.first?.id)
        #expect(try device.ask(CellsRead(cell: cell)).isUnread == false)
        _ = try device.ask(Hello(client: "t", role: .navigator))
        try device.report()
        #expect(try device.ask(Open(target: .cell(cell))).phase == .offered)
        try device.answer(try #require(try device.offers().first), .shown(tab: "builds", depth: 2))
        #expect(try harness.daemon.store.pendingOpens(inbox: harness.me).isEmpty)
        for refusal in [
            try device.refusal(of: DevicesList()), try device.refusal(of: DevicesRevoke(device: "laptop")),
            try device.refusal(of: DeviceApprove(request: 1)), try device.refusal(of: TableReload()),
        ] {
            #expect(refusal.reason == .notPermitted)
        }
        #expect(try device.ask(Status()).numbers["peers"] == nil)
    }

    @Test func follow_TellsOfTheseTabsOnlyAndIsKept() throws {
        let harness = try Harness()
        let (device, token) = try enrolled(harness)
        _ = try device.ask(Hello(client: "t", role: .observer))
        #expect(try device.refusal(of: DeviceFollow(tabs: ["nowhere"])).reason == .notFound)
        _ = try device.ask(DeviceFollow(tabs: []))
        try harness.notify("ci.run", "failed")
        #expect(try device.take(CellAnnounced.self).isEmpty)
        _ = try device.ask(DeviceFollow(tabs: ["builds"]))
        try harness.notify("ci.run", "done")
        #expect(try device.take(CellAnnounced.self).map(\.cell.state) == ["done"])
        try harness.notify("elsewhere", "new")
        let other = try device.take(CellAnnounced.self).map(\.cell)
        #expect(other.allSatisfy { $0.route.tab == "builds" })

        _ = try device.ask(DeviceFollow(tabs: []))
        try harness.restart()
        let again = try harness.connect(.remote, as: tunnel)
        _ = try again.ask(Authenticate(device: "laptop", token: token))
        _ = try again.ask(Hello(client: "t", role: .observer))
        try harness.notify("ci.run", "failed", key: "other")
        #expect(try again.take(CellAnnounced.self).isEmpty)
        #expect(try harness.client(nil).ask(DevicesList()).devices.first?.follows == [])
        _ = try again.ask(DeviceFollow(tabs: nil))
        try harness.notify("ci.run", "done", key: "other")
        #expect(try again.take(CellAnnounced.self).map(\.cell.state) == ["done"])
    }

    @Test func systemsDevices_AreOfTheOwnerThatTheyName() throws {
        let harness = try Harness(service: "version = 1\n")
        let (alice, bob) = (Peer(uid: 5001, gid: 5001, pid: 1), Peer(uid: 5002, gid: 5002, pid: 1))
        for peer in [alice, bob] {
            let sender = try harness.connect(.notify, as: peer)
            try sender.send(#"{"kind":"mail","key":"of \#(peer.uid)"}"#)
            try harness.settle()
        }
        let stranger = try harness.connect(.remote, as: tunnel)
        #expect(try stranger.refusal(of: DeviceRequest(device: "laptop")).reason == .missingField)
        #expect(try stranger.refusal(of: DeviceRequest(device: "laptop", owner: "5009")).reason == .notFound)
        let (device, token) = try enrolled(harness, owner: alice, named: "5001")
        #expect(try device.ask(Hello(client: "t", role: nil)).inbox == 5001)
        #expect(try device.ask(CellsList(kind: "mail")).cells.map(\.key) == ["of 5001"])
        #expect(
            try stranger.refusal(of: Authenticate(device: "laptop", token: token, owner: "5002")).reason
                == .notPermitted)
        #expect(try harness.connect(.client, as: bob).ask(DevicesList()).devices.isEmpty)
        #expect(
            try harness.connect(.client, as: bob).refusal(of: DevicesRevoke(device: "laptop")).reason == .notFound)
        #expect(
            try device.refusal(of: Hello(client: "t", role: nil, inbox: 5002)).reason == .notPermitted)
    }

    @Test func openThatIsAskedForAgain_IsTheSameOpen() throws {
        let harness = try Harness()
        let client = try harness.client()
        try harness.notify("ci.run", "failed")
        let cell = try #require(try client.ask(CellsList()).cells.first?.id)
        let first = try client.ask(Open(target: .cell(cell), id: "wish"))
        let offer = try #require(try client.offers().first)
        #expect(try client.ask(Open(target: .cell(cell), id: "wish")) == first)
        try client.answer(offer, .shown(tab: "builds", depth: 2))
        try harness.restart()
        let later = try harness.client()
        let again = try later.ask(Open(target: .cell(cell), id: "wish"))
        #expect(again.open == first.open && again.phase == .shown)
        #expect(try later.offers().isEmpty)
        #expect(try later.ask(Open(target: .cell(cell), id: "other")).open != first.open)
    }
}
