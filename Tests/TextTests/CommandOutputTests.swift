import Testing
import Text

@Suite struct CommandOutputTests {
    @Test(arguments: [
        ("one\ntwo\n", ["one", "two"]),
        ("one\r\ntwo", ["one", "two"]),
        ("10%\r20%\rdone\n", ["done"]),
        ("a\tb\n", ["a       b"]),
        ("abc\u{8}\u{8}x\n", ["ax"]),
        ("bell\u{7} nul\u{0} shift\u{E}\n", ["bell nul shift"]),
        ("\u{1B}[2J\u{1B}[1;1Hhome\n", ["home"]),
        ("\u{1B}[?1049h\u{1B}[>4;2mx\u{1B}[=1cy\n", ["xy"]),
        ("\u{1B}]0;title\u{7}after\n", ["after"]),
        ("\u{1B}]52;c;aGk=\u{1B}\\after\n", ["after"]),
        ("\u{9D}52;c;aGk=\u{9C}after\n", ["after"]),
        ("\u{1B}P+q544e\u{1B}\\after\n", ["after"]),
        ("\u{90}sixel\u{9C}after\n", ["after"]),
        ("\u{1B}_app\u{1B}\\\u{1B}^pm\u{1B}\\\u{1B}Xsos\u{1B}\\after\n", ["after"]),
        ("\u{1B}]never ended\nnext\n", ["", "next"]),
        ("\u{1B}(Bcharset\u{1B}=\u{1B}>\u{1B}c\n", ["charset"]),
        ("\u{1B}[31\u{18}cancelled\n", ["cancelled"]),
        ("\u{1B}\u{1B}[31mx\n", ["x"]),
        ("\u{202E}bidi\u{200B}\n", ["\u{FFFD}bidi"]),
        ("\u{1B}[" + String(repeating: "1;", count: 4096) + "mlong\n", ["long"]),
    ])
    func sequences_AreRemovedFromOutput(_ output: String, _ expected: [String]) {
        #expect(lines(Array(output.utf8)).map(\.text) == expected)
    }

    @Test(
        arguments: [
            ([0x9B, 0x33, 0x31, 0x6D, 0x78], ["x"]),
            ([0x9D, 0x35, 0x32, 0x3B, 0x07, 0x78], ["x"]),
            ([0xE9, 0x74, 0xE9], ["\u{FFFD}t\u{FFFD}"]),
            ([0xC0, 0xAF], ["\u{FFFD}\u{FFFD}"]),
            ([0xED, 0xA0, 0xC3, 0xA9], ["\u{FFFD}\u{E9}"]),
            ([0xF4, 0x8F, 0xBF], ["\u{FFFD}"]),
            ([0xE6, 0xBC, 0xA2], ["漢"]),
        ] as [([UInt8], [String])])
    func eightBitFormsAndMalformedBytes_NeverPass(_ bytes: [UInt8], _ expected: [String]) {
        #expect(
            lines(bytes).map(\.text).joined().filter { $0 != "\u{FFFD}" }
                == expected.joined().filter { $0 != "\u{FFFD}" })
        #expect(lines(bytes).flatMap(\.glyphs).allSatisfy { $0.text.utf8.first != 0x1B })
    }

    @Test(arguments: [
        ("\u{1B}[1mx", Style(.bold)),
        ("\u{1B}[1;31mx", Style(.bold, foreground: .red)),
        ("\u{1B}[97;44mx", Style(foreground: .brightWhite, background: .blue)),
        ("\u{1B}[31m\u{1B}[mx", Style.plain),
        ("\u{1B}[31;1m\u{1B}[39;22mx", Style.plain),
        ("\u{1B}[38;5;1mx", Style(foreground: .red)),
        ("\u{1B}[38;5;196mx", Style(foreground: .brightRed)),
        ("\u{1B}[48;2;0;0;0mx", Style(background: .black)),
        ("\u{1B}[38;5mx", Style.plain),
        ("\u{1B}[38;2;9mx", Style.plain),
        ("\u{1B}[4;7;3;2mx", Style([.underline, .reverse, .italic, .dim])),
        ("\u{9B}32mx", Style(foreground: .green)),
        ("\u{1B}[999mx", Style.plain),
    ])
    func colours_StayAsStyles(_ output: String, _ style: Style) {
        #expect(lines(Array(output.utf8)).first?.glyphs.first?.style == style)
    }

    @Test func bytesInAnyPieces_GiveTheSameLines() {
        let bytes = Array("\u{1B}[1;31m漢字\u{1B}[0m e\u{301}\r\n\u{1B}]0;t\u{7}👩\u{200D}🚀\n".utf8)
        let whole = lines(bytes)
        for cut in bytes.indices {
            var output = CommandOutput()
            output.append(bytes[..<cut])
            output.append(bytes[cut...])
            output.finish()
            #expect(output.lines == whole)
        }
    }

    @Test func endlessOutput_KeepsItsLastLinesWithinTheBound() {
        var output = CommandOutput(glyphLimit: 1000)
        for number in 0..<5000 {
            output.append("line \(number)\n".utf8)
        }
        #expect(output.lines.last?.text == "line 4999")
        #expect(output.lines.reduce(0) { $0 + $1.glyphs.count } <= 1250)
        #expect(output.droppedLines + output.lines.count == 5000)
    }

    @Test(arguments: ["x", "\t", "漢"])
    func aLineWithoutEnd_GoesOnInTheNext(_ text: String) {
        var output = CommandOutput()
        output.append(String(repeating: text, count: 10_000).utf8)
        #expect(output.lines.count > 1)
        #expect(output.lines.allSatisfy { $0.glyphs.count < CommandOutput.lineLimit + Line.tabStop })
    }

    private func lines(_ bytes: [UInt8]) -> [Line] {
        var output = CommandOutput()
        output.append(bytes)
        output.finish()
        return output.lines
    }
}
