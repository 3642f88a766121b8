internal import Wire

/// The flow's only I/O: the daemon, over a connection that is nobody's yet, and the file of tokens.
final class SignUpInteractor {
    private let link: DaemonLink
    private let tokens: DeviceTokens
    private let remote: String
    /// Where answers go: the view model's input.
    var send: (SignUpViewModel.Input) -> Void = { _ in }

    init(link: DaemonLink, tokens: DeviceTokens, remote: String) {
        self.link = link
        self.tokens = tokens
        self.remote = remote
    }

    func request(_ request: DeviceRequest) {
        link.ask(request) { [weak self] in self?.send(.requested($0)) }
    }

    func confirm(_ code: String) {
        link.ask(DeviceConfirm(code: code)) { [weak self] in self?.send(.confirmed($0)) }
    }

    /// The token is kept before anything else: from here on a kill costs nothing.
    func keep(_ grant: DeviceGrant, device: String, asked: String) {
        link.staysOutside = true
        let token = DeviceToken(
            remote: remote, owner: grant.owner, asked: asked.isEmpty ? nil : asked, device: device, token: grant.token)
        do throws(DeviceTokens.Fault) {
            try tokens.keep(token)
            send(.kept(problem: nil))
        } catch {
            send(.kept(problem: "\(error)"))
        }
    }

    func follow(_ tabs: [String]?) {
        link.ask(DeviceFollow(tabs: tabs)) { [weak self] in self?.send(.followed($0)) }
    }

    /// The device is let in and says hello.
    func finish() {
        link.comeIn()
    }
}
