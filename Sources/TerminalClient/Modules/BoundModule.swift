internal import Routing
internal import Terminal

/// The binding of a module: input to the view model, its output to the view, its effects to whoever does them. The one
/// bind that each view has.
final class BoundModule<Model: ViewModelType, Drawing: View>: Module
where Model.Input: ScreenInput, Drawing.Output == Model.Output {
    let place: ModulePlace
    let title: String
    var hint: String? { leadsTo(state) }

    private let model: Model
    private let view: Drawing
    private var state: Model.State
    private var output: Model.Output?
    private var size: (rows: Int, columns: Int)?
    private let changed: () -> Void
    /// What Enter leads to in a state.
    var leadsTo: (Model.State) -> String?
    /// Whether a state waits for something.
    var isWaiting: (Model.State) -> Bool = { _ in false }
    /// Whether a text field has the keys in a state.
    var fieldHasKeys: (Model.State) -> Bool = { _ in false }
    /// The link of what a state has selected; nil: the screen's own.
    var selectedLink: (Model.State) -> DeepLink? = { _ in nil }
    /// Does the effects: set once by the module's builder, which joins interactor and router here.
    var perform: (Model.Effect) -> Void = { _ in }

    init(
        _ model: Model, state: Model.State, view: Drawing, place: ModulePlace, title: String, hint: String? = nil,
        changed: @escaping () -> Void
    ) {
        self.model = model
        self.state = state
        self.view = view
        self.place = place
        self.title = title
        leadsTo = { _ in hint }
        self.changed = changed
    }

    var isBusy: Bool { isWaiting(state) }
    var takesText: Bool { fieldHasKeys(state) }
    var link: DeepLink? { selectedLink(state) ?? place.link }

    /// Takes an input: a key's action, or an interactor's answer.
    func receive(_ input: Model.Input) {
        let (output, effects) = model.transform(input, &state)
        self.output = output
        changed()
        for effect in effects {
            perform(effect)
        }
    }

    func show() {
        receive(.screen(.shown))
    }

    func cover() {
        receive(.screen(.covered))
    }

    func perform(_ action: Action) {
        receive(.screen(.action(action)))
    }

    func edit(_ edit: TextEdit) {
        receive(.screen(.edit(edit)))
    }

    func draw(rows: Int, columns: Int) -> Frame {
        if size?.rows != rows || size?.columns != columns {
            size = (rows, columns)
            receive(.screen(.resized(rows: rows, columns: columns)))
        }
        guard let output else { return Frame(rows: rows, columns: columns) }
        return view.draw(output, rows: rows, columns: columns)
    }
}
