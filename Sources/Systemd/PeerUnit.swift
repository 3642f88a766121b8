internal import CSystemd
internal import Glibc

/// The unit of the process at the other end of a Unix socket, or nil where that is not to be had.
///
/// A user's own unit (`job.service`) if the peer is in one, else the system's. A label only, never part of a key or a
/// rule: it is missing for a sender that has exited, for other users under ProtectProc=, and without systemd.
public func peerUnit(of descriptor: CInt) -> String? {
    unsafe unitName(sd_peer_get_user_unit, descriptor) ?? unitName(sd_peer_get_unit, descriptor)
}

private func unitName(
    _ ask: (CInt, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt, _ descriptor: CInt
) -> String? {
    var name: UnsafeMutablePointer<CChar>?
    guard unsafe ask(descriptor, &name) >= 0, let name = unsafe name else {
        return nil
    }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
}
