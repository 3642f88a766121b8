import Posix
import Routing
import Terminal
import Testing
import Wire

@testable import TerminalClient

/// Each step of sign-up and login, large and small.
@Suite struct SignUpGoldenTests {
    private static let sizes = [(24, 80), (5, 20)]
    private static let names = [
        "name", "name-fault", "name-taken", "name-owner", "login", "code", "code-wrong", "code-over", "tabs",
    ]

    @Test(arguments: names, sizes)
    func everyStep_LooksAsItDid(_ name: String, _ size: (Int, Int)) throws {
        let (rows, columns) = size
        let output = SignUpViewModel.Output(state: state(name), now: 0)
        let frame =
            switch output.step {
            case .name: EnterNameStep<SignUpViewModel.Input>().draw(output, rows: rows, columns: columns)
            case .code: EnterCodeStep<SignUpViewModel.Input>().draw(output, rows: rows, columns: columns)
            case .tabs: ChooseTabsStep<SignUpViewModel.Input>().draw(output, rows: rows, columns: columns)
            }
        try expectGolden(frame, "signup-\(name)-\(columns)x\(rows)")
    }

    private func state(_ name: String) -> SignUpViewModel.State {
        var state = SignUpViewModel.State(
            isLogin: name == "login", remote: "/run/deeplinkd/remote.sock", device: name == "name" ? "" : "laptop",
            owner: name == "name-owner" ? "alice" : nil)
        let model = SignUpViewModel(clock: Clock(boot: { 0 }, wall: { 0 }))
        for input in inputs(name) { _ = model.transform(input, &state) }
        return state
    }

    private func inputs(_ name: String) -> [SignUpViewModel.Input] {
        let asked: [SignUpViewModel.Input] = [
            .nameEntered, .requested(.success(DeviceRequest.Answer(expiresIn: 300, resendAfter: 30))),
        ]
        let typed = "123456".map { SignUpViewModel.Input.codeEdited(.insert($0)) }
        switch name {
        case "name-fault": return [.nameEdited(.insert("!"))]
        case "name-taken": return [.nameEntered, .requested(.failure(WireError(.nameTaken, "taken")))]
        case "code": return asked + typed.prefix(3)
        case "code-wrong": return asked + typed + [.confirmed(.failure(WireError(.wrongCode, "no", triesLeft: 4)))]
        case "code-over": return asked + [.denied]
        case "tabs":
            let tabs = ["Builds", "Reviews", "漢字", "Mail", "Servers"].map { DeviceGrant.Choice(id: $0, title: $0) }
            return asked + [
                .approved(DeviceGrant(owner: "alice", token: "t", tabs: tabs)), .kept(problem: nil), .tabMoved(3),
                .tabToggled,
            ]
        default: return []
        }
    }
}
