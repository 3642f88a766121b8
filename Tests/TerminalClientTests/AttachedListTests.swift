import Routing
import Testing
import Wire

@testable import TerminalClient

/// The notification view with a real daemon: filter, marks of many, what comes back.
@Suite struct AttachedListTests {
    private func fill(_ daemon: TestDaemon) throws {
        for run in 1...3 {
            try daemon.send(
                #"{"kind":"ci.run","state":"failed","key":"\#(run)","title":"build \#(run)","params":{"run":1}}"#)
        }
        try daemon.send(#"{"kind":"pr","state":"review_requested","key":"9","title":"Größe","params":{"number":9}}"#)
        try daemon.send(##"{"kind":"chat","state":"new","key":"h","title":"\u001b[31m evil \u202e"}"##)
    }

    @Test func aFilter_NarrowsAsItIsTyped_AndEscapeShowsAllAgain() throws {
        let daemon = try TestDaemon()
        try fill(daemon)
        let client = try TestClient(daemon.settings)
        try client.until("it is attached") { client.coordinator.main != nil }
        try client.press("0")
        try client.list("build 2")
        try client.press("/")
        #expect(try client.main.state.hasTextField)
        #expect(client.listText.contains(CellQuery.hint))
        client.type("kind:ci unread")
        try client.list("3 matches")
        #expect(!client.listText.contains("Größe"))
        client.type(" 2")
        try client.list("1 match")
        #expect(client.listText.contains("build 2"))
        try client.press("Enter", "/", "C-u")
        client.type("GRÖSSE")
        try client.list("1 match")
        #expect(client.listText.contains("Größe"))
        client.type(" nowhere")
        try client.list("Nothing matches GRÖSSE nowhere")
        try client.press("Esc")
        try client.list("build 1")
        #expect(try !client.main.state.hasTextField)
        #expect(try client.main.state.outer == [.notifications(since: nil)])
    }

    @Test func hostileText_IsOnlyTextInAFilter() throws {
        let daemon = try TestDaemon()
        try fill(daemon)
        let client = try TestClient(daemon.settings)
        try client.until("it is attached") { client.coordinator.main != nil }
        try client.press("0", "/")
        client.type("evil")
        try client.list("1 match")
        #expect(client.listText.contains("␛[31m evil"))
        try client.press("C-u")
        client.type("%' OR '1'='1")
        try client.list("Nothing matches %' OR '1'='1")
    }

    @Test func allOfAFilter_IsMarkedAfterAQuestion_AndTakenBack() throws {
        let daemon = try TestDaemon()
        try fill(daemon)
        let client = try TestClient(daemon.settings)
        try client.count(unread: 5)
        try client.press("0", "/")
        client.type("kind:ci")
        try client.list("3 matches")
        try client.press("Enter", "M")
        try client.see("Mark all that match as read?")
        try client.press("Esc")
        try client.press("M", "Enter")
        try client.see("3 marked as read")
        try client.count(unread: 2)
        try client.press("u")
        try client.count(unread: 5)
    }

    @Test func whatCameWhileTheQuestionStood_StaysUnread() throws {
        let daemon = try TestDaemon()
        try fill(daemon)
        let client = try TestClient(daemon.settings)
        try client.count(unread: 5)
        try client.press("0")
        try client.list("build 2")
        try client.until("all is shown") { !client.isBusy }
        try client.press("M")
        // The list looks at what comes under the question too; what is marked is what was there when it was asked.
        try daemon.send(#"{"kind":"pr","state":"review_requested","key":"10","title":"late","params":{"number":9}}"#)
        try client.count(unread: 6)
        try client.press("Enter")
        try client.see("5 marked as read")
        try client.count(unread: 1)
    }

    @Test func aRead_IsTakenBackToo() throws {
        let daemon = try TestDaemon()
        try fill(daemon)
        let client = try TestClient(daemon.settings)
        try client.until("it is attached") { client.coordinator.main != nil }
        try client.press("0")
        try client.list("evil")
        try client.press("m")
        try client.count(unread: 4)
        try client.press("u")
        try client.count(unread: 5)
        try client.press("u")
        try client.see("there is nothing to undo")
    }

    @Test func aBurst_IsOneBannerThatOpensTheListOfIt() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try client.see("Nothing here yet")
        try daemon.send(#"{"kind":"pr","state":"review_requested","key":"9","title":"before","params":{"number":9}}"#)
        try client.see("pr review_requested")
        for run in 1...6 {
            try daemon.send(
                #"{"kind":"ci.run","state":"failed","key":"\#(run)","title":"build \#(run)","params":{"run":1},"priority":"high"}"#
            )
        }
        try client.see("6 × ci.run")
        try client.settle(350)
        try client.press("o")
        try client.list("build 1")
        #expect(try client.main.state.outer == [.notifications(since: 1, kind: "ci.run")])
        #expect(try client.main.top.link?.description == nil || !client.listText.contains("before"))
        try client.see("pr review_requested")
    }

    @Test func placeAndFilter_AreThereAgainAfterARestart() throws {
        let daemon = try TestDaemon()
        for run in 1...300 {
            try daemon.send(
                #"{"kind":"ci.run","state":"failed","key":"\#(run)","title":"build <\#(run)>","params":{"run":1}}"#)
        }
        let client = try TestClient(daemon.settings)
        try client.until("it is attached") { client.coordinator.main != nil }
        try client.press("0", "/")
        client.type("build")
        try client.list("build <300>")
        try client.press("Enter", "G")
        try client.list("build <1>")
        for _ in 0..<40 { try client.press("k") }
        try client.list("build <41>")
        // Without ages, and without the count, which knows of as many as were read.
        func titles(_ client: TestClient) -> [Substring] {
            client.listText.split(separator: "\n").filter { $0.contains("<") }.map { $0.prefix(40) }
        }
        let before = titles(client)
        client.coordinator.finish()
        let again = try TestClient(daemon.settings)
        try again.until("it is attached") { again.coordinator.main != nil }
        try again.press("0")
        try again.until("it is where it was") { titles(again) == before }
        try again.press("g")
        try again.list("build <300>")
    }

    @Test func aCellsScreen_HasItsWholePast_AndWhyItLeadsThere() throws {
        let daemon = try TestDaemon()
        for number in 1...60 {
            try daemon.send(#"{"kind":"chat","state":"s\#(number)","key":"h","title":"t\#(number)"}"#)
        }
        let client = try TestClient(daemon.settings)
        try client.until("it is attached") { client.coordinator.main != nil }
        try client.press("0")
        try client.list("t60")
        try client.press("Enter")
        try client.stand("deeplink://messages/cells/1")
        try client.list("history")
        #expect(client.listText.contains("uid "))
        try client.press("G")
        try client.until("the older page is there") {
            client.coordinator.perform(.bottom)
            return client.listText.contains("s1  uid")
        }
    }
}

extension TestClient {
    fileprivate var isBusy: Bool { coordinator.main?.top.isBusy ?? true }
}
