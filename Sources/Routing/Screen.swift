/// A place inside a tab, named by a path pattern.
public struct Screen: Sendable, Equatable {
    /// The paths that it is for; no other screen of its tab has one of the same shape.
    public var pattern: PathPattern
    /// Its title; uses only the captures of its own path. Empty: the last segment.
    public var title: Template
    /// What fills it.
    public var content: ScreenContent
    /// The arguments of a `command` screen, the program first; empty for other content, and empty in what crosses the
    /// socket: argv never does.
    public var command: [Template]
    /// The names that may stand behind `?` in its links; they fill titles and commands as captures do.
    public var query: [String]
    /// How the command is run, beside its arguments.
    public var manner: CommandManner
    /// Run the command again this long after it ended, in seconds; nil: once.
    public var refreshSeconds: Int?
    /// Where the table declares it; nil for a built-in screen and for one that came over the wire.
    public var position: SourcePosition?

    /// Makes a screen.
    public init(
        pattern: PathPattern, title: Template, content: ScreenContent, command: [Template] = [], query: [String] = [],
        manner: CommandManner = CommandManner(), refreshSeconds: Int? = nil, position: SourcePosition? = nil
    ) {
        self.pattern = pattern
        self.title = title
        self.content = content
        self.command = command
        self.query = query
        self.manner = manner
        self.refreshSeconds = refreshSeconds
        self.position = position
    }
}

/// What fills a screen.
public enum ScreenContent: String, Sendable, CaseIterable {
    /// What a command prints.
    case command
    /// The cells whose route's tab is this tab.
    case cells
    /// One cell: its text, its route and the reason. Captures `:id`.
    case cell
    /// What the job of a cell printed. Captures `:id`.
    case output
}

/// One screen found at a concrete path. What its pattern captures is read out of the path when it is asked for.
public struct ScreenMatch: Sendable, Equatable {
    private let index: Int
    /// All of its tab's: handing on one array costs less than copying a screen.
    private let screens: [Screen]
    /// The path that was asked for.
    public let path: ScreenPath

    init(index: Int, of screens: [Screen], path: ScreenPath) {
        self.index = index
        self.screens = screens
        self.path = path
    }

    /// The screen, chosen by the total order of patterns.
    public var screen: Screen { screens[index] }

    /// Whether two are of equal screens and paths.
    public static func == (left: Self, right: Self) -> Bool {
        left.path == right.path && left.screen == right.screen
    }

    /// The decoded values by name, of captures and query; `*` holds the rest, its segments joined by `/`.
    public var captures: [String: String] {
        var captures = screen.pattern.captures(of: path) ?? [:]
        for value in path.query { captures[value.name] = value.value }
        return captures
    }

    /// One of `captures`.
    public func value(of name: String) -> String? {
        if let value = path.query.first(where: { $0.name == name }) { return value.value }
        let segments = screens[index].pattern.segments
        guard let place = segments.firstIndex(where: { $0.name == name }) else { return nil }
        if case .rest = segments[place] { return path.segments[place...].joined(separator: "/") }
        return path.segments[place]
    }

    /// The title with its places filled; the path's last segment where the table gives none. Values are text from
    /// outside, to be made safe before they are shown.
    public var title: String {
        guard !screen.title.parts.isEmpty else { return path.segments.last ?? "" }
        do throws(Template.MissingValue) { return try screen.title.filled { value(of: $0) } } catch {
            return path.segments.last ?? ""
        }
    }
}
