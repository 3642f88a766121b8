// A program for TerminalTests to run in a real terminal: shows one frame, then does what its keys say.
// Usage: screen-probe [TYPE]. Keys: q ends, t traps, z stops, b blinks (redraws), others are named in the last row.
// Exit code: 0 after q, 2 when it was given no terminal.

import Glibc
import Terminal
import Text

/// The frame that the tests know: wide, combining, joined and hostile text inside of borders.
func probeFrame(rows: Int, columns: Int, note: String) -> Frame {
    var frame = Frame(rows: rows, columns: columns)
    frame.box(Area(row: 0, column: 0, height: rows - 1, width: columns))
    let texts = [
        "漢字かな交じり文", "👩\u{200D}🚀 👍🏽 ❤\u{FE0F} \u{1F1E9}\u{1F1EA}|", "e\u{301}\u{323}\u{302}\u{303}\u{304}x|",
        "\u{1B}[2J\u{9B}31m\u{1B}]52;c;aGk=\u{7}|", "\u{202E}evil\u{202C}\u{200B}|", "한국어 \u{1112}\u{1161}\u{11AB}|",
    ]
    for (row, text) in texts.enumerated() {
        frame.put(text, row: row + 1, column: 1, width: columns - 2)
    }
    frame.put(Line("bold", style: .bold) + Line(" red", style: Style(foreground: .red)), row: 7, column: 1)
    frame.put(note, row: rows - 1, column: 0)
    return frame
}

/// Waits for one descriptor, for ever.
func waitForInput(_ descriptor: CInt) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    unsafe _ = poll(&entry, 1, -1)
}

func run() throws {
    let type = CommandLine.arguments.dropFirst().first
    let screen = try Screen(input: STDIN_FILENO, output: STDOUT_FILENO, type: type)
    defer { screen.end() }
    var note = "ready \(screen.size.rows)x\(screen.size.columns)"
    while true {
        screen.draw(probeFrame(rows: screen.size.rows, columns: screen.size.columns, note: note))
        waitForInput(screen.descriptor)
        for key in screen.readKeys() {
            note = "key \(key)"
            switch key {
            case .character("q"): return
            case .character("t"): fatalError("trap on purpose")
            case .character("s"): raise(SIGSEGV)
            case .character("z"):
                screen.suspend()
                note = "back"
            case .character("r"):
                screen.resize()
                note = "size \(screen.size.rows)x\(screen.size.columns)"
            default: break
            }
        }
    }
}

do {
    try run()
} catch {
    print("screen-probe: \(error)")
    exit(2)
}
