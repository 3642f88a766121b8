import Routing
import Terminal
import Testing
import Text

@testable import TerminalClient

/// A module whose text field has the keys while it is told so.
private final class FieldModule: Module {
    var takesText = true
    private(set) var edits: [TextEdit] = []
    private(set) var actions: [Action] = []

    var place: ModulePlace { .outer(.help) }
    var title: String { "Field" }
    var hint: String? { nil }
    func show() {}
    func cover() {}
    func perform(_ action: Action) { actions.append(action) }
    func edit(_ edit: TextEdit) { edits.append(edit) }
    func draw(rows: Int, columns: Int) -> Frame { Frame(rows: rows, columns: columns) }
}

@Suite struct ModalTests {
    private static func attached() throws -> (TestDaemon, TestClient) {
        let daemon = try TestDaemon()
        let client = try TestClient.withoutTime(daemon.settings)
        try client.until("it is attached") { client.coordinator.main != nil }
        return (daemon, client)
    }

    @Test func fieldWithTheKeys_TakesWhatPrintsAndLeavesTheRest() throws {
        let (daemon, client) = try Self.attached()
        defer { daemon.stop() }
        let field = FieldModule()
        try client.main.outer.push(field)
        #expect(try client.main.state.hasTextField)
        client.type("ox2q")
        try client.press("Backspace", "Enter", "Esc", "Tab", "C-o")
        #expect(field.edits == [.insert("o"), .insert("x"), .insert("2"), .insert("q"), .deleteBackward])
        #expect(field.actions == [.enter, .back, .jumpForward, .jumpBack])
        #expect(!client.hasQuit)
        #expect(try client.main.tabBar.selected == 0)
        field.takesText = false
        #expect(try !client.main.state.hasTextField)
        try client.press("2")
        #expect(try client.main.tabBar.selected == 1)
    }

    @Test func question_HasTheKeysUntilItIsAnswered() throws {
        let (daemon, client) = try Self.attached()
        defer { daemon.stop() }
        var answers = 0
        client.coordinator.ask("Really?") { answers += 1 }
        #expect(try client.main.state.hasModal)
        #expect(client.frame.text.contains("Really?"))
        try client.press("2", "0", "j", "o", "?")
        #expect(try client.main.state.hasModal && client.main.outer.modules.count == 1)
        #expect(try client.main.tabBar.selected == 0)
        try client.press("Esc")
        #expect(try !client.main.state.hasModal && answers == 0)
        client.coordinator.ask("Really?") { answers += 1 }
        try client.press("Enter")
        #expect(try !client.main.state.hasModal && answers == 1)
        try client.press("2")
        #expect(try client.main.tabBar.selected == 1)
    }

    @Test func modalThatIsAnswered_IsReleased() throws {
        let (daemon, client) = try Self.attached()
        defer { daemon.stop() }
        client.coordinator.ask("Really?") {}
        weak let modal = try client.main.modal
        #expect(modal != nil)
        try client.press("Enter")
        #expect(modal == nil)
    }

    @Test(arguments: [(24, 80), (5, 20), (3, 20)])
    func question_LeavesItsKeysInSight(_ rows: Int, _ columns: Int) throws {
        let (daemon, client) = try Self.attached()
        defer { daemon.stop() }
        (client.rows, client.columns) = (rows, columns)
        client.coordinator.ask("Mark all 1 204 notifications of this list as read?") {}
        try expectGolden(client.frame, "confirm-\(columns)x\(rows)")
        #expect(client.frame.text.contains("Enter"))
    }
}
