public import Routing
internal import SQLite

// The devices that may come into an inbox from elsewhere. Their number is bounded, and their tokens are nowhere in the file.
extension InboxStore {
    /// How many devices an inbox may have.
    public static let maximumDevices = 32

    /// Lets a device in, or gives a known one another token, within a turn (`.full`: a device that was told its token
    /// has it). The caller bounds the name and makes the hash.
    public func enrol(inbox: UInt32, name: String, tokenHash: [UInt8], at now: Moment) throws -> DeviceAcceptance {
        try demandRoom()
        return try write { () throws(SQLiteError) in
            let isKnown = try devices.device(inbox: inbox, name: name) != nil
            let count = try devices.count(inbox: inbox)
            guard isKnown || count < Self.maximumDevices else { return .quota }
            try devices.put(StoredDevice(inbox: inbox, name: name, tokenHash: tokenHash, since: now.wall))
            return isKnown ? .renewed : .added
        }
    }

    /// A device of an inbox by its name.
    public func device(inbox: UInt32, name: String) throws -> StoredDevice? {
        try read { () throws(SQLiteError) in try devices.device(inbox: inbox, name: name) }
    }

    /// The devices of an inbox, by name; at most `maximumDevices`.
    public func devices(inbox: UInt32) throws -> [StoredDevice] {
        try read { () throws(SQLiteError) in try devices.all(inbox: inbox) }
    }

    /// Notes that a device came in, within a turn (`.normal` will do).
    public func noteSeen(inbox: UInt32, device name: String, at now: Moment) throws {
        try write { () throws(SQLiteError) in try devices.see(inbox: inbox, name: name, at: now.wall) }
    }

    /// Keeps which tabs a device follows, within a turn; nil: all of them. Ids of tabs have no comma in them.
    public func setFollows(inbox: UInt32, device name: String, tabs: [String]?) throws {
        try write { () throws(SQLiteError) in try devices.setFollows(inbox: inbox, name: name, tabs) }
    }

    /// Ends a device, within a turn (`.full`: a revoked one never comes back); false: there is none of this name.
    public func removeDevice(inbox: UInt32, name: String) throws -> Bool {
        try write { () throws(SQLiteError) in try devices.remove(inbox: inbox, name: name) }
    }
}
