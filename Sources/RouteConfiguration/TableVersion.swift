// The version of a table is a hash of what it was read from, so that a daemon and a client that read the same files
// agree on it without talking, and any difference shows. It guards against mistakes, not against forgery: who may write
// the files is judged by their owner.

/// A running 64-bit FNV-1a hash over the names and bytes of table files.
struct TableVersion {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Takes in a file. Neither a name nor TOML text holds the separator, so no two lists of files hash alike by design.
    mutating func add(name: String, bytes: [UInt8]) {
        add(name.utf8)
        add(CollectionOfOne(0xFF))
        add(bytes)
        add(CollectionOfOne(0xFF))
    }

    /// What follows is of the next layer up: it wins over what came before.
    mutating func beginLayer() { add(CollectionOfOne(0xFE)) }

    /// Sixteen hexadecimal digits.
    var text: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
    }
}
