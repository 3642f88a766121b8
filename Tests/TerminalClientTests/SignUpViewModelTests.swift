import Posix
import Routing
import Testing
import Wire

@testable import TerminalClient

/// The one view model of sign-up and login, without a daemon: its clock is the test's.
@Suite struct SignUpViewModelTests {
    /// A flow with a clock that the test moves.
    private final class Flow {
        var now: Int64 = 1_000_000
        var state: SignUpViewModel.State
        private(set) var effects: [SignUpViewModel.Effect] = []

        init(isLogin: Bool = false, device: String = "", owner: String? = nil) {
            state = SignUpViewModel.State(isLogin: isLogin, remote: "/r.sock", device: device, owner: owner)
        }

        @discardableResult
        func take(_ inputs: SignUpViewModel.Input...) -> SignUpViewModel.Output {
            let model = SignUpViewModel(clock: Clock(boot: { [now] in now }, wall: { 0 }))
            var output = SignUpViewModel.Output(state: state, now: now)
            for input in inputs { (output, effects) = model.transform(input, &state) }
            return output
        }

        func type(name: String) { for character in name { take(.nameEdited(.insert(character))) } }
        func type(code: String) { for character in code { take(.codeEdited(.insert(character))) } }

        /// As far as the code.
        func ask(_ name: String = "laptop") {
            type(name: name)
            take(.nameEntered, .requested(.success(DeviceRequest.Answer(expiresIn: 300, resendAfter: 30))))
        }
    }

    private static let grant = DeviceGrant(
        owner: "alice", token: String(repeating: "a", count: 32),
        tabs: [DeviceGrant.Choice(id: "builds", title: "Builds"), DeviceGrant.Choice(id: "mail", title: "Mail")])

    @Test(arguments: [
        ("laptop", nil), ("Laptop", "L cannot"), ("a b", "a space cannot"), ("-a", "it must begin"), ("", nil),
    ])
    func aName_IsJudgedAsItIsTyped(_ name: String, _ fault: String?) {
        let flow = Flow()
        flow.type(name: name)
        let output = flow.take(.ticked)
        #expect(output.nameFault?.hasPrefix(fault ?? "nothing") == (fault == nil ? nil : true))
    }

    @Test(arguments: ["", "UPPER", ".x"])
    func aNameThatIsNone_IsNotAskedFor(_ name: String) {
        let flow = Flow()
        flow.type(name: name)
        flow.take(.nameEntered)
        #expect(flow.effects.isEmpty)
        #expect(!flow.state.isWaiting)
    }

    @Test func whatIsAskedFor_IsWhatWasTyped() {
        let flow = Flow()
        flow.type(name: "laptop")
        flow.take(.fieldChanged)
        flow.type(name: "alice")
        flow.take(.nameEntered)
        #expect(flow.effects == [.request(device: "laptop", owner: "alice", isLogin: false)])
    }

    @Test func anOwnerNamedOnTheCommandLine_StaysAsHeIs() {
        let flow = Flow(owner: "alice")
        flow.take(.fieldChanged)
        flow.type(name: "laptop")
        flow.take(.nameEntered)
        #expect(flow.effects == [.request(device: "laptop", owner: "alice", isLogin: false)])
    }

    @Test func back_KeepsWhatWasTyped() {
        let flow = Flow()
        flow.ask()
        #expect(flow.effects == [.show(.code)])
        let output = flow.take(.wentBack)
        #expect(flow.effects == [.goBack])
        #expect(output.name.text == "laptop")
        flow.take(.nameEntered)
        #expect(flow.effects == [.request(device: "laptop", owner: nil, isLogin: false)])
    }

    @Test func aCode_CountsDown_AndAnotherComesAfterThirtySeconds() {
        let flow = Flow()
        flow.ask()
        #expect(flow.take(.ticked).secondsLeft == 300)
        #expect(flow.take(.ticked).resendSeconds == 30)
        flow.now += 29_001
        #expect(flow.take(.ticked).resendSeconds == 1)
        flow.take(.anotherCodeWanted)
        #expect(flow.effects.isEmpty)
        flow.now += 999
        flow.take(.anotherCodeWanted)
        #expect(flow.effects == [.request(device: "laptop", owner: nil, isLogin: false)])
        flow.take(.requested(.success(DeviceRequest.Answer(expiresIn: 300, resendAfter: 30))))
        #expect(flow.effects.isEmpty)
        #expect(flow.take(.ticked).secondsLeft == 300)
    }

    @Test func sixDigits_AreTheCode_AndLettersAreNone() {
        let flow = Flow()
        flow.ask()
        flow.type(code: "12a 34")
        #expect(flow.state.code.text == "1234")
        flow.take(.codeEntered)
        #expect(flow.effects.isEmpty)
        flow.type(code: "56")
        #expect(flow.effects == [.confirm(code: "123456")])
        flow.take(.codeEntered)
        #expect(flow.effects.isEmpty)
    }

    @Test func aWrongCode_SaysHowManyTriesAreLeft() {
        let flow = Flow()
        flow.ask()
        flow.type(code: "111111")
        let output = flow.take(.confirmed(.failure(WireError(.wrongCode, "wrong", triesLeft: 4))))
        #expect(output.triesLeft == 4)
        #expect(output.code.text.isEmpty)
        #expect(!output.isWaiting)
    }

    @Test func whomTheOwnerDenied_GetsNoOtherCodeHere() {
        let flow = Flow()
        flow.ask()
        #expect(flow.take(.denied).secondsLeft == 0)
        flow.now += 60_000
        flow.take(.anotherCodeWanted)
        #expect(flow.effects.isEmpty)
    }

    @Test func anOwnerThatMustBeNamed_IsAskedForNext() {
        let flow = Flow()
        flow.type(name: "laptop")
        flow.take(.nameEntered, .requested(.failure(WireError(.missingField, "owner is missing", field: "owner"))))
        flow.type(name: "alice")
        flow.take(.nameEntered)
        #expect(flow.effects == [.request(device: "laptop", owner: "alice", isLogin: false)])
    }

    @Test(arguments: [WireError(.expired, "late"), WireError(.wrongCode, "no", triesLeft: 0)])
    func aCodeThatIsOver_LeavesOnlyAnother(_ error: WireError) {
        let flow = Flow()
        flow.ask()
        flow.type(code: "111111")
        #expect(flow.take(.confirmed(.failure(error))).secondsLeft == 0)
        flow.now += 30_000
        flow.take(.anotherCodeWanted)
        #expect(flow.effects == [.request(device: "laptop", owner: nil, isLogin: false)])
    }

    @Test func aNameThatIsKnown_LogsInAtTheNextEnter_AndOneThatIsNotSignsUpAtOnce() {
        let flow = Flow()
        flow.type(name: "laptop")
        flow.take(.nameEntered, .requested(.failure(WireError(.nameTaken, "taken"))))
        flow.take(.nameEntered)
        #expect(flow.effects == [.request(device: "laptop", owner: nil, isLogin: true)])
        flow.take(.requested(.failure(WireError(.notFound, "unknown"))))
        #expect(flow.effects == [.request(device: "laptop", owner: nil, isLogin: false)])
    }

    @Test func theOwnersKey_LetsInWithoutTheCode_AndTheTokenIsKeptFirst() {
        let flow = Flow()
        flow.ask()
        flow.take(.approved(Self.grant))
        #expect(flow.effects == [.keep(Self.grant), .show(.tabs)])
        // The code that was on its way is answered too late to matter.
        let output = flow.take(.confirmed(.failure(WireError(.expired, "late"))))
        #expect(output.problem == nil)
        #expect(output.tabs.map(\.title) == ["Builds", "Mail"])
    }

    @Test func allTabs_AreFollowedAsAll_AndSomeByName() {
        let flow = Flow()
        flow.ask()
        flow.take(.approved(Self.grant), .kept(problem: nil), .tabsChosen)
        #expect(flow.effects == [.follow(nil)])
        flow.take(.followed(.failure(WireError(.unavailable, "gone"))), .tabMoved(5), .tabToggled, .tabsChosen)
        #expect(flow.effects == [.follow(["builds"])])
        flow.take(.followed(.success(Nothing())))
        #expect(flow.effects == [.finish])
    }

    @Test func aTokenThatCouldNotBeKept_IsSaid_AndTriedAgain() {
        let flow = Flow()
        flow.ask()
        flow.take(.approved(Self.grant))
        #expect(flow.take(.kept(problem: "disk full")).problem == "the token could not be kept: disk full")
        flow.take(.tabsChosen)
        #expect(flow.effects == [.keep(Self.grant), .follow(nil)])
    }

    @Test func aLostConnection_TakesTheCodeWithIt() {
        let flow = Flow()
        flow.ask()
        flow.take(.lost("gone"), .anotherCodeWanted)
        #expect(flow.effects.isEmpty)
        #expect(flow.take(.reconnected(isLetIn: false)).secondsLeft == 0)
        flow.take(.anotherCodeWanted)
        #expect(flow.effects == [.request(device: "laptop", owner: nil, isLogin: false)])
    }

    @Test func whatTheOwnerTookBack_BeginsAgainAsALogin() {
        let flow = Flow()
        flow.ask()
        flow.take(.approved(Self.grant), .kept(problem: nil), .lost("gone"), .reconnected(isLetIn: true))
        #expect(flow.state.step == .tabs)
        flow.take(.lost("gone"), .reconnected(isLetIn: false))
        #expect(flow.effects == [.startAgain])
        flow.take(.nameEntered)
        #expect(flow.effects == [.request(device: "laptop", owner: nil, isLogin: true)])
    }
}
