import TestSupport
import Testing
import Wire

struct FrameReaderTests {
    private typealias Frame = FrameReader.Frame

    private static func frames(_ text: String, limit: Int, chunk: Int = .max) -> [Frame] {
        var reader = FrameReader(limit: limit)
        var frames: [Frame] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            reader.read(rest.prefix(chunk)) { frames.append($0) }
            rest = rest.dropFirst(chunk)
        }
        return frames
    }

    private static func line(_ text: String) -> Frame { .line(Array(text.utf8)) }

    @Test func lines_AreCutAtLFAndCRLF() {
        #expect(
            Self.frames("a\nbc\r\n\n\r\nd\re\n\rf\n", limit: 10)
                == [Self.line("a"), Self.line("bc"), Self.line("d\re"), Self.line("\rf")])
    }

    @Test func unfinishedLine_IsKeptNotHandedOver() {
        var reader = FrameReader(limit: 10)
        reader.read(Array("ab".utf8)[...]) { Issue.record("\($0)") }
        #expect(reader.hasPartialLine)
        var frames: [Frame] = []
        reader.read(Array("c\n".utf8)[...]) { frames.append($0) }
        #expect(frames == [Self.line("abc")])
        #expect(!reader.hasPartialLine)
    }

    @Test(arguments: [1, 2, 3, 5, 100])
    func limit_IsExactAndCostsOneLine(chunk: Int) {
        let fits = String(repeating: "x", count: 5)
        #expect(
            Self.frames("\(fits)\n\(fits)\r\n\(fits)x\n\(fits)x\r\n\(fits)xxxxxxxxxxxx\nok\n", limit: 5, chunk: chunk)
                == [Self.line(fits), Self.line(fits), .tooLong, .tooLong, .tooLong, Self.line("ok")])
    }

    @Test func tooLongLine_IsReportedBeforeItsEnd() {
        #expect(Self.frames("xxxxxxx", limit: 5) == [.tooLong])
    }

    @Test func anyChunking_GivesTheSameFrames() {
        var random = SplitMix64(seed: 20)
        for _ in 0..<2_000 {
            let limit = Int.random(in: 1...8, using: &random)
            var stream: [UInt8] = []
            for _ in 0..<Int.random(in: 1...60, using: &random) {
                stream.append(random.pick([0x61, 0x62, 0x0A, 0x0D, 0x00, 0xFF]))
            }
            stream.append(0x0A)
            var whole: [Frame] = []
            var reader = FrameReader(limit: limit)
            reader.read(stream[...]) { whole.append($0) }
            #expect(!reader.hasPartialLine)
            #expect(whole == Self.reference(stream, limit: limit))

            var pieces: [Frame] = []
            var other = FrameReader(limit: limit)
            var rest = stream[...]
            while !rest.isEmpty {
                let size = Int.random(in: 1...10, using: &random)
                other.read(rest.prefix(size)) { pieces.append($0) }
                rest = rest.dropFirst(size)
            }
            #expect(pieces == whole)
        }
    }

    private static func reference(_ stream: [UInt8], limit: Int) -> [Frame] {
        stream.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false).compactMap { piece in
            let line = piece.last == 0x0D ? piece.dropLast() : piece
            if line.count > limit { return .tooLong }
            return line.isEmpty ? nil : .line(Array(line))
        }
    }
}
