internal import Terminal

/// What decides in a module: pure, without terminal and socket. Effects go to the interactor or the module router;
/// their answers come back as input.
protocol ViewModelType {
    associatedtype Input
    associatedtype State
    associatedtype Output
    associatedtype Effect

    func transform(_ input: Input, _ state: inout State) -> (Output, [Effect])
}

/// What happens to every screen.
enum ScreenEvent: Equatable {
    /// It is on top and its tab is selected.
    case shown
    /// Something stands on it, or another tab is selected.
    case covered
    case resized(rows: Int, columns: Int)
    case action(Action)
    /// A key for the text field that has the keys.
    case edit(TextEdit)
}

/// An input of a screen: its own answers, and what happens to every screen.
protocol ScreenInput {
    static func screen(_ event: ScreenEvent) -> Self
}

/// Draws an output; knows no module.
protocol View {
    associatedtype Output
    func draw(_ output: Output, rows: Int, columns: Int) -> Frame
}
