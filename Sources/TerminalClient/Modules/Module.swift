internal import Routing
internal import Terminal

/// One screen's view, view model, interactor and module router, as a navigation stack holds it.
protocol Module: AnyObject {
    /// Where it stands.
    var place: ModulePlace { get }
    /// For the title row, its parents' before it.
    var title: String { get }
    /// What Enter leads to from here, for the status row; nil: nothing.
    var hint: String? { get }
    /// The link of what is looked at.
    var link: DeepLink? { get }
    /// Whether something that it shows is still on its way.
    var isBusy: Bool { get }
    /// It is on top and its tab is selected.
    func show()
    /// It is not on top any more, or its tab is not selected.
    func cover()
    func perform(_ action: Action)
    /// Whether a text field of it has the keys: then what prints is text, and the rest of the actions are its own.
    var takesText: Bool { get }
    func edit(_ edit: TextEdit)
    func draw(rows: Int, columns: Int) -> Frame
}

/// What a module is, in words of the planner.
enum ModulePlace: Equatable {
    case tabBar
    case screen(tab: String, ScreenPath)
    case outer(NavigationState.OuterScreen)
    /// A scene that has only one screen.
    case scene
}

extension ModulePlace {
    /// The link that leads here; nil where there is none.
    var link: DeepLink? {
        switch self {
        case .screen(let tab, let path): .screen(tab: tab, path: path)
        case .outer(.notifications(let since, let kind)): .notifications(since: since, kind: kind)
        case .tabBar, .outer(.help), .scene: nil
        }
    }
}

extension Module {
    var link: DeepLink? { place.link }
    var isBusy: Bool { false }
    var takesText: Bool { false }
    func edit(_ edit: TextEdit) {}
}
