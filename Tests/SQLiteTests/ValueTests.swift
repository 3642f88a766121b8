import SQLite
import Testing

/// What is bound is what is read, on a real file.
@Suite struct ValueTests {
    private let directory: TemporaryDirectory
    private let database: Database

    init() throws {
        directory = try TemporaryDirectory()
        database = try Database(path: directory.file)
        try database.execute("CREATE TABLE things(id INTEGER PRIMARY KEY, a, b, c)")
    }

    private func stored(_ value: Value) throws -> (type: String?, text: String?, bytes: [UInt8]?) {
        var insert = try Statement("INSERT INTO things(a, b, c) VALUES (?1, ?2, ?3)", in: database)
        try insert.run(.text("before"), value, .text("after"))
        var query = try Statement("SELECT typeof(b), b, a || c FROM things WHERE id = ?1", in: database)
        let found = try query.row(.integer(database.lastInsertRowID)) { (row) throws(SQLiteError) in
            (row.text(0), row.text(1), row.blob(1), row.text(2))
        }
        let (type, text, bytes, neighbours) = try #require(found)
        #expect(neighbours == "beforeafter")
        return (type, text, bytes)
    }

    @Test func emptyText_IsNotNull() throws {
        let found = try stored(.text(""))
        #expect(found.type == "text")
        #expect(found.text == "")
    }

    @Test func emptyBlob_IsNotNull() throws {
        let found = try stored(.blob([]))
        #expect(found.type == "blob")
        #expect(found.bytes == [])
    }

    @Test func embeddedNul_Survives() throws {
        let text = "a\0b\0"
        let found = try stored(.text(text))
        #expect(found.text == text)
        #expect(found.bytes == Array(text.utf8))
    }

    @Test(arguments: [
        "x", "fifteen bytes..", "sixteen bytes...", "日本語 ✓ e\u{301}", String(repeating: "long ", count: 9_000),
    ])
    func text_ComesBackEqual(text: String) throws {
        let found = try stored(.text(text))
        #expect(found.type == "text")
        #expect(found.bytes == Array(text.utf8))
    }

    @Test func slicedText_ComesBackEqual() throws {
        let whole = "left middle of some length right"
        let part = String(whole.dropFirst(5).dropLast(6))
        #expect(try stored(.text(part)).text == "middle of some length")
    }

    @Test func blob_ComesBackEqual() throws {
        let bytes: [UInt8] = [0, 255, 0xC3, 0x28, 0]
        #expect(try stored(.blob(bytes)).bytes == bytes)
    }

    @Test func null_IsNull() throws {
        let found = try stored(.null)
        #expect(found.type == "null")
        #expect(found.text == nil)
        #expect(found.bytes == nil)
        #expect(Value(String?.none) == .null)
        #expect(Value(Int?.some(3)) == .integer(3))
    }

    @Test(arguments: [Int64.min, -1, 0, 1 << 53 + 1, .max])
    func integer_ComesBackExact(number: Int64) throws {
        var query = try Statement("SELECT ?1, typeof(?1)", in: database)
        let found = try query.row(.integer(number)) { (row) throws(SQLiteError) in (row.integer(0), row.text(1)) }
        #expect(found?.0 == number)
        #expect(found?.1 == "integer")
    }

    @Test(arguments: [0.1, -1e308, 1e-300])
    func real_ComesBackExact(number: Double) throws {
        var query = try Statement("SELECT ?1", in: database)
        #expect(try query.row(.real(number)) { (row) throws(SQLiteError) in row.real(0) } == number)
    }

    @Test func nullColumn_ReadsAsNilOrZero() throws {
        var query = try Statement("SELECT NULL, 7", in: database)
        let found = try query.row { (row) throws(SQLiteError) in
            (row.isNull(0), row.integer(0), row.optionalInteger(0), row.optionalInteger(1))
        }
        #expect(try #require(found) == (true, 0, nil, 7))
    }
}
