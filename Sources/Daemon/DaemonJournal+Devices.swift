internal import Systemd

/// Who asked to be let in, who was, and who is no more. Neither a code nor a token is ever an argument here.
extension DaemonJournal {
    func write(_ news: Effects.DeviceNews) {
        let device = news.device
        let (text, id, priority): (String, MessageID, JournalPriority) =
            switch news.what {
            case .asked: ("device \(device) asks to be let in", JournalMessages.deviceAsked, .notice)
            case .approved(.code): ("device \(device) was let in by its code", JournalMessages.deviceApproved, .notice)
            case .approved: ("device \(device) was let in by its owner", JournalMessages.deviceApproved, .notice)
            case .denied: ("device \(device) was not let in", JournalMessages.deviceDenied, .notice)
            case .triesUsedUp:
                ("device \(device) gave only wrong codes", JournalMessages.deviceTriesUsedUp, .warning)
            case .came: ("device \(device) came in", JournalMessages.deviceCame, .info)
            case .revoked: ("device \(device) was revoked", JournalMessages.deviceRevoked, .notice)
            }
        send(
            text, id, priority: priority,
            [("DEEPLINKD_INBOX", String(news.inbox)), ("DEEPLINKD_DEVICE", device)]
                + (news.peer.map { fields(of: $0) } ?? []))
    }
}
