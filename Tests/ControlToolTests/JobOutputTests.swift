import Posix
import Routing
import Testing

@testable import ControlTool

struct JobOutputTests {
    let place: TemporaryPlace

    init() throws {
        place = try TemporaryPlace()
    }

    private func content(_ output: JobOutput) throws -> String {
        String(decoding: try Files.read(output.path, limit: 1 << 22).bytes, as: UTF8.self)
    }

    @Test func smallOutput_IsKeptWholeAndAtOnce() throws {
        let output = try JobOutput(directory: place("state/jobs"), job: "a", share: 8)
        try output.append(Array("hello ".utf8))
        #expect(try content(output) == "hello ")
        try output.append(Array("world".utf8))
        #expect(try content(output) == "hello world")
        try output.finish()
        #expect(try content(output) == "hello world")
        #expect(try Files.facts(output.path).mode == 0o600)
        #expect(try Files.facts(place("state/jobs")).mode == 0o700)
    }

    @Test(arguments: [1, 3, 7, 8, 9, 100])
    func largeOutput_KeepsBothEndsAndSaysWhatIsMissing(chunk: Int) throws {
        let output = try JobOutput(directory: place("jobs"), job: "a", share: 8)
        let text = (0..<100).map { String(UnicodeScalar(UInt8(33 + $0 % 90))) }.joined()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try output.append(Array(rest.prefix(chunk)))
            rest = rest.dropFirst(chunk)
            #expect(try Files.facts(output.path).size <= 8 + 60 + 16)
            // Whatever happens now, the newest bytes are in the file.
            let newest = text.prefix(100 - rest.count).suffix(8)
            #expect(try content(output).hasSuffix(newest))
        }
        try output.finish()
        #expect(try content(output) == "\(text.prefix(8))\n[deeplinkctl: 84 bytes left out here]\n\(text.suffix(8))")
    }

    @Test func exactlyTwoShares_LeaveNothingOut() throws {
        let output = try JobOutput(directory: place("jobs"), job: "a", share: 8)
        try output.append(Array("0123456789abcdef".utf8))
        try output.finish()
        #expect(try content(output) == "0123456789abcdef")
    }

    @Test func takenName_IsRefused() throws {
        _ = try JobOutput(directory: place("jobs"), job: "a")
        let error = #expect(throws: SystemError.self) { try JobOutput(directory: place("jobs"), job: "a") }
        #expect(error?.isAlreadyThere == true)
    }

    @Test func discardedOutput_IsGone() throws {
        let output = try JobOutput(directory: place("jobs"), job: "a")
        output.discard()
        #expect(try Files.list(place("jobs")) == [])
    }
}
