internal import Routing
internal import Terminal

/// A scene that is one module, without chrome.
final class ModuleScene: Scene {
    let kind: NavigationState.Scene
    private let module: any Module
    private let loss: (String) -> Void

    init(_ kind: NavigationState.Scene, _ module: any Module, noteLoss: @escaping (String) -> Void = { _ in }) {
        self.kind = kind
        self.module = module
        loss = noteLoss
    }

    func show() { module.show() }
    func cover() { module.cover() }
    func perform(_ action: Action) { module.perform(action) }
    var takesText: Bool { module.takesText }
    func edit(_ edit: TextEdit) { module.edit(edit) }
    func draw(rows: Int, columns: Int) -> Frame { module.draw(rows: rows, columns: columns) }
    func noteLoss(_ reason: String) { loss(reason) }
}
