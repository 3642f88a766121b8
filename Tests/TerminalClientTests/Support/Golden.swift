import Posix
import Terminal
import Testing

/// Compares a frame with `Goldens/NAME.txt`; `RECORD=1` writes it. Days, times of day and uids are made equal first.
func expectGolden(_ frame: Frame, _ name: String, _ location: SourceLocation = #_sourceLocation) throws {
    let folder = Files.directory(of: Files.directory(of: #filePath)) + "/Goldens"
    let path = "\(folder)/\(name).txt"
    let text =
        frame.text.replacing(/[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}/, with: "MM-DD HH:MM")
        .replacing(/[0-9]{2}:[0-9]{2}/, with: "HH:MM").replacing(/uid [0-9]+/, with: "uid N") + "\n"
    if Environment.system["RECORD"] == "1" {
        try Files.writeAtomically(Array(text.utf8), to: path, mode: 0o644)
        return
    }
    let golden = String(decoding: try Files.read(path, limit: 1 << 20).bytes, as: UTF8.self)
    #expect(text == golden, "\(name):\n\(text)", sourceLocation: location)
}
