@testable import RouteConfiguration
import Testing

@testable import Daemon

@Suite struct RateBudgetTests {
    private func budget(burst: Int, rate: Int) -> RateBudget {
        var limits = ServiceConfiguration.Limits()
        limits.burst = burst
        limits.rate = rate
        return RateBudget(limits)
    }

    @Test func burst_IsTakenAtOnceAndNoMore() {
        var budget = budget(burst: 5, rate: 10)
        #expect((0..<8).map { _ in budget.take(uid: 1, at: 1000) == nil }.count { $0 } == 5)
        #expect(budget.refused == 3)
    }

    @Test func wait_IsHowLongItTakes() {
        var budget = budget(burst: 2, rate: 10)
        _ = (budget.take(uid: 1, at: 0), budget.take(uid: 1, at: 0))
        #expect(budget.take(uid: 1, at: 0) == 100)
        #expect(budget.take(uid: 1, at: 99) == 1)
        #expect(budget.take(uid: 1, at: 100) == nil)
        #expect(budget.take(uid: 1, at: 100) == 100)
    }

    @Test func steadyRate_IsTakenForEver() {
        var budget = budget(burst: 1, rate: 10)
        #expect((0..<1000).allSatisfy { budget.take(uid: 1, at: Int64($0) * 100) == nil })
    }

    @Test func oneUID_CostsTheOthersNothing() {
        var budget = budget(burst: 1, rate: 1)
        for _ in 0..<100 { _ = budget.take(uid: 1, at: 0) }
        #expect(budget.take(uid: 2, at: 0) == nil)
    }

    /// A uid cannot buy a new budget by bringing in strangers.
    @Test func manyUIDs_AreBoundedAndTheBusiestIsNotForgotten() {
        var budget = budget(burst: 10, rate: 1)
        for _ in 0..<10 { _ = budget.take(uid: 1, at: 0) }
        for uid in 0..<UInt32(3 * RateBudget.countedUIDs) { #expect(budget.take(uid: 100 + uid, at: 0) == nil) }
        #expect(budget.take(uid: 1, at: 0) != nil)
    }
}
