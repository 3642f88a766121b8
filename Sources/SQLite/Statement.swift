// A statement promises: between two calls it is reset and holds no values, so nothing of one caller's is left for the
// next; the connection outlives it; and it cannot be entered again while it runs, because its verbs are `mutating`.
//
// Text and blobs are not copied: SQLite is lent the value's own bytes for the length of one call, and gives them back
// (`sqlite3_clear_bindings`) before the value can go. The lending nests, one stack frame for each text or blob.
internal import CSQLite

/// A prepared statement with two verbs, `run` and `rows`; `row` is for the query that has one answer, `visit` for the one
/// that is left early.
@safe
public struct Statement: ~Copyable {
    private let raw: OpaquePointer
    private let database: Database
    private let parameterCount: Int

    /// Prepares one statement, to be used many times. Parameters are numbered `?1`, `?2`, … from the values' order.
    public init(_ sql: String, in database: Database) throws(SQLiteError) {
        unsafe raw = try unsafe database.prepare(sql)
        self.database = database
        parameterCount = Int(unsafe sqlite3_bind_parameter_count(raw))
    }

    deinit {
        unsafe sqlite3_finalize(raw)
    }

    /// Runs to the end. Rows are dropped. A wrong number of values is our own mistake and traps.
    public mutating func run(_ values: Value...) throws(SQLiteError) {
        try withBound(values) { () throws(SQLiteError) in
            while try step() {}
        }
    }

    /// Runs to the end and returns what `read` makes of each row, in the query's order; bound it by the SQL's LIMIT.
    public mutating func rows<Result>(
        _ values: Value..., read: (borrowing Row) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> [Result] {
        try withBound(values) { () throws(SQLiteError) in
            var results: [Result] = []
            while try step() {
                results.append(try read(unsafe Row(raw)))
            }
            return results
        }
    }

    /// Shows the rows to `read`, in the query's order, until it says false or they end. Returns whether they ended.
    public mutating func visit(
        _ values: Value..., read: (borrowing Row) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) -> Bool {
        try withBound(values) { () throws(SQLiteError) in
            while try step() {
                guard try read(unsafe Row(raw)) else { return false }
            }
            return true
        }
    }

    /// Returns what `read` makes of the first row, or `nil` if there is none. A write with RETURNING still runs to its end.
    public mutating func row<Result>(
        _ values: Value..., read: (borrowing Row) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result? {
        try withBound(values) { () throws(SQLiteError) -> Result? in
            guard try step() else { return nil }
            return try read(unsafe Row(raw))
        }
    }

    private func step() throws(SQLiteError) -> Bool {
        let code = unsafe sqlite3_step(raw)
        if code == SQLITE_ROW { return true }
        try check(code)
        return false
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        try database.check(code, sql: unsafe String(cString: sqlite3_sql(raw)))
    }
}

// Lending values to SQLite.
extension Statement {
    private func withBound<Result>(
        _ values: [Value], _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        precondition(values.count == parameterCount, "\(values.count) values for \(parameterCount) parameters")
        defer {
            unsafe sqlite3_reset(raw)
            unsafe sqlite3_clear_bindings(raw)
        }
        return try lend(values, from: 0, body)
    }

    private func lend<Result>(
        _ values: [Value], from start: Int, _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        for position in start..<values.count {
            let index = Int32(position + 1)
            switch values[position] {
            case .null:
                continue
            case .integer(let number):
                try check(unsafe sqlite3_bind_int64(raw, index, number))
            case .real(let number):
                try check(unsafe sqlite3_bind_double(raw, index, number))
            case .text(let text) where text.isEmpty:
                try check(unsafe csqlite_bind_empty_text(raw, index))
            case .text(let text):
                let bytes = text.utf8.span
                return try unsafe bytes.withUnsafeBytes { (bytes) throws(SQLiteError) in
                    let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                    let count = UInt64(bytes.count)
                    try check(unsafe sqlite3_bind_text64(raw, index, start, count, nil, UInt8(SQLITE_UTF8)))
                    return try lend(values, from: position + 1, body)
                }
            case .blob(let blob) where blob.isEmpty:
                try check(unsafe sqlite3_bind_zeroblob(raw, index, 0))
            case .blob(let blob):
                return try unsafe blob.span.withUnsafeBytes { (bytes) throws(SQLiteError) in
                    try check(unsafe sqlite3_bind_blob64(raw, index, bytes.baseAddress, UInt64(bytes.count), nil))
                    return try lend(values, from: position + 1, body)
                }
            }
        }
        return try body()
    }
}
