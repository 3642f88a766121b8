// What a job's events say. Each has an id, so that one sent twice over a broken connection is stored once.
internal import Posix
internal import Routing

/// One run of a command.
struct Job {
    let id: String
    let key: String
    let title: String
    let command: String

    /// The kind of its events.
    static let kind = "job"
    /// The longest text of a command that goes into the params, in bytes.
    static let longestCommand = 4_096

    init(id: String, words: [String], key: String?, title: String?) {
        self.id = id
        self.key = key ?? id
        let text = words.map(Self.quoted).joined(separator: " ")
        command = Self.cut(text, to: Self.longestCommand)
        self.title = Self.cut(title ?? text, to: EventLimits.title)
    }

    var started: Event { event("started", exit: nil, body: "", priority: .low) }

    func ended(_ status: ChildProcess.ExitStatus, after milliseconds: Int64) -> Event {
        let body = "\(status) after \(Self.duration(milliseconds))"
        return event(status.isSuccess ? "finished" : "failed", exit: status.shellCode, body: body, priority: .normal)
    }

    private func event(_ state: String, exit: Int32?, body: String, priority: Priority) -> Event {
        var params: [String: ParamValue] = ["job": .text(id), "command": .text(command)]
        params["exit"] = exit.map { .number("\($0)") }
        return Event(
            kind: Self.kind, state: state, key: key, id: "\(id)/\(state)", source: "deeplinkctl run", title: title,
            body: body,
            params: params, priority: priority)
    }

    private static func duration(_ milliseconds: Int64) -> String {
        milliseconds < 1_000 ? "\(milliseconds) ms" : Age.duration(seconds: milliseconds / 1_000)
    }

    /// As a shell would read it back.
    private static func quoted(_ word: String) -> String {
        let plain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "_-./:=@%+,".unicodeScalars.contains(scalar)
        }
        if plain && !word.isEmpty { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// At most so many bytes, no character split; what was cut ends in "…".
    private static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var (count, kept) = (0, "")
        for character in text {
            count += character.utf8.count
            if count > limit - 3 { break }
            kept.append(character)
        }
        return kept + "…"
    }
}
