internal import SQLite

// Events taken from another store. How far that went is stored with the events themselves, so that after a kill at any
// point the next one is the one after: the id of an event can be gone with it, by retention, and the cursor cannot.
extension InboxStore {
    private static let prefix = "taken:"

    /// Up to which event of the store of this identity an inbox has taken events in; 0: none.
    public func takenThrough(inbox: UInt32, of store: String) throws -> Int64 {
        try read { () throws(SQLiteError) in try cursors.position(inbox: inbox, name: Self.prefix + store) }
    }

    /// Notes that, within the turn of the events; never back. Another store is forgotten: an inbox takes from one.
    public func setTaken(inbox: UInt32, of store: String, through seq: Int64) throws {
        try write { () throws(SQLiteError) in
            let name = Self.prefix + store
            try cursors.advance(inbox: inbox, name: name, to: seq)
            try cursors.forget(inbox: inbox, matching: Self.prefix + "*", except: name)
        }
    }
}
