internal import InboxStore
internal import Posix
internal import Routing
internal import Wire

/// What a turn brings about once it is committed: memory, clients and the journal follow this and nothing else.
struct Effects {
    /// Every cell that was changed, in order.
    var changes: [CellChange] = []
    /// The events that were stored.
    var accepted: [Accepted] = []
    /// The events that could be read and were not taken.
    var refused: [(peer: PeerLink, error: WireError)] = []
    /// What followers have, by connection.
    var acknowledged: [(client: UInt64, seq: Int64)] = []
    /// The followers that were silent for so long that they are followers no more.
    var droppedFollowers: [Follower] = []
    /// The followers whose owner removed them.
    var removedFollowers: [Follower] = []
    /// The opens that were asked for, with the connection that asked.
    var opened: [(record: OpenRecord, client: UInt64)] = []
    /// The opens that ended, with the connection that said so.
    var settled: [(record: OpenRecord, client: UInt64?)] = []
    /// The opens whose client waits behind something.
    var queued: [(open: Int64, client: UInt64)] = []
    /// The clients that came in.
    var attached: [Attached] = []
    /// Where navigators stand.
    var reports: [(peer: PeerLink, report: NavigationReport)] = []

    /// What became of the events of the system's daemon; nil: there were none to be taken.
    var taken: Taken?

    /// A run of events that were taken in.
    struct Taken {
        /// How many are done with.
        var count = 0
        /// The last of these, by the system's seq.
        var through: Int64 = 0
        /// Those of them that can never be stored.
        var skipped: [(seq: Int64, error: WireError)] = []
    }

    /// The devices that were let in: who they are now.
    var admitted: [(peer: PeerLink, how: Admittance)] = []
    /// The connections that are closed, as their token is worth nothing any more, or as they follow nothing any more.
    var closing: [(peer: PeerLink, reason: String)] = []
    /// What is said to connections that wait to be let in.
    var notices: [(peer: PeerLink, line: [UInt8])] = []
    /// What devices follow from here on.
    var follows: [(device: AdmittedDevice, tabs: [String]?)] = []
    /// What happened about devices, for the journal.
    var deviceNews: [DeviceNews] = []

    /// By what a device was let in.
    enum Admittance {
        case token
        case code
        case owner
    }

    /// Something about a device.
    struct DeviceNews {
        enum What {
            case asked
            case approved(Admittance)
            case denied
            case triesUsedUp
            case came
            case revoked

            /// Whether it is written down whatever else is: of a token's use there can be too many entries.
            var isAlwaysWritten: Bool {
                if case .came = self { false } else { true }
            }
        }
        var what: What
        var inbox: UInt32
        var device: String
        /// The connection that it came by, where there is one.
        var peer: PeerLink?
    }

    /// A stored event.
    struct Accepted {
        var seq: Int64
        var sender: UInt32
        var unit: String?
        var cell: Cell
        var route: Route
        /// The version of the table that says so.
        var table: String
    }

    /// A client that said hello with a role.
    struct Attached {
        var peer: PeerLink
        var role: Hello.Role
        /// The newest seq that its answer told of, as a count.
        var told: Int64
        /// As the store has it, if it is a follower.
        var follower: Follower?
    }

    /// The role of a connection: what it said in this turn, or before.
    func role(of peer: PeerLink) -> Hello.Role? {
        attached.first { $0.peer === peer }?.role ?? peer.role
    }
}
