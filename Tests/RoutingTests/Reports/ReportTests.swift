import Posix
import Testing

/// What users of other routers report: each of the 96 is shown here, in a test that is named, or cannot happen and why.
@Suite struct ReportTests {
    private static let shown = Report.all.filter { if case .shown = $0.answer { true } else { false } }

    @Test(arguments: shown) func report_DoesNotHappen(report: Report) throws {
        guard case .shown(let body) = report.answer else { return }
        try body()
    }

    @Test func everyReport_HasOneAnswer() {
        #expect(Report.all.map(\.id).sorted() == Array(1...96))
    }

    @Test func everyTestThatIsNamed_IsThere() throws {
        let tests = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        for report in Report.all {
            guard case .test(let name) = report.answer else { continue }
            let parts = name.split(separator: ".").map(String.init)
            let text = String(
                decoding: try Files.read("\(tests)/\(parts[0]).swift", limit: 1 << 20).bytes, as: UTF8.self)
            #expect(text.contains("@Test") && text.contains("func \(parts[1])("), "\(report.id): \(name)")
        }
    }

    @Test func whatCannotHappen_SaysWhy() {
        for report in Report.all {
            guard case .cannotHappen(let reason) = report.answer else { continue }
            #expect(reason.count > 30, "\(report.id)")
        }
    }
}
