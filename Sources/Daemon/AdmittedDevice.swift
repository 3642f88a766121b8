/// The device that a connection at remote.sock turned out to be.
struct AdmittedDevice: Equatable {
    /// Whose inbox it was let into.
    let inbox: UInt32
    let name: String
    /// The tabs whose cells it is told of; nil: all.
    var follows: [String]?

    /// Whether both are one device, whatever they follow.
    func isSame(as inbox: UInt32, _ name: String) -> Bool { self.inbox == inbox && self.name == name }

    /// Whether it wants to hear of cells that lead there.
    func wants(tab: String?) -> Bool { follows.map { follows in tab.map(follows.contains) ?? false } ?? true }
}
