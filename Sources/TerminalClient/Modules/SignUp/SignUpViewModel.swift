internal import Posix
internal import Routing
internal import Wire

/// Sign-up and login, all steps of it: what was typed, what the daemon answered, and what comes next. Pure but for the
/// clock that its countdowns go by.
struct SignUpViewModel: ViewModelType {
    /// Digits of a code.
    static let codeLength = 6

    enum Step: Equatable {
        case name, code, tabs
    }

    enum Input: EnterNameInput, EnterCodeInput, ChooseTabsInput {
        case nameEdited(TextEdit), fieldChanged, nameEntered
        case codeEdited(TextEdit), codeEntered, anotherCodeWanted, wentBack
        case tabMoved(Int), tabToggled, tabsChosen
        case requested(Result<DeviceRequest.Answer, WireError>)
        case confirmed(Result<DeviceGrant, WireError>)
        case approved(DeviceGrant)
        case denied
        /// The token is in the file, or why not.
        case kept(problem: String?)
        case followed(Result<Nothing, WireError>)
        /// The connection is gone, and what was asked over it.
        case lost(String)
        case reconnected(isLetIn: Bool)
        /// A second went by.
        case ticked
    }

    enum Effect: Equatable {
        case show(Step)
        case goBack
        case startAgain
        case request(device: String, owner: String?, isLogin: Bool)
        case confirm(code: String)
        case keep(DeviceGrant)
        case follow([String]?)
        case finish
    }

    /// A tab, and whether this device is to hear of its cells.
    struct TabChoice: Equatable {
        var id: String
        var title: String
        var isFollowed: Bool
    }

    struct State: Equatable {
        var isLogin: Bool
        var remote: String
        var name: TextField
        var owner: TextField
        var isOwnerFixed: Bool
        var isOwnerSelected = false
        var step = Step.name
        var problem: String?
        var isWaiting = false
        var code = TextField(limit: SignUpViewModel.codeLength)
        /// On the boot clock, in milliseconds.
        var codeEnds: Int64 = 0
        var resendFrom: Int64 = 0
        var triesLeft: Int?
        var grant: DeviceGrant?
        var isKept = false
        var tabs: [TabChoice] = []
        var selectedTab = 0

        /// - Parameter device: the name that this device has or might have.
        init(isLogin: Bool, remote: String, device: String, owner: String?) {
            self.isLogin = isLogin
            self.remote = remote
            name = TextField(device, limit: DeviceName.maximumLength)
            self.owner = TextField(owner ?? "", limit: 64)
            isOwnerFixed = owner != nil
        }
    }

    let clock: Clock

    func transform(_ input: Input, _ state: inout State) -> (Output, [Effect]) {
        let effects: [Effect] =
            switch input {
            case .nameEdited, .fieldChanged, .nameEntered: takeName(input, &state)
            case .codeEdited, .codeEntered, .anotherCodeWanted, .wentBack: takeCode(input, &state)
            case .tabMoved, .tabToggled, .tabsChosen: takeTabs(input, &state)
            case .requested(let result): takeRequest(result, &state)
            case .confirmed(.success(let grant)), .approved(let grant): letIn(grant, &state)
            case .confirmed(.failure(let error)): takeRefusal(error, &state)
            case .denied: takeDenial(&state)
            case .kept(let problem): takeKept(problem, &state)
            case .followed(let result): takeFollowed(result, &state)
            case .lost(let reason): takeLoss(reason, &state)
            case .reconnected(let isLetIn): takeReturn(isLetIn, &state)
            case .ticked: []
            }
        return (Output(state: state, now: clock.boot()), effects)
    }

    // MARK: The name

    private func takeName(_ input: Input, _ state: inout State) -> [Effect] {
        guard !state.isWaiting else { return [] }
        switch input {
        case .nameEdited(let edit):
            state.problem = nil
            if state.isOwnerSelected { state.owner.take(edit) } else { state.name.take(edit) }
        case .fieldChanged: state.isOwnerSelected = !state.isOwnerSelected && !state.isOwnerFixed
        default: return request(&state)
        }
        return []
    }

    private func request(_ state: inout State) -> [Effect] {
        guard DeviceName.fault(in: state.name.text) == nil else { return [] }
        state.isWaiting = true
        state.problem = nil
        let owner = state.owner.text.isEmpty ? nil : state.owner.text
        return [.request(device: state.name.text, owner: owner, isLogin: state.isLogin)]
    }

    private func takeRequest(_ result: Result<DeviceRequest.Answer, WireError>, _ state: inout State) -> [Effect] {
        state.isWaiting = false
        switch result {
        case .success(let answer):
            let now = clock.boot()
            state.codeEnds = now + Int64(answer.expiresIn) * 1_000
            state.resendFrom = now + Int64(answer.resendAfter) * 1_000
            state.triesLeft = nil
            state.code.take(.clear)
            guard state.step == .name else { return [] }
            state.step = .code
            return [.show(.code)]
        case .failure(let error) where error.reason == .notFound && state.isLogin && error.field != "owner":
            // Revoked meanwhile, the name is free: who asked to be let in is let in under it by signing up.
            state.isLogin = false
            return request(&state)
        case .failure(let error):
            state.problem = refusal(error, &state)
            return []
        }
    }

    /// A name that another device has may be its own: then the user presses Enter again.
    private func refusal(_ error: WireError, _ state: inout State) -> String {
        switch error.reason {
        case .nameTaken:
            state.isLogin = true
            return "that name is known already: Enter logs in as it; or type another"
        case .overloaded:
            return error.message + (error.retryAfter.map { ": again in \($0) s" } ?? "")
        default:
            if error.field == "owner", !state.isOwnerFixed { state.isOwnerSelected = true }
            return error.message
        }
    }

    // MARK: The code

    private func takeCode(_ input: Input, _ state: inout State) -> [Effect] {
        guard state.step == .code else { return [] }
        switch input {
        case .codeEdited(let edit):
            if case .insert(let character) = edit, !("0"..."9").contains(character) { return [] }
            state.code.take(edit)
            return state.code.text.count == Self.codeLength && edit.isInsertion ? confirm(&state) : []
        case .codeEntered: return confirm(&state)
        case .anotherCodeWanted: return clock.boot() < state.resendFrom || state.isWaiting ? [] : request(&state)
        default:
            state.step = .name
            state.isWaiting = false
            state.problem = nil
            return [.goBack]
        }
    }

    private func confirm(_ state: inout State) -> [Effect] {
        guard !state.isWaiting, state.code.text.count == Self.codeLength else { return [] }
        state.isWaiting = true
        state.problem = nil
        return [.confirm(code: state.code.text)]
    }

    private func takeRefusal(_ error: WireError, _ state: inout State) -> [Effect] {
        // The owner's key was quicker than the code.
        guard state.step == .code else { return [] }
        state.isWaiting = false
        switch error.reason {
        case .wrongCode where error.triesLeft == 0:
            return end("that is not the code, and no try is left", &state)
        case .wrongCode:
            state.triesLeft = error.triesLeft
            state.code.take(.clear)
            state.problem = "that is not the code"
        case .expired: return end("that code is of no use any more", &state)
        case .denied: return takeDenial(&state)
        default: state.problem = error.message
        }
        return []
    }

    /// On this connection no other code helps.
    private func takeDenial(_ state: inout State) -> [Effect] {
        let effects = end("the owner said no", &state)
        if state.step == .code { state.resendFrom = .max }
        return effects
    }

    /// No code helps any more, but another may.
    private func end(_ problem: String, _ state: inout State) -> [Effect] {
        guard state.step == .code else { return [] }
        state.isWaiting = false
        state.code.take(.clear)
        state.triesLeft = nil
        state.codeEnds = 0
        state.problem = problem
        return []
    }

    // MARK: Let in

    private func letIn(_ grant: DeviceGrant, _ state: inout State) -> [Effect] {
        guard state.grant == nil else { return [] }
        state.grant = grant
        state.isWaiting = false
        state.problem = nil
        state.tabs = grant.tabs.map { TabChoice(id: $0.id, title: $0.title, isFollowed: true) }
        state.step = .tabs
        return [.keep(grant), .show(.tabs)]
    }

    private func takeKept(_ problem: String?, _ state: inout State) -> [Effect] {
        state.isKept = problem == nil
        state.problem = problem.map { "the token could not be kept: \($0)" }
        return []
    }

    private func takeTabs(_ input: Input, _ state: inout State) -> [Effect] {
        guard !state.isWaiting, let grant = state.grant else { return [] }
        switch input {
        case .tabMoved(let distance):
            state.selectedTab = max(0, min(state.tabs.count - 1, state.selectedTab + distance))
        case .tabToggled where state.tabs.indices.contains(state.selectedTab):
            state.tabs[state.selectedTab].isFollowed.toggle()
        case .tabsChosen:
            state.isWaiting = true
            state.problem = nil
            let all = state.tabs.allSatisfy { $0.isFollowed }
            let follow = Effect.follow(all ? nil : state.tabs.filter { $0.isFollowed }.map { $0.id })
            return state.isKept ? [follow] : [.keep(grant), follow]
        default: break
        }
        return []
    }

    private func takeFollowed(_ result: Result<Nothing, WireError>, _ state: inout State) -> [Effect] {
        guard case .failure(let error) = result else { return [.finish] }
        state.isWaiting = false
        state.problem = "\(error.message): Enter tries again"
        return []
    }

    // MARK: The connection

    private func takeLoss(_ reason: String, _ state: inout State) -> [Effect] {
        _ = end("", &state)
        state.isWaiting = false
        state.resendFrom = .max
        state.problem = "no connection: \(reason)"
        return []
    }

    private func takeReturn(_ isLetIn: Bool, _ state: inout State) -> [Effect] {
        state.resendFrom = clock.boot()
        state.isWaiting = false
        state.problem = state.step == .code ? "the connection was lost, and the code with it" : nil
        guard state.step == .tabs, !isLetIn else { return [] }
        state.grant = nil
        state.isLogin = true
        state.step = .name
        state.problem = "the owner let it in and took that back"
        return [.startAgain]
    }
}

extension TextEdit {
    fileprivate var isInsertion: Bool {
        if case .insert = self { true } else { false }
    }
}
