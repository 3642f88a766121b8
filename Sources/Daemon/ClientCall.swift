internal import JSON
internal import Wire

/// A call that the daemon answers, read. Adding a method: a case here, its reading below, its answer in `CallDesk`.
enum ClientCall {
    case ping
    case hello(Hello)
    case report(NavigationReport)
    case list(CellsList)
    case get(CellsGet)
    case read(CellsRead)
    case dismiss(CellsDismiss)
    case undo(CellsUndo)
    case readAll(CellsReadAll)
    case unread(CellsUnread)
    case open(Open)
    case resolve(Resolve)
    case explain(Explain)
    case tableCheck
    case tableReload
    case tableDiff(TableDiff)
    case status
    case acknowledge(CursorAck)
    case followers
    case removeFollower(FollowersRemove)
    case authenticate(Authenticate)
    case requestDevice(DeviceRequest)
    case confirmDevice(DeviceConfirm)
    case followTabs(DeviceFollow)
    case devices
    case approve(DeviceApprove)
    case deny(DeviceDeny)
    case revoke(DevicesRevoke)

    /// Reads a call. Senders may only `ping`, besides `notify`, which is not one of these.
    init(method: String, params: JSONNode?, at door: Door) throws(WireError) {
        guard door != .notify || method == Ping.method else {
            throw Self.unknown(method, "notify.sock takes notify and ping")
        }
        if let call = try Self.aboutDevices(method, params) {
            self = call
            return
        }
        switch method {
        case Ping.method:
            _ = try Ping.read(params)
            self = .ping
        case Hello.method: self = .hello(try Hello.read(params))
        case NavigationReport.method: self = .report(try NavigationReport.read(params))
        case CellsList.method: self = .list(try CellsList.read(params))
        case CellsGet.method: self = .get(try CellsGet.read(params))
        case CellsRead.method: self = .read(try CellsRead.read(params))
        case CellsDismiss.method: self = .dismiss(try CellsDismiss.read(params))
        case CellsUndo.method: self = .undo(try CellsUndo.read(params))
        case FollowersList.method:
            _ = try FollowersList.read(params)
            self = .followers
        case FollowersRemove.method: self = .removeFollower(try FollowersRemove.read(params))
        case CellsReadAll.method: self = .readAll(try CellsReadAll.read(params))
        case CellsUnread.method: self = .unread(try CellsUnread.read(params))
        case CursorAck.method: self = .acknowledge(try CursorAck.read(params))
        case Open.method: self = .open(try Open.read(params))
        case Resolve.method: self = .resolve(try Resolve.read(params))
        case Explain.method: self = .explain(try Explain.read(params))
        case TableCheck.method:
            _ = try TableCheck.read(params)
            self = .tableCheck
        case TableReload.method:
            _ = try TableReload.read(params)
            self = .tableReload
        case TableDiff.method: self = .tableDiff(try TableDiff.read(params))
        case Status.method:
            _ = try Status.read(params)
            self = .status
        default: throw Self.unknown(method, "docs/protocol.md lists the methods")
        }
    }

    /// What devices and their owners call; whose business it is, is judged with the answer.
    private static func aboutDevices(_ method: String, _ params: JSONNode?) throws(WireError) -> ClientCall? {
        switch method {
        case Authenticate.method: return .authenticate(try Authenticate.read(params))
        case DeviceRequest.method: return .requestDevice(try DeviceRequest.read(params))
        case DeviceConfirm.method: return .confirmDevice(try DeviceConfirm.read(params))
        case DeviceFollow.method: return .followTabs(try DeviceFollow.read(params))
        case DevicesList.method:
            _ = try DevicesList.read(params)
            return .devices
        case DeviceApprove.method: return .approve(try DeviceApprove.read(params))
        case DeviceDeny.method: return .deny(try DeviceDeny.read(params))
        case DevicesRevoke.method: return .revoke(try DevicesRevoke.read(params))
        default: return nil
        }
    }

    private static func unknown(_ method: String, _ hint: String) -> WireError {
        WireError(.unknownMethod, "there is no method \(method.prefix(64)): \(hint)", field: "method")
    }

    /// Whether it can be done in an inbox that one may only look into.
    var onlyLooks: Bool {
        switch self {
        case .hello, .ping, .list, .get, .resolve, .explain, .status: true
        default: false
        }
    }

    /// What it writes.
    var writing: Request.Writing {
        switch self {
        // A follower whose name were lost in a power cut would miss what retention then takes.
        case .hello(let hello): hello.role == .follower ? .durable : .nothing
        case .acknowledge: .relaxed
        case .ping, .list, .get, .resolve, .explain, .tableCheck, .tableReload, .tableDiff, .status: .nothing
        case .report(let report): report.opens.isEmpty ? .nothing : .relaxed
        case .followers: .nothing
        case .read, .dismiss, .undo, .readAll, .unread, .open, .removeFollower: .durable
        case .authenticate, .devices: .nothing
        case .followTabs: .relaxed
        case .requestDevice, .confirmDevice, .approve, .deny, .revoke: .durable
        }
    }

    /// About how long its answer may be, in bytes. One that may be a whole line is the last of its peer's turn.
    var expectedAnswer: Int {
        switch self {
        // `unread` says little but may mark a page of cells: one in a turn.
        case .hello, .list, .get, .readAll, .unread, .explain, .tableCheck, .tableReload, .tableDiff:
            DaemonLimits.answersPerPeer
        case .devices, .confirmDevice, .followers: 16 * 1024
        case .open, .resolve, .status: 4096
        case .ping, .report, .read, .dismiss, .undo, .acknowledge, .removeFollower, .authenticate, .requestDevice,
            .followTabs, .approve, .deny, .revoke:
            128
        }
    }
}
