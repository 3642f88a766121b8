public import JSON
internal import Routing

// What the owner of an inbox asks about its devices, on client.sock only.

/// `devices.list`: the devices that were let in, and those that ask to be.
public struct DevicesList: Call, Equatable {
    /// The name on the wire.
    public static let method = "devices.list"
    /// Every member that it may have.
    public static let fields: [String] = []

    /// Makes a call.
    public init() {}
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {}
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {}

    /// All of them.
    public struct Answer: WireObject, Equatable {
        /// By name.
        public var devices: [Device]
        /// Oldest first.
        public var requests: [PendingDevice]

        /// Makes an answer.
        public init(devices: [Device], requests: [PendingDevice]) {
            self.devices = devices
            self.requests = requests
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            devices = try fields.objects("devices", Device.init(wire:))
            requests = try fields.objects("requests", PendingDevice.init(wire:))
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("devices", objects: devices)
            writer.member("requests", objects: requests)
        }
    }
}

/// A device that was let in.
public struct Device: WireObject, Equatable {
    /// Its name.
    public var name: String
    /// When it was let in: milliseconds since 1970 in UTC; RFC 3339 on the wire.
    public var since: Int64
    /// When it came in last, in the same way; nil: not since it was let in.
    public var seen: Int64?
    /// Whether it is connected now.
    public var isAttached: Bool
    /// The tabs that it follows; nil: all.
    public var follows: [String]?

    /// Makes a device.
    public init(name: String, since: Int64, seen: Int64?, isAttached: Bool, follows: [String]?) {
        self.name = name
        self.since = since
        self.seen = seen
        self.isAttached = isAttached
        self.follows = follows
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        name = try fields.text("device")
        since = try fields.time("since")
        seen = try fields.optionalTime("seen")
        isAttached = try fields.boolean("attached")
        follows = fields.node["follows"] == nil ? nil : try fields.texts("follows")
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("device", name)
        writer.member("since", Timestamp.text(milliseconds: since))
        writer.member("seen", ifPresent: seen.map { Timestamp.text(milliseconds: $0) })
        writer.member("attached", isAttached)
        if let follows {
            writer.member("follows", array: { list in for tab in follows { list.value(tab) } })
        }
    }
}

/// A device that asks to be let in, with the code that lets it.
public struct PendingDevice: WireObject, Equatable {
    /// What approves or denies it.
    public var request: Int64
    /// The cell that told of it.
    public var cell: Int64
    /// The name that it asks for.
    public var device: String
    /// Whether it is known by that name and has lost its token.
    public var isLogin: Bool
    /// What is to be typed at the device: six digits, kept in memory only.
    public var code: String
    /// Who connected, as the kernel says: for a tunnel, whoever runs it.
    public var uid: UInt32
    /// The unit that it connected from, where systemd knows one.
    public var unit: String?
    /// Seconds until the code is of no use.
    public var expiresIn: Int
    /// How many wrong codes may still be typed.
    public var triesLeft: Int

    /// Makes a request.
    public init(
        request: Int64, cell: Int64, device: String, isLogin: Bool, code: String, uid: UInt32, unit: String?,
        expiresIn: Int, triesLeft: Int
    ) {
        self.request = request
        self.cell = cell
        self.device = device
        self.isLogin = isLogin
        self.code = code
        self.uid = uid
        self.unit = unit
        self.expiresIn = expiresIn
        self.triesLeft = triesLeft
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        request = try fields.integer("request")
        cell = try fields.integer("cell")
        device = try fields.text("device")
        isLogin = try fields.boolean("login")
        code = try fields.text("code")
        let from = try fields.object("from")
        uid = UInt32(try from.integer("uid", in: 0...Int64(UInt32.max)))
        unit = try from.optionalText("unit")
        expiresIn = Int(clamping: try fields.integer("expires_in"))
        triesLeft = Int(clamping: try fields.integer("tries_left"))
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("request", request)
        writer.member("cell", cell)
        writer.member("device", device)
        writer.member("login", isLogin)
        writer.member("code", code)
        writer.member(
            "from",
            object: { from in
                from.member("uid", Int64(uid))
                from.member("unit", ifPresent: unit)
            })
        writer.member("expires_in", expiresIn)
        writer.member("tries_left", triesLeft)
    }
}

/// What the owner says to a device that asks.
public protocol PendingDeviceCall: Call where Answer == Nothing {
    /// Which one, of `devices.list`.
    var request: Int64 { get }
    /// Makes a call.
    init(request: Int64)
}

extension PendingDeviceCall {
    /// Every member that it may have.
    public static var fields: [String] { ["request"] }
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        self.init(request: try fields.integer("request", in: 1...Int64.max))
    }
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { writer.member("request", request) }
}

/// `device.approve`: let it in without its typing the code.
public struct DeviceApprove: PendingDeviceCall, Equatable {
    /// The name on the wire.
    public static let method = "device.approve"
    /// Which one, of `devices.list`.
    public var request: Int64
    /// Makes a call.
    public init(request: Int64) { self.request = request }
}

/// `device.deny`: do not let it in.
public struct DeviceDeny: PendingDeviceCall, Equatable {
    /// The name on the wire.
    public static let method = "device.deny"
    /// Which one, of `devices.list`.
    public var request: Int64
    /// Makes a call.
    public init(request: Int64) { self.request = request }
}

/// `devices.revoke`: its token is worth nothing from now on, and its connections are closed.
public struct DevicesRevoke: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "devices.revoke"
    /// Every member that it may have.
    public static let fields = ["device"]
    /// The device's name.
    public var device: String

    /// Makes a call.
    public init(device: String) { self.device = device }
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) { device = try fields.deviceName("device") }
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { writer.member("device", device) }
}
