internal import SQLite

// Events taken from another store. How far that went is stored with the events themselves, so that after a kill at any
// point the next one is the one after: the id of an event can be gone with it, by retention, and the cursor cannot.
extension InboxStore {
    private static let prefix = "taken:"
    private static let copyPrefix = "copies:"

    /// Up to which event of the store of this name (`takenOrigin`) an inbox has taken events in; 0: none.
    public func takenThrough(inbox: UInt32, of store: String) throws -> Int64 {
        try read { () throws(SQLiteError) in try cursors.position(inbox: inbox, name: Self.prefix + store) }
    }

    /// The name under which events of that store are taken in: its identity, with a number behind it once an older copy of it
    /// was put back, since its seqs mean other events then.
    public func takenOrigin(inbox: UInt32, of store: String) throws -> String {
        let copies = try read { () throws(SQLiteError) in
            try cursors.position(inbox: inbox, name: Self.copyPrefix + store)
        }
        return copies == 0 ? store : "\(store).\(copies + 1)"
    }

    /// Notes, within a turn, that an older copy of that store was put back: it is another origin from here on, of which
    /// nothing was taken.
    public func takeAnew(inbox: UInt32, of store: String) throws {
        try write { () throws(SQLiteError) in
            let name = Self.copyPrefix + store
            try cursors.advance(inbox: inbox, name: name, to: try cursors.position(inbox: inbox, name: name) + 1)
        }
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
