internal import Routing
internal import Terminal

/// Sign-up, or login of a device that is known: the flow's steps, one at a time. It has no tabs to move in, so an open
/// waits until it is over.
final class SignUpScene: Scene {
    let kind: NavigationState.Scene
    let coordinator: SignUpCoordinator

    init(_ kind: NavigationState.Scene, _ coordinator: SignUpCoordinator) {
        self.kind = kind
        self.coordinator = coordinator
    }

    var takesText: Bool { step.takesText }
    func show() { coordinator.steps.setVisible(true) }
    func cover() { coordinator.steps.setVisible(false) }
    func perform(_ action: Action) { step.perform(action) }
    func edit(_ edit: TextEdit) { step.edit(edit) }
    func draw(rows: Int, columns: Int) -> Frame { step.draw(rows: rows, columns: columns) }
    func noteLoss(_ reason: String) { coordinator.receive(.lost(reason)) }

    func take(_ word: EnrolmentWord) {
        switch word {
        case .approved(let grant): coordinator.receive(.approved(grant))
        case .denied: coordinator.receive(.denied)
        case .connected(let isLetIn): coordinator.receive(.reconnected(isLetIn: isLetIn))
        }
    }

    private var step: any Module { coordinator.steps.top }
}
