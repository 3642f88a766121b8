import Posix
import Terminal
import Testing

@testable import TerminalClient

@Suite struct KeyTableTests {
    @Test(arguments: [
        ("Tab", "C-i"), ("Enter", "C-m"), ("Enter", "C-j"), ("Backspace", "C-h"), ("Esc", "C-["), ("j", "j"),
    ])
    func twoNamesForOneByte_AreRefused(_ one: String, _ other: String) {
        #expect(throws: KeyTable.Fault.conflict(one, other)) {
            try KeyTable([
                KeyTable.Binding(keys: [one], action: .up, help: "up"),
                KeyTable.Binding(keys: [other], action: .down, help: "down"),
            ])
        }
    }

    @Test(arguments: ["", "jj", "C-", "C-ä", "F5", "Ctrl-X"])
    func unknownKeyName_IsRefused(_ name: String) {
        #expect(throws: KeyTable.Fault.unknownKey(name)) {
            try KeyTable([KeyTable.Binding(keys: [name], action: .up, help: "up")])
        }
    }

    @Test(arguments: ["C-a", "C-b", "C-s", "C-q", "C-h", "C-j", "M-x", "M-1"])
    func keysThatBelongToOthers_AreNoDefault(_ name: String) throws {
        let names = Set(KeyTable.standard.bindings.flatMap(\.keys))
        #expect(!names.contains(name))
        #expect(!names.contains { $0.hasPrefix("M-") || $0.hasPrefix("F") })
        #expect(KeyTable.standard.action(for: .control(" ")) == nil)
    }

    @Test func everyBinding_IsInTheHelp() {
        let help = KeyTable.standard.help.map(\.keys).joined(separator: " ").split(separator: " ").map(String.init)
        #expect(Set(help) == Set(KeyTable.standard.bindings.flatMap(\.keys)))
    }

    @Test func everyKey_IsInTheManPage() throws {
        let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let page = String(
            decoding: try Files.read("\(package)/docs/deeplink.1.scd", limit: 1 << 20).bytes, as: UTF8.self)
        for row in KeyTable.standard.help {
            let text = "|[ *\(row.keys)*\n:< \(row.text)\n"
            #expect(page.contains(text), "\(text)")
        }
    }

    @Test(arguments: [
        ("0", Action.notifications), ("1", .tab(0)), ("9", .tab(8)), ("o", .openBanner), ("x", .hideBanner),
        ("Tab", .jumpForward), ("C-o", .jumpBack), ("Esc", .back), ("Backspace", .back), ("q", .backOrQuit),
        ("Q", .quit), ("G", .bottom), ("C-z", .suspend), ("C-c", .interrupt), ("?", .help),
        ("X", .hideBanners), ("s", .startDaemon),
    ])
    func standardKeys_MeanWhatTheHelpSays(_ name: String, _ action: Action) throws {
        #expect(KeyTable.standard.action(for: try #require(KeyName.key(name))) == action)
    }
}
