// A row is only ever borrowed, inside `read`: what SQLite lends for one step cannot leave it, and all that leaves is a copy.
internal import CSQLite

/// The current row of a running query.
@safe
public struct Row: ~Copyable {
    private let raw: OpaquePointer

    init(_ raw: OpaquePointer) {
        unsafe self.raw = raw
    }

    /// Whether the column holds no value.
    public func isNull(_ column: Int) -> Bool {
        unsafe sqlite3_column_type(raw, checked(column)) == SQLITE_NULL
    }

    /// The column as a whole number; 0 for NULL.
    public func integer(_ column: Int) -> Int64 {
        unsafe sqlite3_column_int64(raw, checked(column))
    }

    /// The column as a whole number, or `nil` for NULL.
    public func optionalInteger(_ column: Int) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    /// The column as a binary64 number; 0 for NULL.
    public func real(_ column: Int) -> Double {
        unsafe sqlite3_column_double(raw, checked(column))
    }

    /// The column as text, or `nil` for NULL. Bytes that are not UTF-8 become U+FFFD.
    public func text(_ column: Int) -> String? {
        let index = checked(column)
        guard let start = unsafe sqlite3_column_text(raw, index) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(raw, index))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The column's bytes, or `nil` for NULL; text gives its UTF-8.
    public func blob(_ column: Int) -> [UInt8]? {
        let index = checked(column)
        guard unsafe sqlite3_column_type(raw, index) != SQLITE_NULL else { return nil }
        let start = unsafe sqlite3_column_blob(raw, index)
        let count = Int(unsafe sqlite3_column_bytes(raw, index))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    private func checked(_ column: Int) -> Int32 {
        precondition(column >= 0 && column < Int(unsafe sqlite3_column_count(raw)), "no column \(column) in this query")
        return Int32(column)
    }
}
