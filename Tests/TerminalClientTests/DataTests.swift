import Posix
import Routing
import Testing
import Wire

@testable import TerminalClient

@Suite struct ViewStateStoreTests {
    @Test func states_AreKeptOverRestarts() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/views.json"
        let place = ModulePlace.screen(tab: "builds", testPath("runs/7"))
        let state = ViewState(
            top: 3, column: 8, wraps: false, atEnd: true, follows: false, search: "a \"b\"", filter: "state:failed",
            selection: 12)
        let store = ViewStateStore(path: path)
        store[place] = state
        store.save()
        #expect(ViewStateStore(path: path)[place] == state)
    }

    @Test func onlyTheLast200_AreKept() throws {
        let store = ViewStateStore(path: nil)
        for number in 0..<250 {
            store[.screen(tab: "builds", testPath("runs/\(number)"))] = ViewState(top: number)
        }
        #expect(store[.screen(tab: "builds", testPath("runs/49"))] == nil)
        #expect(store[.screen(tab: "builds", testPath("runs/50"))]?.top == 50)
    }

    @Test(arguments: ["", "{", "[]", #"{"views":[{"place":7},{"place":"x","top":"y"}]}"#])
    func aBrokenFile_IsForgotten(_ text: String) throws {
        let directory = try TemporaryDirectory()
        try Files.writeAtomically(Array(text.utf8), to: "\(directory.path)/views.json")
        let store = ViewStateStore(path: "\(directory.path)/views.json")
        #expect(store[.screen(tab: "builds", testPath("runs"))] == nil)
    }
}

@Suite struct JobOutputsTests {
    private static let job = "01234567-89ab-4cde-8f01-23456789abcd"

    @Test func aJobsFile_IsRead() throws {
        let directory = try TemporaryDirectory()
        try Files.writeAtomically(Array("text".utf8), to: "\(directory.path)/\(Self.job)")
        #expect(try outputs(directory).read(job: Self.job) == Array("text".utf8))
    }

    @Test func theFileOfAJobThatStillRuns_IsReadWhole() throws {
        let directory = try TemporaryDirectory()
        let printed = [UInt8](repeating: UInt8(ascii: "x"), count: 3 * (512 << 10) + 60)
        try Files.writeAtomically(printed, to: "\(directory.path)/\(Self.job)")
        #expect(try outputs(directory).read(job: Self.job).count == printed.count)
    }

    @Test(arguments: [
        nil, "", "../../etc/passwd", "/etc/passwd", "01234567-89AB-4cde-8f01-23456789abcd", "0123456789ab",
        "01234567-89ab-4cde-8f01-23456789abcd/x", "g1234567-89ab-4cde-8f01-23456789abcd",
    ])
    func whatIsNoUUID_IsNoJob(_ job: String?) throws {
        let directory = try TemporaryDirectory()
        #expect(throws: JobOutputs.Failure.notAJob) { try outputs(directory).read(job: job) }
    }

    @Test func aFileThatWentAway_IsSaidToBeGone() throws {
        let directory = try TemporaryDirectory()
        #expect(throws: JobOutputs.Failure.noFile) { try outputs(directory).read(job: Self.job) }
    }

    @Test func aLinkToElsewhere_IsNotFollowed() throws {
        let directory = try TemporaryDirectory()
        try Files.makeSymbolicLink("/etc/passwd", at: "\(directory.path)/\(Self.job)")
        #expect(throws: JobOutputs.Failure.self) { try outputs(directory).read(job: Self.job) }
    }

    @Test func aFileOfAnotherUser_IsRefused() throws {
        let directory = try TemporaryDirectory()
        try Files.writeAtomically(Array("text".utf8), to: "\(directory.path)/\(Self.job)")
        let other = JobOutputs(directory: directory.path, uid: Environment.system.uid &+ 1)
        #expect(throws: JobOutputs.Failure.self) { try other.read(job: Self.job) }
    }

    private func outputs(_ directory: TemporaryDirectory) -> JobOutputs {
        JobOutputs(directory: directory.path, uid: Environment.system.uid)
    }
}

@Suite struct OpenLedgerTests {
    private let shown = OpenOffer.Answer.shown(tab: "builds", depth: 2)

    @Test func anOpenOfOurs_IsStaleAfterAMove() {
        var ledger = OpenLedger()
        ledger.noteAsked(1, moves: ledger.moves)
        #expect(!ledger.hasMovedSince(1))
        ledger.noteMove()
        #expect(ledger.hasMovedSince(1))
        #expect(!ledger.hasMovedSince(2))
    }

    @Test func theLastShownOpens_AreRemembered() {
        var ledger = OpenLedger()
        for open in 1...100 {
            ledger.note(shown, to: Int64(open))
        }
        #expect(!ledger.hasShown(36))
        #expect(ledger.hasShown(37))
        ledger.note(.refused("moved"), to: 200)
        #expect(!ledger.hasShown(200))
    }

    @Test func answersOfALostConnection_AreRepeatedOnce() {
        var ledger = OpenLedger()
        ledger.note(shown, to: 1)
        let before = ledger.takeUnconfirmed()
        ledger.noteLoss()
        let (once, again) = (ledger.takeUnconfirmed(), ledger.takeUnconfirmed())
        #expect(before.isEmpty && again.isEmpty)
        #expect(once.map(\.open) == [1])
    }
}

@Suite struct AgeTests {
    @Test(
        arguments: [
            (0, "now"), (-5_000, "now"), (999, "now"), (1_000, "1 s"), (59_999, "59 s"), (60_000, "1 m"),
            (3_600_000, "1 h"), (86_400_000, "1 d"), (864_000_000_000, "10000 d"),
        ] as [(Int64, String)])
    func anAge_IsSaidInAFewLetters(_ age: Int64, _ text: String) {
        #expect(Age.text(from: 1_000_000, to: 1_000_000 + age) == text)
    }
}
