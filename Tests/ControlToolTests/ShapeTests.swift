import Posix
import Testing

@testable import ControlTool

struct ShapeTests {
    @Test(
        arguments: [
            (0, "now"), (-5_000, "now"), (999, "now"), (1_000, "1s"), (59_999, "59s"), (60_000, "1m"),
            (3_599_999, "59m"),
            (3_600_000, "1h"), (86_400_000, "1d"), (400 * 86_400_000, "400d"),
        ] as [(Int64, String)])
    func age(milliseconds: Int64, text: String) {
        #expect(Age.text(of: 1_000_000, at: 1_000_000 + milliseconds) == text)
    }

    @Test func tableOfNothing_IsNothing() {
        #expect(Table.lines([]) == [])
        #expect(Table.lines([["a"], ["bb", "c"]]) == ["a", "bb  c"])
    }
}
