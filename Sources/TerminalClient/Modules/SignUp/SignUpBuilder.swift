internal import Posix
internal import Systemd

/// Assembles the flow of sign-up and login: its coordinator, view model and interactor.
final class SignUpBuilder {
    private let link: DaemonLink
    private let tokens: DeviceTokens
    private let redraw: Redraw
    private let loop: EventLoop
    private let clock: Clock

    init(link: DaemonLink, tokens: DeviceTokens, redraw: Redraw, loop: EventLoop, clock: Clock) {
        self.link = link
        self.tokens = tokens
        self.redraw = redraw
        self.loop = loop
        self.clock = clock
    }

    /// - Parameter device: the name that this device is known by; empty: it has none yet.
    func build(device: String, isLogin: Bool) -> SignUpCoordinator {
        let path = link.place.path
        return SignUpCoordinator(
            SignUpViewModel.State(isLogin: isLogin, remote: path, device: device, owner: link.place.owner),
            interactor: SignUpInteractor(link: link, tokens: tokens, remote: path), loop: loop, clock: clock,
            changed: redraw.request)
    }
}
