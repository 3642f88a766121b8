import Routing
import TestSupport
import Wire

/// Generated values of everything that crosses the socket.
extension SplitMix64 {
    mutating func maybe<Value>(_ make: (inout SplitMix64) -> Value) -> Value? { chance(50) ? make(&self) : nil }
    mutating func some<Value>(_ most: Int, _ make: (inout SplitMix64) -> Value) -> [Value] {
        (0..<Int.random(in: 0...most, using: &self)).map { _ in make(&self) }
    }
    mutating func seq() -> Int64 { pick([1, 912, 1 << 53 + 1, .max, Int64.random(in: 1...Int64.max, using: &self)]) }
    mutating func count() -> Int { Int.random(in: 0...1_000_000, using: &self) }
    mutating func flag() -> Bool { chance(50) }
    mutating func time() -> Int64 { Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &self) }
    mutating func tabID() -> String { pick(["builds", "reviews", "a-b_1"]) }

    mutating func kind() -> String { pick(["ci.run", "job", "größe.äb", "漢字"]) }

    mutating func cellsFilter() -> CellsFilter {
        CellsFilter(
            tab: maybe { $0.tabID() }, isUnread: maybe { $0.flag() }, since: maybe { $0.seq() },
            kind: maybe { $0.text(1...9) }, state: maybe { $0.text(1...9) }, text: maybe { $0.text(1...9) })
    }

    mutating func cellVersion() -> CellVersion { CellVersion(cell: seq(), version: maybe { $0.seq() }) }

    mutating func path() -> ScreenPath {
        while true {
            let segments = (0..<Int.random(in: 1...4, using: &self)).map { _ in segment() }
            if let path = try? ScreenPath(segments: segments) { return path }
        }
    }

    mutating func link() -> DeepLink {
        switch Int.random(in: 0..<3, using: &self) {
        case 0: .screen(tab: tabID(), path: maybe { $0.path() })
        case 1: .notifications(since: maybe { $0.seq() }, kind: maybe { $0.kind() })
        default: .screen(tab: tabID(), path: path())
        }
    }

    mutating func params() -> [String: ParamValue] {
        var params: [String: ParamValue] = [:]
        for _ in 0..<Int.random(in: 0...5, using: &self) {
            params[text(1...6)] = pick([
                .text(text(0...20)), .boolean(flag()), .number("18446744073709551616"), .number("-0.10e+2"), .text(""),
            ])
        }
        return params
    }

    mutating func why() -> Why {
        Why(source: pick(Why.Source.allCases), text: text(0...30), stanza: maybe { $0.text(0...30) })
    }

    mutating func route() -> Route {
        let place: Route.Place =
            chance(20)
            ? .notifications(since: maybe { $0.seq() }, kind: maybe { $0.kind() })
            : .tab(tabID(), PushPath(root: path(), above: some(3) { $0.path() }))
        return Route(
            place: place, why: why(),
            manner: RouteManner(
                stack: pick(StackMode.allCases), overModal: pick(ModalPolicy.allCases),
                priority: flag() ? pick(Priority.allCases) : nil, isMuted: flag(), allowsJump: flag()))
    }

    mutating func cell() -> Cell {
        let version = seq()
        return Cell(
            id: seq(), inbox: 1000, kind: text(1...10), key: text(1...10), state: text(1...10), title: text(0...30),
            body: text(0...50), params: params(), priority: pick(Priority.allCases), version: version,
            readVersion: flag() ? version : 0, time: time(), arrival: pick(Arrival.allCases))
    }

    mutating func summary() -> CellSummary { CellSummary(cell(), route: route()) }

    mutating func detail() -> CellDetail {
        CellDetail(
            summary: summary(), body: text(0...60), params: params(), isDismissed: flag(),
            table: text(1...16),
            history: some(3) {
                CellDetail.PastState(
                    seq: $0.seq(), state: $0.text(1...5), title: $0.text(0...5), time: $0.time(),
                    sender: $0.maybe { UInt32($0.count()) }, unit: $0.maybe { $0.text(1...9) })
            }, historyNext: maybe { $0.seq() })
    }

    mutating func event() -> Event {
        Event(
            kind: text(1...9), state: text(1...9), key: maybe { $0.text(1...9) }, id: maybe { $0.text(1...9) },
            source: maybe { $0.text(1...9) }, title: text(0...9), body: text(0...30), params: params(),
            priority: pick(Priority.allCases), time: maybe { $0.time() },
            expiry: pick([nil, .after(seconds: 7), .at(milliseconds: time())]), link: maybe { $0.link() },
            arrival: pick(Arrival.allCases))
    }

    mutating func followed() -> FollowedEvent {
        FollowedEvent(
            seq: seq(), cell: seq(), sender: 1000, unit: maybe { $0.text(1...9) }, arrived: time(), event: event(),
            cut: flag() ? [] : ["body", "params"], route: route())
    }

    mutating func place() -> NavigationState {
        var stacks: [String: [ScreenPath]] = [:]
        for tab in ["builds", "reviews", "messages"] where flag() { stacks[tab] = some(3) { $0.path() } }
        return NavigationState(
            scene: pick(NavigationState.Scene.allCases),
            outer: some(2) {
                $0.flag() ? .help : .notifications(since: $0.maybe { $0.seq() }, kind: $0.maybe { $0.kind() })
            }, selectedTab: tabID(),
            stacks: stacks, hasModal: flag(), hasTextField: flag())
    }

    mutating func answer() -> OpenOffer.Answer {
        switch Int.random(in: 0..<4, using: &self) {
        case 0: .shown(tab: tabID(), depth: count())
        case 1: .already(tab: tabID(), depth: count())
        case 2: .queued(text(0...9))
        default: .refused(text(0...9))
        }
    }

    mutating func explanation() -> Explanation {
        Explanation(
            kind: text(1...9), state: text(1...9), route: maybe { $0.route() },
            candidates: some(3) {
                Explanation.Candidate(
                    rule: $0.text(1...9), position: "t.toml:1:1", tab: $0.tabID(), path: $0.maybe { $0.text(1...9) },
                    needs: $0.some(2) { $0.text(1...4) }, verdict: $0.pick(Explanation.Verdict.allCases),
                    reason: $0.text(0...9))
            }, tableVersion: text(1...9), stanza: maybe { $0.text(0...30) })
    }

    mutating func finding() -> Finding {
        Finding(
            pick(Finding.Severity.allCases), at: SourcePosition(file: text(1...9), line: count(), column: count()),
            text(0...9), remedy: text(0...9))
    }

    mutating func counts() -> [String: Int] {
        Dictionary(some(4) { ($0.text(1...5), $0.count()) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func target() -> Target { flag() ? .cell(seq()) : .link(link()) }

    mutating func question() -> Explain.Question {
        flag()
            ? .target(target())
            : .state(kind: pick(["ci.run", "日本"]), state: pick(["failed", "new"]), params: maybe { $0.params() })
    }
}
