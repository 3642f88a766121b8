import Posix
import Testing

struct FileTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func writtenFile_ReadsBackWithItsFacts() throws {
        let path = directory("a")
        try Files.writeAtomically(Array("hello".utf8), to: path, mode: 0o640)
        let content = try Files.read(path, limit: 5)
        #expect(content.bytes == Array("hello".utf8))
        #expect(content.facts.kind == .regular)
        #expect(content.facts.owner == Environment.system.uid)
        #expect(content.facts.size == 5)
        #expect(content.facts.isWritableByOthers == false)
        #expect(content.facts.modified > 1_700_000_000_000)
    }

    @Test func atomicWrite_ReplacesAndLeavesNothingBeside() throws {
        let path = directory("a")
        try Files.writeAtomically([1, 2, 3], to: path)
        let before = try Files.facts(path).identity
        try Files.writeAtomically([4], to: path)
        #expect(try Files.read(path, limit: 10).bytes == [4])
        #expect(try Files.facts(path).identity != before)
        #expect(try Files.list(directory.path) == ["a"])
    }

    @Test func atomicWriteThatCannotFinish_LeavesTheOldNameAlone() throws {
        let path = directory("taken")
        try Files.makeDirectories(path + "/inside", mode: 0o700)
        #expect(throws: SystemError.self) { try Files.writeAtomically([1], to: path) }
        #expect(try Files.list(directory.path) == ["taken"])
    }

    @Test func fileOverItsBound_IsRefusedNotCut() throws {
        let path = directory("a")
        try Files.writeAtomically([UInt8](repeating: 7, count: 100), to: path)
        let error = #expect(throws: SystemError.self) { try Files.read(path, limit: 99) }
        #expect(error?.isTooLarge == true)
        #expect(error?.description == "read \(path): File too large")
        #expect(try Files.read(path, limit: 100).bytes.count == 100)
    }

    @Test func emptyAndEndlessFiles_AreHandled() throws {
        try Files.writeAtomically([], to: directory("empty"))
        #expect(try Files.read(directory("empty"), limit: 0).bytes == [])
        let device = #expect(throws: SystemError.self) { try Files.read("/dev/zero", limit: 10) }
        #expect(device?.reason == "Invalid argument")
        let endless = try Files.openForReading("/dev/zero")
        let error = #expect(throws: SystemError.self) { try endless.readToEnd(limit: 100_000) }
        #expect(error?.isTooLarge == true)
    }

    @Test func directoryReadAsFile_IsNamedAsOne() {
        let error = #expect(throws: SystemError.self) { try Files.read(directory.path, limit: 10) }
        #expect(error?.reason == "Is a directory")
    }

    @Test func symbolicLink_IsFollowedOnlyWhenAllowed() throws {
        try Files.writeAtomically([1], to: directory("target"))
        try Files.makeSymbolicLink("target", at: directory("link"))
        #expect(try Files.read(directory("link"), limit: 1).bytes == [1])
        let error = #expect(throws: SystemError.self) {
            try Files.read(directory("link"), limit: 1, followingLinks: false)
        }
        #expect(error?.isSymbolicLink == true)
        #expect(try Files.readLink(directory("link")) == "target")
        #expect(try Files.facts(directory("link"), followingLinks: false).kind == .symbolicLink)
    }

    @Test func append_AddsAtTheEnd() throws {
        try Files.append([1], to: directory("log"))
        try Files.append([2, 3], to: directory("log"))
        #expect(try Files.read(directory("log"), limit: 10).bytes == [1, 2, 3])
        #expect(try Files.facts(directory("log")).mode == 0o600)
    }

    @Test func listing_IsSortedByBytesAndBounded() throws {
        for name in ["b", "a", "Z", "é", "a.toml"] { try Files.append([], to: directory(name)) }
        #expect(try Files.list(directory.path) == ["Z", "a", "a.toml", "b", "é"])
        let error = #expect(throws: SystemError.self) { try Files.list(directory.path, limit: 4) }
        #expect(error?.isTooLarge == true)
        #expect(try Files.list(directory.path, limit: 5).count == 5)
        let missing = #expect(throws: SystemError.self) { try Files.list(directory("none")) }
        #expect(missing?.isNotFound == true)
    }

    @Test func makeDirectories_MakesWhatIsMissingAndKeepsTheRest() throws {
        let path = directory("a/b/c")
        try Files.makeDirectories(path, mode: 0o700)
        try Files.makeDirectories(path, mode: 0o755)
        #expect(try Files.facts(path).mode == 0o700)
        try Files.append([], to: directory("file"))
        let error = #expect(throws: SystemError.self) { try Files.makeDirectories(directory("file"), mode: 0o700) }
        #expect(error?.isAlreadyThere == true)
        #expect(throws: SystemError.self) { try Files.makeDirectories(directory("file/x"), mode: 0o700) }
    }

    @Test func existence_TellsAbsentFromUnreadable() throws {
        #expect(try Files.exists(directory.path))
        #expect(try !Files.exists(directory("none")))
        #expect(try !Files.exists(directory("none/below")))
        let tooLong = String(repeating: "x", count: 300)
        #expect(throws: SystemError.self) { try Files.exists(directory(tooLong)) }
    }

    @Test func unlink_RemovesOnce() throws {
        try Files.append([], to: directory("a"))
        try Files.unlink(directory("a"))
        let error = #expect(throws: SystemError.self) { try Files.unlink(directory("a")) }
        #expect(error?.isNotFound == true)
    }

    @Test func nulInAPath_IsRefusedNotCut() throws {
        try Files.append([1], to: directory("a"))
        let error = #expect(throws: SystemError.self) { try Files.read(directory("a\0b"), limit: 1) }
        #expect(error?.reason == "Invalid argument")
        #expect(throws: SystemError.self) { try Files.rename(directory("a"), to: directory("b\0c")) }
        #expect(try Files.list(directory.path) == ["a"])
    }

    @Test func ownedFile_OpensAndEverythingElseIsRefused() throws {
        let mine = Environment.system.uid
        try Files.append([9], to: directory("plain"))
        try Files.makeSymbolicLink("plain", at: directory("link"))
        try Files.makeDirectories(directory("sub"), mode: 0o700)
        let file = try Files.openOwned("plain", in: directory.path, owner: mine)
        #expect(try file.readToEnd(limit: 1) == [9])
        let cases = [("link", mine, true), ("sub", mine, false), ("plain", mine + 1, false), ("../plain", mine, false)]
        for (name, owner, isLink) in cases {
            let error = #expect(throws: SystemError.self, "\(name)") {
                _ = try Files.openOwned(name, in: directory.path, owner: owner)
            }
            #expect(error?.isSymbolicLink == isLink, "\(name)")
        }
        try Files.makeSymbolicLink(directory.path, at: directory("door"))
        #expect(throws: SystemError.self) { _ = try Files.openOwned("plain", in: directory("door"), owner: mine) }
    }

    @Test(arguments: [("/a/b", "/a"), ("b", "."), ("/b", "/"), ("a/b/c", "a/b"), ("/", "/")])
    func directoryOfAPath(path: String, expected: String) {
        #expect(Files.directory(of: path) == expected)
    }

    @Test func allocatedFile_IsAsLongAsAskedAndKept() throws {
        try Files.allocate(directory("room"), bytes: 10_000)
        let facts = try Files.facts(directory("room"))
        #expect(facts.size == 10_000)
        #expect(facts.mode & 0o777 == 0o600)
        try Files.allocate(directory("room"), bytes: 5_000)
        #expect(try Files.facts(directory("room")).size == 10_000)
    }

    @Test func fileThatHasNoRoom_LeavesNothing() throws {
        #expect(throws: SystemError.self) { try Files.allocate(directory("room"), bytes: 1 << 60) }
        #expect(try !Files.exists(directory("room")))
    }

    @Test func executable_IsThisTestRunner() throws {
        let path = try Files.executablePath()
        #expect(path.hasPrefix("/"))
        #expect(try Files.facts(path).mode & 0o100 != 0)
    }
}
