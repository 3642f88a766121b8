/// Asks for the screen to be drawn, once, after all that is ready was handled.
final class Redraw {
    /// Set by whoever draws.
    var handler: () -> Void = {}

    func request() {
        handler()
    }
}
