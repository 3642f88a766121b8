internal import Routing
internal import Wire

// A remote daemon that does not let this device in, or not yet.
extension AppCoordinator {
    /// Nobody let this device in, or its token is worth nothing. Where sign-up or login is under way already, it goes on.
    func stayOutside(_ token: DeviceToken?) {
        switch switcher.current.kind {
        case .login, .signup: switcher.current.take(.connected(isLetIn: false))
        case .connecting, .main, .updateRequired:
            leftState = main?.state ?? leftState
            switcher.replace(with: factory.makeScene(for: token.map { .login(device: $0.device) } ?? .signup))
        }
    }

    /// The version of the protocol that one side lacks; whatever was shown gives way.
    func requireUpdate(_ message: String, daemon: [Int64]) {
        guard switcher.current.kind != .updateRequired else { return }
        leftState = main?.state ?? leftState
        switcher.replace(with: factory.makeScene(for: .updateRequired(message: message, daemon: daemon)))
    }
}
