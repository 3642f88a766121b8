public import JSON
public import Routing

extension Route: WireObject {
    /// `{link, tab, path, stack, why}`; for the notification view `tab` is `notifications` and `path` is empty.
    public init(wire fields: Fields) throws(WireError) {
        let why = try fields.object("why")
        let reason = Why(
            source: try why.word("source", as: Why.Source.self), text: try why.text("text"),
            stanza: try why.optionalText("stanza"))
        self.init(
            place: try Self.place(fields), why: reason,
            manner: RouteManner(
                stack: try fields.optionalWord("stack", as: StackMode.self) ?? .rebuild,
                overModal: try fields.optionalWord("over_modal", as: ModalPolicy.self) ?? .queue,
                priority: try fields.optionalWord("priority", as: Priority.self),
                isMuted: try fields.optionalBoolean("mute") ?? false,
                allowsJump: try fields.optionalBoolean("allow_jump") ?? false))
    }

    private static func place(_ fields: Fields) throws(WireError) -> Place {
        let link = try fields.link("link")
        if case .notifications(let since, let kind) = link { return .notifications(since: since, kind: kind) }
        var screens: [ScreenPath] = []
        for text in try fields.texts("path") { screens.append(try fields.path(text, of: "path")) }
        guard let path = PushPath(screens) else { throw fields.refusal("path", "path must hold at least the root") }
        return .tab(try fields.text("tab"), path)
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("link", link.description)
        writer.member("tab", tab ?? "notifications")
        writer.member(
            "path",
            array: { list in
                if case .tab(_, let path) = place { for screen in path.screens { list.value(screen.description) } }
            })
        writer.member("stack", manner.stack.rawValue)
        writer.member(
            "why",
            object: { why in
                why.member("source", self.why.source.rawValue)
                why.member("text", self.why.text)
                why.member("stanza", ifPresent: self.why.stanza)
            })
        if manner.overModal != .queue { writer.member("over_modal", manner.overModal.rawValue) }
        writer.member("priority", ifPresent: manner.priority?.rawValue)
        if manner.isMuted { writer.member("mute", true) }
        if manner.allowsJump { writer.member("allow_jump", true) }
    }
}

extension Fields {
    /// A deep link.
    public func link(_ member: String) throws(WireError) -> DeepLink {
        let text = try text(member, maximumBytes: EventLimits.link)
        do throws(LinkFailure) { return try DeepLink(parsing: text) } catch {
            throw refusal(member, "\(name(of: member)) is no deep link: \(error)")
        }
    }

    /// A screen's path, given as the text of a member.
    public func path(_ text: String, of member: String) throws(WireError) -> ScreenPath {
        do throws(PathFailure) { return try ScreenPath(parsing: text) } catch {
            throw refusal(member, "\(name(of: member)) holds no path: \(error)")
        }
    }
}
