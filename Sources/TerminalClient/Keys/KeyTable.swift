internal import Terminal

/// Which key means what, and the help that says so: one table, so that the two cannot differ.
///
/// A table in which one key would mean two things is refused, also where the key has two names.
struct KeyTable: Sendable {
    /// The keys of one action.
    struct Binding: Sendable {
        var keys: [String]
        var action: Action
        /// What it does, for the help; an empty text is shown with the binding before it.
        var help: String
    }

    /// Why a table is none.
    enum Fault: Error, Equatable, CustomStringConvertible {
        case unknownKey(String)
        case conflict(String, String)

        var description: String {
            switch self {
            case .unknownKey(let name): "there is no key \(name)"
            case .conflict(let one, let other) where one == other: "\(one) is bound twice"
            case .conflict(let one, let other): "\(one) and \(other) are one key on a terminal"
            }
        }
    }

    let bindings: [Binding]
    private let actions: [Key: Action]

    init(_ bindings: [Binding]) throws(Fault) {
        self.bindings = bindings
        actions = try Self.index(bindings)
    }

    /// What a key means, on every screen.
    func action(for key: Key) -> Action? {
        actions[key]
    }

    /// The help: keys and what they do, in the table's order.
    var help: [(keys: String, text: String)] {
        var rows: [(keys: String, text: String)] = []
        for binding in bindings {
            let keys = binding.keys.joined(separator: " ")
            if binding.help.isEmpty, let last = rows.indices.last {
                rows[last].keys += " " + keys
            } else {
                rows.append((keys, binding.help))
            }
        }
        return rows
    }

    private static func index(_ bindings: [Binding]) throws(Fault) -> [Key: Action] {
        var names: [Key: String] = [:]
        var actions: [Key: Action] = [:]
        for binding in bindings {
            for name in binding.keys {
                guard let key = KeyName.key(name) else { throw .unknownKey(name) }
                if let other = names[key] { throw .conflict(other, name) }
                names[key] = name
                actions[key] = binding.action
            }
        }
        return actions
    }
}
