internal import Client
internal import Posix
internal import Wire

extension Verb {
    static let followers = Verb(
        "followers", operands: "[list | remove NAME]", line: "list who follows your inbox, or remove one",
        summary: """
            Prints who follows your inbox: name, the last event that each has, how many it has not, and whether it
            is here. 'remove NAME' ends one: nothing is kept for it any more, and it is closed if it is here. A
            program that comes again by itself is a new follower then, with the oldest event first: stop it first.
            """,
        options: [.json], perform: FollowersVerb.perform)
}

private enum FollowersVerb {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        let expected = "list, or remove NAME"
        let words = try request.operands(0...2, expected)
        switch (words.first, words.count) {
        case (nil, _), ("list", 1): try print(try request.ask(FollowersList()).followers, request)
        case ("remove", 2):
            // Not quoted back: what is no name may be anything.
            guard Hello.isFollowerName(words[1]) else {
                throw request.parsed.wrongOperands(expected: "a follower's NAME")
            }
            _ = try request.ask(FollowersRemove(follower: words[1]))
        default: throw request.parsed.wrongOperands(expected: expected)
        }
        return .done
    }

    private static func print(_ followers: [FollowerSummary], _ request: Request) throws {
        if request.wantsJSON { return try request.console.print(json: followers) }
        guard !followers.isEmpty else { return try request.console.print("nobody follows your inbox") }
        let rows = followers.map { follower in
            [
                follower.name, "at \(follower.cursor)",
                follower.behind == 0 ? "has all" : "\(follower.behind) behind",
                follower.isAttached ? "here" : "heard of \(Self.days(follower.silentDays))",
            ]
        }
        try request.console.print(Table.lines(rows))
    }

    private static func days(_ count: Int) -> String {
        switch count {
        case 0: "today"
        case 1: "a day ago"
        default: "\(count) days ago"
        }
    }
}
