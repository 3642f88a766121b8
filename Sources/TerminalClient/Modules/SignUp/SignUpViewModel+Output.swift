internal import Routing
internal import Wire

extension SignUpViewModel {
    /// The flow as it stands. A step sees of it what its own protocol names.
    struct Output: EnterNameOutput, EnterCodeOutput, ChooseTabsOutput {
        fileprivate let state: State
        fileprivate let now: Int64

        init(state: State, now: Int64) {
            self.state = state
            self.now = now
        }

        var step: Step { state.step }
        var isLogin: Bool { state.isLogin }
        var remote: String { state.remote }
        var name: TextField { state.name }
        var owner: TextField { state.owner }
        var isOwnerFixed: Bool { state.isOwnerFixed }
        var isOwnerSelected: Bool { state.isOwnerSelected }
        var problem: String? { state.problem }
        var isWaiting: Bool { state.isWaiting }
        /// An empty field is no mistake yet.
        var nameFault: String? { state.name.text.isEmpty ? nil : DeviceName.fault(in: state.name.text) }

        var device: String { state.name.text }
        var code: TextField { state.code }
        var secondsLeft: Int { seconds(until: state.codeEnds) }
        var resendSeconds: Int { seconds(until: state.resendFrom) }
        var triesLeft: Int? { state.triesLeft }

        var inbox: String { state.grant?.owner ?? "" }
        var tabs: [TabChoice] { state.tabs }
        var selectedTab: Int { state.selectedTab }

        /// Begun seconds count.
        private func seconds(until time: Int64) -> Int {
            time <= now ? 0 : Int(clamping: (time - now - 1) / 1_000 + 1)
        }
    }
}
