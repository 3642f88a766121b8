internal import Systemd

/// The stable ids of what the daemon writes to the journal. Each has an entry in systemd/catalog/deeplinkd.catalog; a
/// test compares the two.
enum JournalMessages {
    static let eventAccepted: MessageID = "38f339b8af9446fbbe56425feff6ebd9"
    static let eventRefused: MessageID = "6357eb6998094ba2ba75140c99169992"
    static let cellResolved: MessageID = "9b88ad80af9b48628c65563e2eb2a025"
    static let cellAnnounced: MessageID = "593b0312dc4a480cb7b433708e835aee"
    static let openAsked: MessageID = "f6a33bf9e0d545cbbbc252dfd5e72e86"
    static let openOffered: MessageID = "96e3f34ded0748af9f01d4484f2026b7"
    static let openShown: MessageID = "5f95b2b3d290458797af78501dc3755a"
    static let openHeld: MessageID = "3d92b501c0094cda880cf573f8bd8070"
    static let openWithdrawn: MessageID = "cf99a2686e4a48a480318591fc06e94d"
    static let openRefused: MessageID = "23d5256df00b4e2d81fe464e6dbe88da"
    static let openExpired: MessageID = "f16c525b4def4662ac369835a4b285d5"
    static let tableLoaded: MessageID = "53dbab32d5f14f65b21cb1490fe71332"
    static let tableRefused: MessageID = "d4564637767249bfa1149b840b084883"
    static let peerDropped: MessageID = "73a166f7ffcd405b9554e5b68e88f0df"
    static let suppressed: MessageID = "e5f3b12d4b974341b4294e84fc885f73"
    static let started: MessageID = "5b1eac898ca846bcae1deda8272411e4"
    static let stopping: MessageID = "87d3fafb7a314ad9be8e18bf0cfee94d"
    static let storeFailed: MessageID = "f58ca2b79e164f50b7af88e2161750c1"
    static let peerAttached: MessageID = "d25aca9b789a460fa9da14aa7b0fc5aa"
    static let peerLeft: MessageID = "053560e50909489dbfa7136dd583f36d"
    static let shortageBegan: MessageID = "b1b51e4b2bdd4d94af6968e7f3baa5e3"
    static let shortageEnded: MessageID = "57cfad8d48104906938e81b7b94f5ee7"
    static let systemAttached: MessageID = "b0d6f1c98a1e4f7c9d53a7e2c46f8b11"
    static let systemLost: MessageID = "4e7a2c5d90f34b6fa8c1d2e3f7b58a64"
    static let systemSkipped: MessageID = "c91d3e7f52a84d0bb6e4f8a17c2d9035"
    static let followerDropped: MessageID = "a79185735e7643d9805acca848c3b8a6"
}
