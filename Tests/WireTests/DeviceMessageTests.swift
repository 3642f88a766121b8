// What devices and their owners say, there and back.
import JSON
import Routing
import TestSupport
import Testing
import Wire

extension RoundTripTests {
    private static let names = ["laptop", "a", "9.b-c_d", String(repeating: "x", count: 32)]

    @Test func callsOfDevices_ComeBack() throws {
        try Self.callRoundTrip(seed: 70) { random in
            Authenticate(
                device: random.pick(Self.names), token: String(repeating: "f", count: 32),
                owner: random.maybe { $0.text(1...9) })
        }
        try Self.callRoundTrip(seed: 71) { random in
            DeviceRequest(
                device: random.pick(Self.names), owner: random.maybe { $0.text(1...9) }, isLogin: random.flag())
        }
        try Self.callRoundTrip(seed: 72) { DeviceConfirm(code: $0.pick(["000000", "123456"])) }
        try Self.callRoundTrip(seed: 73) { DeviceApproved(grant: $0.grant()) }
        try Self.callRoundTrip(seed: 74) { _ in DeviceDenied() }
        try Self.callRoundTrip(seed: 75) { random in
            DeviceFollow(tabs: random.maybe { random in random.some(3) { $0.tabID() } })
        }
    }

    @Test func callsOfOwners_ComeBack() throws {
        try Self.callRoundTrip(seed: 76) { _ in DevicesList() }
        try Self.callRoundTrip(seed: 77) { DeviceApprove(request: $0.seq()) }
        try Self.callRoundTrip(seed: 78) { DeviceDeny(request: $0.seq()) }
        try Self.callRoundTrip(seed: 79) { DevicesRevoke(device: $0.pick(Self.names)) }
    }

    @Test func answersAboutDevices_ComeBack() throws {
        try Self.answerRoundTrip(seed: 80, to: DeviceConfirm.method) { $0.grant() }
        try Self.answerRoundTrip(seed: 81, to: DeviceRequest.method) { random in
            DeviceRequest.Answer(expiresIn: random.count(), resendAfter: random.count())
        }
        try Self.answerRoundTrip(seed: 82, to: DevicesList.method) { random in
            DevicesList.Answer(
                devices: random.some(3) { random in
                    Device(
                        name: random.pick(Self.names), since: random.time(), seen: random.maybe { $0.time() },
                        isAttached: random.flag(), follows: random.maybe { random in random.some(3) { $0.tabID() } })
                },
                requests: random.some(3) { random in
                    PendingDevice(
                        request: random.seq(), cell: random.seq(), device: random.pick(Self.names),
                        isLogin: random.flag(), code: "012345", uid: 1000, unit: random.maybe { $0.text(1...9) },
                        expiresIn: random.count(), triesLeft: 5)
                })
        }
    }

    @Test(arguments: [
        #"{"device":"Laptop","token":"x"}"#, #"{"device":"","token":"x"}"#, #"{"device":"a/b","token":"x"}"#,
        #"{"device":"-a","token":"x"}"#, #"{"token":"x"}"#, #"{"device":"a"}"#,
    ])
    func deviceWithoutAProperName_IsRefused(params: String) throws {
        let node = try JSONDocument(parsing: Array(params.utf8)).root
        let error = #expect(throws: WireError.self) { try Authenticate.read(node) }
        #expect([.invalidField, .missingField].contains(error?.reason))
    }
}

extension SplitMix64 {
    mutating func grant() -> DeviceGrant {
        DeviceGrant(
            owner: text(1...9), token: String(repeating: "a", count: 32),
            tabs: some(3) { DeviceGrant.Choice(id: $0.tabID(), title: $0.text(0...9)) })
    }
}
