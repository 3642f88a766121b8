import InboxStore
import Posix
import Routing
import SQLite
import Testing

@Suite struct DeviceTests {
    private let me = StoreFixture.me
    private let now = StoreFixture.start
    private let hash = [UInt8](repeating: 0xA5, count: 32)

    private func enrol(_ fixture: StoreFixture, _ name: String, inbox: UInt32? = nil) throws -> DeviceAcceptance {
        try fixture.store.transaction(.full) {
            try fixture.store.enrol(inbox: inbox ?? me, name: name, tokenHash: hash, at: now)
        }
    }

    @Test func device_IsThereAfterReopeningInItsInboxOnly() throws {
        let fixture = try StoreFixture()
        #expect(try enrol(fixture, "laptop") == .added)
        try fixture.reopen()
        let device = try #require(try fixture.store.device(inbox: me, name: "laptop"))
        #expect(device == StoredDevice(inbox: me, name: "laptop", tokenHash: hash, since: now.wall))
        #expect(try fixture.store.device(inbox: StoreFixture.other, name: "laptop") == nil)
        #expect(try fixture.store.devices(inbox: StoreFixture.other).isEmpty)
    }

    @Test func knownDevice_GetsAnotherTokenAndKeepsTheRest() throws {
        let fixture = try StoreFixture()
        #expect(try enrol(fixture, "laptop") == .added)
        let later = Moment(wall: now.wall + 5000, boot: now.boot + 5000, bootID: now.bootID)
        try fixture.store.transaction(.full) {
            try fixture.store.setFollows(inbox: me, device: "laptop", tabs: ["builds", "jobs"])
            try fixture.store.noteSeen(inbox: me, device: "laptop", at: later)
            let other = [UInt8](repeating: 1, count: 32)
            let acceptance = try fixture.store.enrol(inbox: me, name: "laptop", tokenHash: other, at: later)
            #expect(acceptance == .renewed)
        }
        let device = try #require(try fixture.store.device(inbox: me, name: "laptop"))
        #expect(device.tokenHash == [UInt8](repeating: 1, count: 32))
        #expect(device.since == now.wall)
        #expect(device.seen == later.wall)
        #expect(device.follows == ["builds", "jobs"])
    }

    @Test(arguments: [nil, [], ["a"], ["a", "b-c_1"]] as [[String]?])
    func follows_ComeBack(tabs: [String]?) throws {
        let fixture = try StoreFixture()
        _ = try enrol(fixture, "laptop")
        try fixture.store.transaction(.normal) {
            try fixture.store.setFollows(inbox: me, device: "laptop", tabs: tabs)
        }
        #expect(try fixture.store.device(inbox: me, name: "laptop")?.follows == tabs)
    }

    @Test func devicesOfAnInbox_AreBoundedAndARemovedOneMakesRoom() throws {
        let fixture = try StoreFixture()
        for number in 0..<InboxStore.maximumDevices { #expect(try enrol(fixture, "d\(number)") == .added) }
        #expect(try enrol(fixture, "more") == .quota)
        #expect(try enrol(fixture, "d0") == .renewed)
        #expect(try enrol(fixture, "more", inbox: StoreFixture.other) == .added)
        let removed = try fixture.store.transaction(.full) {
            [
                try fixture.store.removeDevice(inbox: me, name: "d7"),
                try fixture.store.removeDevice(inbox: me, name: "d7"),
            ]
        }
        #expect(removed == [true, false])
        #expect(try enrol(fixture, "more") == .added)
        #expect(try fixture.store.devices(inbox: me).count == InboxStore.maximumDevices)
        #expect(try fixture.store.devices(inbox: me).map(\.name).contains("d7") == false)
    }

    @Test func turnThatFails_LetsNobodyIn() throws {
        struct Stop: Error {}
        let fixture = try StoreFixture()
        #expect(throws: Stop.self) {
            try fixture.store.transaction(.full) {
                _ = try fixture.store.enrol(inbox: me, name: "laptop", tokenHash: hash, at: now)
                throw Stop()
            }
        }
        #expect(try fixture.store.devices(inbox: me).isEmpty)
    }
}

@Suite struct AskedOpenTests {
    private let now = StoreFixture.start

    private func add(_ fixture: StoreFixture, inbox: UInt32 = StoreFixture.me, _ asked: String?) throws -> Int64? {
        let link = try DeepLink(parsing: "deeplink://builds/runs")
        let acceptance = try fixture.store.addOpen(
            inbox: inbox, target: .link(link), at: now, deadline: now.deadline(after: 1000), asked: asked)
        guard case .added(let record) = acceptance else { return nil }
        return record.id
    }

    @Test func open_IsFoundByItsCallersName() throws {
        let fixture = try StoreFixture()
        let id = try fixture.store.transaction(.full) {
            _ = try add(fixture, nil)
            _ = try add(fixture, nil)
            _ = try add(fixture, inbox: StoreFixture.other, "wish")
            return try add(fixture, "wish")
        }
        try fixture.reopen()
        #expect(try fixture.store.open(asked: "wish", inbox: StoreFixture.me)?.id == id)
        #expect(try fixture.store.open(asked: "other", inbox: StoreFixture.me) == nil)
        try fixture.store.transaction(.normal) {
            _ = try fixture.store.setOpenPhase(try #require(id), .shown)
        }
        let ended = try #require(try fixture.store.open(asked: "wish", inbox: StoreFixture.me))
        #expect(ended.phase == .shown && ended.asked == "wish")
    }
}
