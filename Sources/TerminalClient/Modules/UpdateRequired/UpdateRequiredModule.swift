internal import Text

/// Client and daemon have no version of the protocol in common. It cannot be skipped; what is needed is said.
struct UpdateRequiredViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
    }

    enum Effect: Equatable {}

    /// What the daemon said is needed.
    let message: String

    func transform(_ input: Input, _ state: inout Int) -> ([Line], [Effect]) {
        (
            [
                Line("This deeplink and the running deeplinkd do not understand each other", style: .bold),
                Line(message, style: .dim), Line(),
                Line("Install the same version of both, then restart the daemon:"),
                Line("  systemctl --user restart deeplinkd.service"), Line(),
                Line("q", style: .bold) + Line(" quits; it is tried again by itself"),
            ], []
        )
    }
}
