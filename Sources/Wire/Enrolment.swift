public import JSON
internal import Routing

// What a device says on remote.sock before it is let in, and what it hears. The kernel vouches there for a tunnel and
// not for a person, so a token is demanded of everybody.

/// `authenticate`: a device that was let in before shows its token. From the answer on it is a client of its owner.
///
/// One refusal, `notPermitted`, for an unknown device, a wrong token and a revoked one.
public struct Authenticate: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "authenticate"
    /// Every member that it may have.
    public static let fields = ["device", "token", "owner"]
    /// The device's name.
    public var device: String
    /// The token that it was given, in hexadecimal digits.
    public var token: String
    /// Whose inbox: a user's name; nil: that of the user whose daemon this is.
    public var owner: String?

    /// Makes a call.
    public init(device: String, token: String, owner: String? = nil) {
        self.device = device
        self.token = token
        self.owner = owner
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        device = try fields.deviceName("device")
        token = try fields.text("token", maximumBytes: WireLimits.token)
        owner = try fields.optionalText("owner", maximumBytes: WireLimits.userName)
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("device", device)
        writer.member("token", token)
        writer.member("owner", ifPresent: owner)
    }
}

/// `device.request`: a device asks to be let in. Its owner is shown a code; asked again, another one.
public struct DeviceRequest: Call, Equatable {
    /// The name on the wire.
    public static let method = "device.request"
    /// Every member that it may have.
    public static let fields = ["device", "owner", "login"]
    /// What the device is to be called, or is called already.
    public var device: String
    /// Whose inbox: a user's name; nil: that of the user whose daemon this is.
    public var owner: String?
    /// Whether the device is known by this name and has only lost its token.
    public var isLogin: Bool

    /// Makes a call.
    public init(device: String, owner: String? = nil, isLogin: Bool = false) {
        self.device = device
        self.owner = owner
        self.isLogin = isLogin
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        device = try fields.deviceName("device")
        owner = try fields.optionalText("owner", maximumBytes: WireLimits.userName)
        isLogin = try fields.optionalBoolean("login") ?? false
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("device", device)
        writer.member("owner", ifPresent: owner)
        if isLogin { writer.member("login", true) }
    }

    /// The owner was shown a code.
    public struct Answer: WireObject, Equatable {
        /// Seconds until the code is of no use.
        public var expiresIn: Int
        /// Seconds until another may be asked for.
        public var resendAfter: Int

        /// Makes an answer.
        public init(expiresIn: Int, resendAfter: Int) {
            self.expiresIn = expiresIn
            self.resendAfter = resendAfter
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            expiresIn = Int(clamping: try fields.integer("expires_in"))
            resendAfter = Int(clamping: try fields.integer("resend_after"))
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("expires_in", expiresIn)
            writer.member("resend_after", resendAfter)
        }
    }
}

/// `device.confirm`: the code that the owner was shown, typed at the device. The connection is the owner's from then on.
///
/// Errors: `wrongCode` with the tries that are left, `expired`, `denied`.
public struct DeviceConfirm: Call, Equatable {
    /// What the device keeps.
    public typealias Answer = DeviceGrant
    /// The name on the wire.
    public static let method = "device.confirm"
    /// Every member that it may have.
    public static let fields = ["code"]
    /// Six digits.
    public var code: String

    /// Makes a call.
    public init(code: String) { self.code = code }
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) { code = try fields.text("code", maximumBytes: 32) }
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { writer.member("code", code) }
}

/// What a device is given when it is let in. The token is said once and kept by the device only.
public struct DeviceGrant: WireObject, Equatable {
    /// Whose inbox it is: a user's name.
    public var owner: String
    /// What `authenticate` wants from now on, in hexadecimal digits.
    public var token: String
    /// The tabs that it may choose to follow.
    public var tabs: [Choice]

    /// A tab, by what is written on it.
    public struct Choice: WireObject, Equatable {
        /// The tab's id.
        public var id: String
        /// Its title.
        public var title: String

        /// Makes a choice.
        public init(id: String, title: String) {
            self.id = id
            self.title = title
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            id = try fields.text("id")
            title = try fields.text("title")
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("id", id)
            writer.member("title", title)
        }
    }

    /// Makes a grant.
    public init(owner: String, token: String, tabs: [Choice]) {
        self.owner = owner
        self.token = token
        self.tabs = tabs
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        owner = try fields.text("owner")
        token = try fields.text("token", maximumBytes: WireLimits.token)
        tabs = try fields.objects("tabs", Choice.init(wire:))
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("owner", owner)
        writer.member("token", token)
        writer.member("tabs", objects: tabs)
    }
}

/// `device.follow`: a device that was let in says whose changes it wants to hear of.
public struct DeviceFollow: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "device.follow"
    /// Every member that it may have.
    public static let fields = ["tabs"]
    /// Only cells whose route is one of these tabs are announced to it; nil: all are.
    public var tabs: [String]?

    /// Makes a call.
    public init(tabs: [String]?) { self.tabs = tabs }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        tabs = fields.node["tabs"] == nil ? nil : try fields.texts("tabs")
        guard (tabs?.count ?? 0) <= WireLimits.followedTabs else {
            throw fields.refusal("tabs", "tabs has more than \(WireLimits.followedTabs) entries", reason: .tooLarge)
        }
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        if let tabs {
            writer.member("tabs", array: { list in for tab in tabs { list.value(tab) } })
        }
    }
}

/// `device.approved`, from the daemon: the owner let the waiting device in without its typing the code.
public struct DeviceApproved: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "device.approved"
    /// Every member that it may have.
    public static let fields = ["owner", "token", "tabs"]
    /// What the device keeps.
    public var grant: DeviceGrant

    /// Makes a message.
    public init(grant: DeviceGrant) { self.grant = grant }
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) { grant = try DeviceGrant(wire: fields) }
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { grant.writeMembers(to: &writer) }
}

/// `device.denied`, from the daemon: the owner said no.
public struct DeviceDenied: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "device.denied"
    /// Every member that it may have.
    public static let fields: [String] = []

    /// Makes a message.
    public init() {}
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {}
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {}
}

extension Fields {
    /// A device's name.
    func deviceName(_ member: String) throws(WireError) -> String {
        let name = try text(member, maximumBytes: DeviceName.maximumLength)
        if let fault = DeviceName.fault(in: name) { throw refusal(member, "\(self.name(of: member)): \(fault)") }
        return name
    }
}
