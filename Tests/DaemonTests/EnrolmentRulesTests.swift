// What asking to be let in may do and how often: the value alone, with a clock that a test says.
import Testing
import Wire

@testable import Daemon

@Suite struct EnrolmentRulesTests {
    private let laptop = Enrolment.Wish(inbox: 1000, device: "laptop", isLogin: false)
    private let now: Int64 = 1_000_000

    private func asker(_ peer: UInt64, uid: UInt32 = 1000) -> Enrolment.Asker {
        Enrolment.Asker(peer: peer, uid: uid, unit: nil)
    }

    private func isSame(_ left: String, _ right: String) -> Bool { left == right }

    private func refusal(_ body: () throws(WireError) -> Void) -> WireError? {
        do throws(WireError) { try body() } catch { return error }
        return nil
    }

    @Test func rightCode_IsRightUntilItIsTooOld() throws {
        var enrolment = Enrolment(after: 41)
        let asking = try enrolment.ask(for: laptop, asker(1), code: "012345", at: now).asking
        #expect(asking.request == 42)
        let last = now + Int64(WireLimits.codeSeconds) * 1000 - 1
        guard case .right(let found) = enrolment.judge("012345", from: 1, at: last, areEqual: isSame) else {
            Issue.record("it is good for \(WireLimits.codeSeconds) s")
            return
        }
        #expect(found.request == 42)
        guard case .ended(.expired) = enrolment.judge("012345", from: 1, at: last + 1, areEqual: isSame) else {
            Issue.record("it is too old")
            return
        }
        #expect(enrolment.asking(42, in: 1000, at: last) != nil)
        #expect(enrolment.asking(42, in: 1000, at: last + 1) == nil)
        #expect(enrolment.nextDue == last + 1)
        #expect(enrolment.takeOverdue(at: last).isEmpty)
        #expect(enrolment.takeOverdue(at: last + 1).map(\.request) == [42])
        #expect(enrolment.nextDue == nil)
    }

    @Test func fiveWrongCodes_EndTheRequest() throws {
        var enrolment = Enrolment(after: 0)
        _ = try enrolment.ask(for: laptop, asker(1), code: "012345", at: now)
        for left in (0..<WireLimits.codeTries).reversed() {
            guard case .wrong(let asking, let isOver) = enrolment.judge("999999", from: 1, at: now, areEqual: isSame)
            else {
                Issue.record("\(left) tries are left")
                return
            }
            #expect(asking.triesLeft == left && isOver == (left == 0))
        }
        guard case .ended(.expired) = enrolment.judge("012345", from: 1, at: now, areEqual: isSame) else {
            Issue.record("the right code came too late")
            return
        }
        #expect(enrolment.asking.isEmpty)
    }

    /// A code is of the connection that asked for it.
    @Test func anothersCode_IsNone() throws {
        var enrolment = Enrolment(after: 0)
        _ = try enrolment.ask(for: laptop, asker(1), code: "012345", at: now)
        guard case .neverAsked = enrolment.judge("012345", from: 2, at: now, areEqual: isSame) else {
            Issue.record("connection 2 asked for nothing")
            return
        }
        #expect(enrolment.asking(by: 1)?.triesLeft == WireLimits.codeTries)
    }

    @Test func newCode_IsToBeHadAfterThirtySecondsAndEndsTheOldOne() throws {
        var enrolment = Enrolment(after: 0)
        _ = try enrolment.ask(for: laptop, asker(1), code: "111111", at: now)
        enrolment.setCell(7, of: 1)
        let early = refusal { () throws(WireError) in
            _ = try enrolment.ask(for: laptop, asker(1), code: "222222", at: now + 29_001)
        }
        #expect(early?.reason == .overloaded && early?.retryAfter == 1 && early?.mayRetry == true)
        let (asking, dropped) = try enrolment.ask(for: laptop, asker(1), code: "222222", at: now + 30_000)
        #expect(dropped == nil && asking.cell == 7)
        #expect(enrolment.asking.count == 1)
        guard case .wrong = enrolment.judge("111111", from: 1, at: now + 30_000, areEqual: isSame) else {
            Issue.record("the old code is dead")
            return
        }
        guard case .right = enrolment.judge("222222", from: 1, at: now + 30_000, areEqual: isSame) else {
            Issue.record("the new code is good")
            return
        }
    }

    @Test func anotherName_DropsTheFirstAtOnce() throws {
        var enrolment = Enrolment(after: 0)
        _ = try enrolment.ask(for: laptop, asker(1), code: "111111", at: now)
        let phone = Enrolment.Wish(inbox: 1000, device: "phone", isLogin: false)
        let (_, dropped) = try enrolment.ask(for: phone, asker(1), code: "222222", at: now + 1)
        #expect(dropped?.wish == laptop)
        #expect(enrolment.asking.values.map(\.wish) == [phone])
    }

    @Test func nameThatAnotherConnectionAsksUnder_IsNotGivenTwice() throws {
        var enrolment = Enrolment(after: 0)
        _ = try enrolment.ask(for: laptop, asker(1), code: "111111", at: now)
        let second = refusal { () throws(WireError) in
            _ = try enrolment.ask(for: laptop, asker(2, uid: 2000), code: "222222", at: now)
        }
        #expect(second?.reason == .overloaded && second?.retryAfter == WireLimits.codeSeconds)
        #expect(enrolment.forget(1)?.wish == laptop)
        let taken = try enrolment.ask(for: laptop, asker(2, uid: 2000), code: "2", at: now).asking
        #expect(taken.asker.peer == 2)
    }

    @Test func onePeer_AsksFiveTimesAtOnceAndThenOnceInThirtySeconds() throws {
        var enrolment = Enrolment(after: 0)
        func ask(_ number: Int, at boot: Int64) -> WireError? {
            let wish = Enrolment.Wish(inbox: 1000, device: "d\(number)", isLogin: false)
            return refusal { () throws(WireError) in
                _ = try enrolment.ask(for: wish, asker(UInt64(number)), code: "1", at: boot)
                enrolment.end(enrolment.asking(by: UInt64(number))?.request ?? 0, as: nil)
            }
        }
        for number in 1...5 { #expect(ask(number, at: now) == nil) }
        #expect(ask(6, at: now)?.reason == .overloaded)
        #expect(ask(6, at: now)?.retryAfter == 30)
        #expect(ask(7, at: now + 30_000) == nil)
        #expect(ask(8, at: now + 30_000)?.reason == .overloaded)
    }

    /// Else five tries for each of thousands of requests would find a code in the end.
    @Test func wrongCodes_EndTheAskingOfTheirUidForAnHour() throws {
        var enrolment = Enrolment(after: 0)
        var boot = now
        for peer in 1...UInt64(DaemonLimits.wrongCodeBurst) {
            _ = try enrolment.ask(for: laptop, asker(peer), code: "111111", at: boot)
            for _ in 0..<2 {
                guard case .wrong = enrolment.judge("999999", from: peer, at: boot, areEqual: isSame) else {
                    Issue.record("it is wrong")
                    return
                }
            }
            _ = enrolment.forget(peer)
            boot += 30_000
        }
        let refused = refusal { () throws(WireError) in
            _ = try enrolment.ask(for: laptop, asker(6), code: "111111", at: boot)
        }
        #expect(refused?.reason == .overloaded && refused?.message.contains("wrong codes") == true)
        #expect(refused?.retryAfter.map { (3300...3600).contains($0) } == true)
        _ = try enrolment.ask(for: laptop, asker(7, uid: 2000), code: "111111", at: boot)
        _ = enrolment.forget(7)
        _ = try enrolment.ask(for: laptop, asker(8), code: "111111", at: boot + 3_600_000)
    }

    @Test func eightDevices_AskForOneInboxAtATime() throws {
        var enrolment = Enrolment(after: 0)
        for number in 1...8 {
            let wish = Enrolment.Wish(inbox: 1000, device: "d\(number)", isLogin: false)
            _ = try enrolment.ask(for: wish, asker(UInt64(number), uid: UInt32(number)), code: "1", at: now)
        }
        let ninth = refusal { () throws(WireError) in
            _ = try enrolment.ask(for: laptop, asker(9, uid: 9), code: "1", at: now)
        }
        #expect(ninth?.reason == .overloaded)
        let elsewhere = Enrolment.Wish(inbox: 2000, device: "laptop", isLogin: false)
        _ = try enrolment.ask(for: elsewhere, asker(9, uid: 9), code: "1", at: now)
        #expect(enrolment.asking(in: 1000, at: now).map(\.request) == Array(1...8))
    }

    @Test func deniedConnection_IsDeniedForGood() throws {
        var enrolment = Enrolment(after: 0)
        let request = try enrolment.ask(for: laptop, asker(1), code: "111111", at: now).asking.request
        enrolment.end(request, as: .denied)
        guard case .ended(.denied) = enrolment.judge("111111", from: 1, at: now, areEqual: isSame) else {
            Issue.record("it was denied")
            return
        }
        let again = refusal { () throws(WireError) in
            _ = try enrolment.ask(for: laptop, asker(1), code: "222222", at: now + 60_000)
        }
        #expect(again?.reason == .denied)
    }
}

@Suite struct StandingTests {
    @Test func stranger_MayOnlySayWhoItIs() throws {
        let names: [(ClientCall, WireError.Reason?)] = [
            (.hello(Hello(client: "c", role: nil)), nil),
            (.authenticate(Authenticate(device: "d", token: "t")), nil),
            (.requestDevice(DeviceRequest(device: "d")), nil), (.confirmDevice(DeviceConfirm(code: "1")), nil),
            (.ping, .notAuthenticated), (.status, .notAuthenticated), (.list(CellsList()), .notAuthenticated),
            (.devices, .notAuthenticated), (.followTabs(DeviceFollow(tabs: nil)), .notAuthenticated),
            (.open(Open(target: .cell(1))), .notAuthenticated),
        ]
        for (call, reason) in names { #expect(Standing.stranger.refusal(of: call)?.reason == reason) }
    }

    @Test func device_LooksAfterNoDevices() {
        let owners: [ClientCall] = [
            .devices, .approve(DeviceApprove(request: 1)), .deny(DeviceDeny(request: 1)),
            .revoke(DevicesRevoke(device: "d")), .tableReload,
        ]
        for call in owners {
            #expect(Standing.device.refusal(of: call)?.reason == .notPermitted)
            #expect(Standing.local.refusal(of: call) == nil)
        }
        #expect(Standing.device.refusal(of: .list(CellsList())) == nil)
        #expect(Standing.device.refusal(of: .hello(Hello(client: "c", role: .navigator))) == nil)
        let follower = Hello(client: "c", role: .follower, follower: "f")
        #expect(Standing.device.refusal(of: .hello(follower))?.field == "role")
        #expect(Standing.local.refusal(of: .hello(follower)) == nil)
        #expect(Standing.device.refusal(of: .requestDevice(DeviceRequest(device: "d")))?.reason == .invalidRequest)
        #expect(Standing.local.refusal(of: .requestDevice(DeviceRequest(device: "d")))?.reason == .invalidRequest)
    }
}
