/// What outlives screens: the objects of the app, made at first use and kept by scope.
///
/// Each registration declares its layer and what it needs, so that `check` can judge the whole graph at start without
/// building anything, and names what is missing, cyclic, or turned upside down. Views never see the container: builders
/// and factories are given what it holds.
final class Container {
    /// Where something belongs. Nothing needs what lies in a layer above it.
    enum Layer: Int, Comparable {
        case data, domain, presentation

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// How long an instance lives.
    enum Scope {
        /// As long as the program.
        case app
        /// Until another user's inbox is shown.
        case user
    }

    private struct Registration {
        let layer: Layer
        let scope: Scope
        let needs: [ObjectIdentifier]
        let asks: [ObjectIdentifier]
        let name: String
        let make: (Resolver) -> AnyObject
    }

    private var registrations: [ObjectIdentifier: Registration] = [:]
    private var names: [ObjectIdentifier: String] = [:]
    private var order: [ObjectIdentifier] = []
    private var instances: [ObjectIdentifier: AnyObject] = [:]

    /// How many objects exist: none before the first use.
    var instanceCount: Int { instances.count }

    /// Says how to make something, and what that takes.
    ///
    /// - Parameter asks: what it does not keep but asks for each time that it is used: so something of the app may use what
    ///   is the user's.
    func register<Instance: AnyObject>(
        _ type: Instance.Type, _ layer: Layer, scope: Scope = .app, needs: [any AnyObject.Type] = [],
        asks: [any AnyObject.Type] = [], make: @escaping (Resolver) -> Instance
    ) {
        let key = ObjectIdentifier(type)
        precondition(registrations[key] == nil, "\(type) is registered once")
        for need in needs + asks { names[ObjectIdentifier(need)] = "\(need)" }
        registrations[key] = Registration(
            layer: layer, scope: scope, needs: needs.map { ObjectIdentifier($0) },
            asks: asks.map { ObjectIdentifier($0) }, name: "\(type)", make: make)
        order.append(key)
    }

    /// The one instance of a type; made now if this is its first use.
    func resolve<Instance: AnyObject>(_ type: Instance.Type) -> Instance {
        let key = ObjectIdentifier(type)
        if let instance = instances[key] as? Instance { return instance }
        guard let registration = registrations[key] else { preconditionFailure("\(type) is not registered") }
        let resolver = Resolver(
            container: self, allowed: Set(registration.needs), asked: Set(registration.asks), owner: registration.name)
        guard let instance = registration.make(resolver) as? Instance else {
            preconditionFailure("\(type) is made by its own registration")
        }
        instances[key] = instance
        return instance
    }

    /// Forgets the user's objects; the next use makes new ones.
    func emptyUserScope() {
        instances = instances.filter { registrations[$0.key]?.scope == .app }
    }
}

/// What a registration may take: exactly what it declared.
struct Resolver {
    fileprivate let container: Container
    fileprivate let allowed: Set<ObjectIdentifier>
    fileprivate let asked: Set<ObjectIdentifier>
    fileprivate let owner: String

    /// Something that was declared as needed.
    func resolve<Instance: AnyObject>(_ type: Instance.Type) -> Instance {
        precondition(allowed.contains(ObjectIdentifier(type)), "\(owner) takes \(type) without declaring it")
        return container.resolve(type)
    }

    /// What was declared as asked for: the one of the user at that time. Whoever holds the container outlives its use.
    func provider<Instance: AnyObject>(of type: Instance.Type) -> () -> Instance {
        precondition(asked.contains(ObjectIdentifier(type)), "\(owner) asks for \(type) without declaring it")
        return { [unowned container] in container.resolve(type) }
    }

    /// Forgets the user's objects.
    var forgetUser: () -> Void {
        { [unowned container] in container.emptyUserScope() }
    }
}

extension Container {
    /// What is wrong with the graph.
    enum Fault: Error, Equatable, CustomStringConvertible {
        case missing(String, neededBy: String)
        case cycle([String])
        case upward(String, needs: String)
        case outlives(String, needs: String)

        var description: String {
            switch self {
            case .missing(let name, let owner): "\(owner) needs \(name), which is not registered"
            case .cycle(let names): "a cycle: \(names.joined(separator: " needs "))"
            case .upward(let owner, let name): "\(owner) needs \(name), which lies in a layer above it"
            case .outlives(let owner, let name): "\(owner) would keep \(name) beyond its user"
            }
        }
    }

    /// Judges the graph; builds nothing.
    func check() throws(Fault) {
        var done: Set<ObjectIdentifier> = []
        for key in order {
            try check(key, path: [], done: &done)
        }
    }

    private func check(_ key: ObjectIdentifier, path: [ObjectIdentifier], done: inout Set<ObjectIdentifier>)
        throws(Fault)
    {
        if done.contains(key) { return }
        guard let registration = registrations[key] else { return }
        if let start = path.firstIndex(of: key) {
            throw .cycle((path[start...] + [key]).map { registrations[$0]?.name ?? "" })
        }
        for need in registration.needs {
            guard let needed = registrations[need] else {
                throw .missing(names[need] ?? "", neededBy: registration.name)
            }
            if needed.layer > registration.layer { throw .upward(registration.name, needs: needed.name) }
            if registration.scope == .app, needed.scope == .user {
                throw .outlives(registration.name, needs: needed.name)
            }
            try check(need, path: path + [key], done: &done)
        }
        for asked in registration.asks {
            guard let provided = registrations[asked] else {
                throw .missing(names[asked] ?? "", neededBy: registration.name)
            }
            if provided.layer > registration.layer { throw .upward(registration.name, needs: provided.name) }
        }
        done.insert(key)
    }
}
