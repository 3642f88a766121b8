internal import Posix
internal import Routing
internal import Systemd
internal import Wire

/// Owns the steps of sign-up and login and the one view model that serves them. A step is pushed when the flow comes to
/// it and popped by Back; what was typed is the view model's, so that it is there again.
final class SignUpCoordinator {
    /// The steps that the flow has come through, the present one on top.
    let steps = NavigationStack()

    private let model: SignUpViewModel
    private var state: SignUpViewModel.State
    private let interactor: SignUpInteractor
    private let loop: EventLoop
    private let changed: () -> Void
    private var ticker: EventSource?

    init(
        _ state: SignUpViewModel.State, interactor: SignUpInteractor, loop: EventLoop, clock: Clock,
        changed: @escaping () -> Void
    ) {
        model = SignUpViewModel(clock: clock)
        self.state = state
        self.interactor = interactor
        self.loop = loop
        self.changed = changed
        steps.push(makeModule(.name))
        interactor.send = { [weak self] in self?.receive($0) }
    }

    /// Takes an input: a step's, the daemon's, or the clock's.
    func receive(_ input: SignUpViewModel.Input) {
        let (_, effects) = model.transform(input, &state)
        for effect in effects {
            perform(effect)
        }
        tickIfNeeded()
        changed()
    }

    private func perform(_ effect: SignUpViewModel.Effect) {
        switch effect {
        case .show(.tabs): steps.replace(above: 0, with: [makeModule(.tabs)])
        case .show(let step): steps.push(makeModule(step))
        case .goBack: steps.pop()
        case .startAgain: steps.replace(above: 0, with: [makeModule(.name)])
        case .request(let device, let owner, let isLogin):
            interactor.request(DeviceRequest(device: device, owner: owner, isLogin: isLogin))
        case .confirm(let code): interactor.confirm(code)
        case .keep(let grant): interactor.keep(grant, device: state.name.text, asked: state.owner.text)
        case .follow(let tabs): interactor.follow(tabs)
        case .finish: interactor.finish()
        }
    }

    private func makeModule(_ step: SignUpViewModel.Step) -> any Module {
        switch step {
        case .name: module(EnterNameStep<SignUpViewModel.Input>()) { $0 }
        case .code: module(EnterCodeStep<SignUpViewModel.Input>()) { $0 }
        case .tabs: module(ChooseTabsStep<SignUpViewModel.Input>()) { $0 }
        }
    }

    /// A step reaches the flow weakly: the flow holds the stack that holds the step.
    private func module<Step: FlowStep>(
        _ step: Step, _ narrow: @escaping (SignUpViewModel.Output) -> Step.Output
    ) -> any Module where Step.Input == SignUpViewModel.Input {
        StepModule(step, send: { [weak self] in self?.receive($0) }) { [unowned self] in
            narrow(SignUpViewModel.Output(state: state, now: model.clock.boot()))
        }
    }

    /// Seconds are counted only where they are seen.
    private func tickIfNeeded() {
        let isCounting = state.step == .code && max(state.codeEnds, state.resendFrom) > model.clock.boot()
        guard isCounting, state.resendFrom != .max else {
            ticker = nil
            return
        }
        guard ticker == nil else { return }
        do {
            ticker = try loop.timer(after: .seconds(1)) { [unowned self] in
                ticker = nil
                receive(.ticked)
            }
        } catch {
            preconditionFailure("a countdown's timer: \(error)")
        }
    }
}
