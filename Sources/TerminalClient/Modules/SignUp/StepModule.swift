internal import Terminal

/// One step of a flow: which keys mean what there, and what it looks like. It sees the flow's view model through its
/// own protocols only.
protocol FlowStep {
    associatedtype Input
    associatedtype Output
    var title: String { get }
    func input(for action: Action) -> Input?
    func input(for edit: TextEdit) -> Input?
    func draw(_ output: Output, rows: Int, columns: Int) -> Frame
}

/// A step as a navigation stack holds it. All keys that print are its own.
final class StepModule<Step: FlowStep>: Module {
    private let step: Step
    private let send: (Step.Input) -> Void
    private let output: () -> Step.Output

    init(_ step: Step, send: @escaping (Step.Input) -> Void, output: @escaping () -> Step.Output) {
        self.step = step
        self.send = send
        self.output = output
    }

    var place: ModulePlace { .scene }
    var title: String { step.title }
    var hint: String? { nil }
    var takesText: Bool { true }
    func show() {}
    func cover() {}

    func perform(_ action: Action) {
        step.input(for: action).map(send)
    }

    func edit(_ edit: TextEdit) {
        step.input(for: edit).map(send)
    }

    func draw(rows: Int, columns: Int) -> Frame {
        step.draw(output(), rows: rows, columns: columns)
    }
}
