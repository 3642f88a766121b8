/// Where a cell or a link leads, and why.
public struct Route: Sendable, Equatable {
    /// A place that a route can name.
    public enum Place: Sendable, Equatable {
        /// Screens of a tab.
        case tab(String, PushPath)
        /// The notification view, on the outer stack; `since`: only what is newer than that seq; `kind`: only that kind.
        case notifications(since: Int64?, kind: String? = nil)
    }

    /// Where it leads.
    public var place: Place
    /// The reason, for people.
    public var why: Why
    /// How it arrives, and what it does to what stands there.
    public var manner: RouteManner

    /// Makes a route.
    public init(place: Place, why: Why, manner: RouteManner = RouteManner()) {
        self.place = place
        self.why = why
        self.manner = manner
    }

    /// The route as a link, which leads to the same place from anywhere.
    public var link: DeepLink {
        switch place {
        case .tab(let tab, let path): .screen(tab: tab, path: path.target)
        case .notifications(let since, let kind): .notifications(since: since, kind: kind)
        }
    }

    /// The tab it leads to; nil for the notification view, which no tab owns.
    public var tab: String? {
        if case .tab(let tab, _) = place { tab } else { nil }
    }
}

/// The screens to stand on a tab's stack, root first, as a person would have opened them by hand. Never empty.
public struct PushPath: Sendable, Hashable {
    /// At least one: the root, then what stands on it.
    public let screens: [ScreenPath]

    /// Makes a path of a root and what stands on it.
    public init(root: ScreenPath, above: [ScreenPath] = []) { screens = [root] + above }

    /// Makes a path of a list, root first; nil when it is empty.
    public init?(_ screens: [ScreenPath]) {
        guard !screens.isEmpty else { return nil }
        self.screens = screens
    }

    /// The screen that it ends on.
    public var target: ScreenPath { screens[screens.count - 1] }
}

/// The reason for a route, in one line, with a rule to paste where the table had none.
public struct Why: Sendable, Equatable, CustomStringConvertible {
    /// Which part of the table, or what else, decided.
    public enum Source: String, Sendable, CaseIterable {
        case rule
        case link
        case fallback
    }

    /// What decided.
    public var source: Source
    /// `rule ci.run failed (ci.toml:12:1)`, `the event's link`, `fallback: no rule for …`.
    public var text: String
    /// A TOML stanza that would give this kind and state a rule; only with `fallback`.
    public var stanza: String?

    /// Makes a reason.
    public init(source: Source, text: String, stanza: String? = nil) {
        self.source = source
        self.text = text
        self.stanza = stanza
    }

    /// The reason alone.
    public var description: String { text }
}
