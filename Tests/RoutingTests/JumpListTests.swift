import Routing
import TestSupport
import Testing

struct JumpListTests {
    private static func place(_ number: Int) throws -> JumpList.Jump {
        JumpList.Jump(outer: [], tab: "t\(number)", stack: [try ScreenPath(segments: [String(number)])])
    }

    @Test func backAndForward_WalkTheSamePlaces() throws {
        var jumps = JumpList()
        jumps.record(try Self.place(1))
        jumps.record(try Self.place(2))
        #expect(jumps.goBack(from: try Self.place(3)) == (try Self.place(2)))
        #expect(jumps.goBack(from: try Self.place(2)) == (try Self.place(1)))
        #expect(jumps.goBack(from: try Self.place(1)) == nil)
        #expect(jumps.goForward(from: try Self.place(1)) == (try Self.place(2)))
        #expect(jumps.goForward(from: try Self.place(2)) == (try Self.place(3)))
        #expect(jumps.goForward(from: try Self.place(3)) == nil)
        #expect(jumps.goBack(from: try Self.place(3)) == (try Self.place(2)))
    }

    @Test func newJump_DropsTheForwardPart() throws {
        var jumps = JumpList()
        jumps.record(try Self.place(1))
        _ = jumps.goBack(from: try Self.place(2))
        jumps.record(try Self.place(3))
        #expect(jumps.forward.isEmpty)
        #expect(jumps.goBack(from: try Self.place(4)) == (try Self.place(3)))
        #expect(jumps.goBack(from: try Self.place(3)) == nil)
    }

    @Test func leavingOnePlaceTwice_IsOneEntry() throws {
        var jumps = JumpList()
        jumps.record(try Self.place(1))
        jumps.record(try Self.place(1))
        #expect(jumps.back.count == 1)
    }

    @Test func list_NeverGrowsBeyondItsCapacity() throws {
        var jumps = JumpList()
        var random = SplitMix64(seed: 12)
        for number in 0..<2_000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: _ = jumps.goBack(from: try Self.place(number))
            case 1: _ = jumps.goForward(from: try Self.place(number))
            default: jumps.record(try Self.place(number))
            }
            #expect(jumps.back.count + jumps.forward.count <= JumpList.capacity)
        }
        for number in 0..<150 { jumps.record(try Self.place(number)) }
        #expect(jumps.back.count == 100)
        #expect(jumps.back.first == (try Self.place(50)))
    }

    @Test func entry_HoldsOuterStackTabAndItsWholeStack() throws {
        let stack = [try ScreenPath(parsing: "a"), try ScreenPath(parsing: "a/b")]
        let state = NavigationState(
            outer: [.notifications(since: 3)], selectedTab: "t", stacks: ["t": stack, "u": []])
        let jump = JumpList.Jump(leaving: state)
        #expect(jump == JumpList.Jump(outer: [.notifications(since: 3)], tab: "t", stack: stack))
    }
}
