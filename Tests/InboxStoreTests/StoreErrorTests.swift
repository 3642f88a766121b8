import SQLite
import Testing

@testable import InboxStore

/// Which of SQLite's errors end a turn, and which the store. The codes are sqlite3.h's.
@Suite struct StoreErrorTests {
    @Test(
        arguments: [
            (5, .busy), (6, .busy), (7, .memory), (10, .inputOutput), (13, .diskFull), (266, .inputOutput),
            (778, .inputOutput), (3082, .inputOutput),
        ] as [(Int32, TurnFailure.Reason)])
    func passingTrouble_FailsTheTurn(code: Int32, reason: TurnFailure.Reason) {
        let failure = SQLiteError(code: code, message: "words", sql: "COMMIT").storeFailure as? TurnFailure
        #expect(failure?.reason == reason)
        #expect(failure?.isRetryable == true)
        #expect(failure?.description == "SQLite \(code): words in: COMMIT")
    }

    @Test(arguments: [1034, 1290] as [Int32])
    func failedSync_EndsTheStore(code: Int32) {
        let error = SQLiteError(code: code, message: "words", sql: nil).storeFailure as? StoreError
        #expect(error == .syncFailed("SQLite \(code): words"))
    }

    @Test(arguments: [1, 8, 11, 14, 19, 26, 2067] as [Int32])
    func everythingElse_EndsTheStore(code: Int32) {
        let error = SQLiteError(code: code, message: "words", sql: nil).storeFailure as? StoreError
        #expect(error == .unusable("SQLite \(code): words"))
    }
}
