public import JSON
public import Routing

/// What a call names: a cell or a link.
public enum Target: Sendable, Equatable {
    case cell(Int64)
    case link(DeepLink)

    init(wire fields: Fields) throws(WireError) {
        let cell = try fields.optionalInteger("cell", in: 1...Int64.max)
        switch (cell, fields.node["link"]) {
        case (let cell?, nil): self = .cell(cell)
        case (nil, .some):
            let link = try fields.link("link")
            if case .cell(let id) = link { self = .cell(id) } else { self = .link(link) }
        case (nil, nil): throw fields.refusal("cell", "name a cell or a link", reason: .missingField)
        case (.some, .some): throw fields.refusal("link", "name a cell or a link, not both")
        }
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .cell(let id): writer.member("cell", id)
        case .link(let link): writer.member("link", link.description)
        }
    }
}

/// `open`: go there, or wait until a client can. Answered after the commit.
public struct Open: Call, Equatable {
    /// The name on the wire.
    public static let method = "open"
    /// Every member that it may have.
    public static let fields = ["cell", "link", "version", "tab", "id"]
    /// What to open.
    public var target: Target
    /// The version that the user saw; nil: whatever is newest.
    public var version: Int64?
    /// The tab that the user was shown for it: if the cell's state leads to another tab now, the answer is `stale` with
    /// the new summary, and nothing is opened.
    public var tab: String?
    /// The client's own name for this wish: asked for again, the same open is answered, and nothing moves twice.
    public var id: String?

    /// Makes a call.
    public init(target: Target, version: Int64? = nil, tab: String? = nil, id: String? = nil) {
        self.target = target
        self.version = version
        self.tab = tab
        self.id = id
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        target = try Target(wire: fields)
        version = try fields.optionalInteger("version", in: 1...Int64.max)
        tab = try fields.optionalText("tab", maximumBytes: 32)
        id = try fields.optionalText("id", maximumBytes: WireLimits.openID)
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        target.write(to: &writer)
        writer.member("version", ifPresent: version)
        writer.member("tab", ifPresent: tab)
        writer.member("id", ifPresent: id)
    }

    /// The open that was stored.
    public struct Answer: WireObject, Equatable {
        /// Its id; 0 with `changed`, where nothing was stored.
        public var open: Int64
        /// `offered` or `held`.
        public var phase: OpenPhase
        /// The cell as it is now, where it leads to another tab than the user was shown: nothing was opened.
        public var changed: CellSummary?

        /// Makes an answer.
        public init(open: Int64, phase: OpenPhase, changed: CellSummary? = nil) {
            self.open = open
            self.phase = phase
            self.changed = changed
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            open = try fields.integer("open")
            phase = try fields.word("phase", as: OpenPhase.self)
            changed = try fields.optionalObject("changed").map { (fields: Fields) throws(WireError) in
                try CellSummary(wire: fields)
            }
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("open", open)
            writer.member("phase", phase.rawValue)
            if let changed { writer.member("changed", object: changed.writeMembers) }
        }
    }
}

/// `resolve`: the route of a cell or a link now; nothing moves.
public struct Resolve: Call, Equatable {
    /// The route.
    public typealias Answer = Route
    /// The name on the wire.
    public static let method = "resolve"
    /// Every member that it may have.
    public static let fields = ["cell", "link"]
    /// What to resolve.
    public var target: Target

    /// Makes a call.
    public init(target: Target) { self.target = target }
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) { target = try Target(wire: fields) }
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { target.write(to: &writer) }
}

/// `explain`: why a cell, a link, or a kind and state lead where they do.
public struct Explain: Call, Equatable {
    /// The whole answer.
    public typealias Answer = Explanation
    /// The name on the wire.
    public static let method = "explain"
    /// Every member that it may have.
    public static let fields = ["cell", "link", "kind", "state", "params"]

    /// What is asked about.
    public enum Question: Sendable, Equatable {
        case target(Target)
        /// nil params: the best rule by kind and state, its path unfilled.
        case state(kind: String, state: String, params: [String: ParamValue]?)
    }

    /// What is asked about.
    public var question: Question

    /// Makes a call.
    public init(question: Question) { self.question = question }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        guard let kind = try fields.optionalText("kind", maximumBytes: EventLimits.kind) else {
            question = .target(try Target(wire: fields))
            return
        }
        guard EventName.isKind(kind) else { throw fields.refusal("kind", EventName.kindRule) }
        let params = fields.node["params"] == nil ? nil : try fields.params("params")
        let state = try fields.text("state", maximumBytes: EventLimits.state)
        guard EventName.isState(state) else { throw fields.refusal("state", EventName.stateRule) }
        question = .state(kind: kind, state: state, params: params)
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        switch question {
        case .target(let target): target.write(to: &writer)
        case .state(let kind, let state, let params):
            writer.member("kind", kind)
            writer.member("state", state)
            if let params { writer.member("params", object: { params.writeMembers(to: &$0) }) }
        }
    }
}

extension Explanation: WireObject {
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        self.init(
            kind: try fields.text("kind"), state: try fields.text("state"),
            route: try fields.optionalObject("route").map { (fields: Fields) throws(WireError) in
                try Route(wire: fields)
            },
            candidates: try fields.objects("candidates", Candidate.init(wire:)),
            tableVersion: try fields.text("table"), stanza: try fields.optionalText("stanza"))
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("kind", kind)
        writer.member("state", state)
        if let route { writer.member("route", object: route.writeMembers) }
        writer.member("candidates", objects: candidates)
        writer.member("table", tableVersion)
        writer.member("stanza", ifPresent: stanza)
    }
}

extension Explanation.Candidate: WireObject {
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        self.init(
            rule: try fields.text("rule"), position: try fields.text("at"), tab: try fields.text("tab"),
            path: try fields.optionalText("path"), needs: try fields.texts("needs"),
            verdict: try fields.word("verdict", as: Explanation.Verdict.self), reason: try fields.text("reason"))
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("rule", rule)
        writer.member("at", position)
        writer.member("tab", tab)
        writer.member("path", ifPresent: path)
        writer.member("needs", array: { list in for name in needs { list.value(name) } })
        writer.member("verdict", verdict.rawValue)
        writer.member("reason", reason)
    }
}
