import Testing
import Text

@Suite struct SafetyTests {
    @Test(arguments: [
        ("plain text", "plain text"),
        ("\u{1B}[31mred", "␛[31mred"),
        ("\u{1B}]52;c;aGk=\u{7}", "␛]52;c;aGk=␇"),
        ("a\u{7F}b\u{0}c", "a␡b␀c"),
        ("\u{9B}31m \u{90}q", "\u{FFFD}31m \u{FFFD}q"),
        ("lone\rreturn", "lone␍return"),
        ("safe\u{202E}txt.exe", "safe\u{FFFD}txt.exe"),
        ("\u{2066}isolate\u{2069}", "\u{FFFD}isolate\u{FFFD}"),
        ("zero\u{200B}width\u{FEFF}\u{AD}\u{2060}", "zerowidth"),
        ("left\u{200E}right\u{200F}\u{61C}", "leftright"),
        ("tag\u{E0041}\u{E007F}", "tag"),
        ("blank\u{3164}\u{115F}letter", "blankletter"),
        ("\u{378}", "\u{FFFD}"),
        ("\u{E000}\u{F8FF}\u{100000}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("one\ntwo\r\nthree\u{85}four\u{2028}five", "one two three four five"),
        ("tab\tbed", "tab bed"),
        ("漢字かな", "漢字かな"),
        ("שלום", "שלום"),
    ])
    func textFromOutside_IsShownAsText(_ text: String, _ expected: String) {
        #expect(Array(shown(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(arguments: [0xFDD0, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF] as [UInt32])
    func noncharacter_IsReplaced(_ value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(shown("a" + String(scalar)) == "a\u{FFFD}")
    }

    @Test func everyScalar_LeavesOnlyHarmlessOnes() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for scalar in shown(String(scalar)).unicodeScalars where isHarmful(scalar) {
                Issue.record("U+\(String(value, radix: 16)) is shown as U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test func shownText_StaysAsItIs() {
        for text in ["␛[0m", "a\u{FFFD}b", "e\u{301}", "◌\u{301}", "漢 字"] {
            #expect(shown(shown(text)) == shown(text))
        }
    }

    @Test func newlineSign_IsTheCallersChoice() {
        #expect(Line("a\nb", newline: .returnSymbol).text == "a⏎b")
        #expect(Line("a\nb").text == "a b")
    }

    private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
        case .format: scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }
}
