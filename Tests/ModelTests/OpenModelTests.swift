import InboxStore
import Posix
import RouteConfiguration
import Routing
import Testing

/// Scene × modal × opens × keys × late answers × lost connections, in orders that a seed decides, on the real planner,
/// coordinator and router. `DEEPLINKD_INTERLEAVINGS` makes them more.
@Suite struct OpenModelTests {
    private static let perWorld = 100
    private static let seed: UInt64 = 20_261_130

    private static let table = """
        version = 1
        [[tab]]
        id = "builds"
        title = "Builds"
        root = "runs"
        [[tab]]
        id = "reviews"
        title = "Reviews"
        root = "open"
        [[screen]]
        tab = "builds"
        path = "runs"
        content = "cells"
        [[screen]]
        tab = "builds"
        path = "runs/:id"
        content = "cell"
        [[screen]]
        tab = "reviews"
        path = "open"
        content = "cells"
        [[screen]]
        tab = "reviews"
        path = "open/:id"
        content = "cell"
        """
        + ["queue", "banner", "close"].map { policy in
            """

            [[cell]]
            kind = "\(policy)"
            tab = "builds"
            path = "runs/{id}"
            over_modal = "\(policy)"
            [[cell]]
            kind = "\(policy)"
            state = "running"
            tab = "reviews"
            path = "open/{id}"
            over_modal = "\(policy)"
            """
        }.joined() + """

            [[cell]]
            kind = "jump"
            tab = "reviews"
            path = "open/{id}"
            allow_jump = true
            """

    /// Runs so many interleavings; the first thing that must not be, with the seed and the steps that lead there.
    private func run(_ count: Int, fault: ModelDaemon.Fault? = nil) throws -> (summary: String, found: String?) {
        let directory = "\(Environment.system["TMPDIR"] ?? "/tmp")/dlm-\(try RandomBytes.hexadecimal(count: 4))"
        try Files.makeDirectories("\(directory)/routes.d", mode: 0o700)
        defer {
            try? Files.unlink("\(directory)/routes.d/m.toml")
            try? Files.removeDirectory("\(directory)/routes.d")
            try? Files.removeDirectory(directory)
        }
        try Files.writeAtomically(Array(Self.table.utf8), to: "\(directory)/routes.d/m.toml")
        let loaded = TableLoader(directories: [directory], trustedUIDs: [Environment.system.uid]).load()
        #expect(loaded.findings.filter { $0.severity == .error }.isEmpty, "\(loaded.findings)")
        var ended: [OpenPhase: Int] = [:]
        var (done, held, moves) = (0, 0, 0)
        while done < count {
            let seed = Self.seed + UInt64(done / Self.perWorld)
            let world = try ModelWorld(seed: seed, table: loaded.table, directory: directory, fault: fault)
            for number in 0..<Self.perWorld {
                try world.interleave()
                done += 1
                if let found = world.faults.first {
                    return (
                        "",
                        "\(found); seed \(seed), interleaving \(number):\n  " + world.trail.joined(separator: "\n  ")
                    )
                }
            }
            for row in world.daemon.rows.values { ended[row.phase, default: 0] += 1 }
            held += world.daemon.heldCount
            moves += world.clients.reduce(0) { $0 + $1.moved.count }
        }
        let phases = OpenPhase.allCases.filter(\.isFinal).map { "\(ended[$0] ?? 0) \($0)" }.joined(separator: ", ")
        let opens = ended.values.reduce(0, +)
        return (
            "\(done) interleavings, seed \(Self.seed): \(opens) opens, \(held) held first; \(phases); \(moves) moves",
            nil
        )
    }

    @Test func anyInterleaving_EndsEachOpenOnceAndTheUserWins() throws {
        let count = Environment.system["DEEPLINKD_INTERLEAVINGS"].flatMap { Int($0) } ?? 10_000
        let (summary, found) = try run(count)
        print(summary)
        #expect(found == nil, "\(found ?? "")")
    }

    /// The model is worth its run only if it finds what is wrong.
    @Test(arguments: [
        (ModelDaemon.Fault.dropsFencing, "which does not have it"),
        (.answersLateOffersAnyway, "after its user had moved by hand"),
    ])
    func plantedFault_IsFound(_ fault: ModelDaemon.Fault, _ expected: String) throws {
        let found = try #require(try run(10_000, fault: fault).found)
        print(found)
        #expect(found.contains(expected))
    }
}
