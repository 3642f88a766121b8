// Notifications that programs really send, against what a strict parser said of each.
import JSON
import Testing

@Suite struct PayloadTests {
    @Test func payloads_AreReadOrRefusedAsIndexed() throws {
        guard let index = SharedData.read("payloads/INDEX.tsv") else {
            print("skipped: ../shared/data/payloads is not here")
            return
        }
        let rows = String(decoding: index, as: UTF8.self).split(separator: "\n").dropFirst()
        #expect(!rows.isEmpty)
        for row in rows {
            let columns = row.split(separator: "\t", omittingEmptySubsequences: false)
            try #require(columns.count > 5)
            let file = String(columns[0])
            let bytes = try #require(SharedData.read("payloads/" + file), "\(file)")
            #expect(accepts(bytes) == columns[5].hasPrefix("ok"), "\(file)")
        }
    }

    @Test func largeDocument_IsReadWhole() throws {
        guard let bytes = SharedData.read("urlpatterntestdata.no-lone-surrogates.json") else {
            print("skipped: ../shared/data is not here")
            return
        }
        let root = try JSONDocument(parsing: bytes).root
        #expect(root.elements?.count == 365)
        #expect(root.rewritten.reread?.rewritten.bytes == root.rewritten.bytes)
    }

    @Test func documentWithLoneSurrogates_IsRefusedAtTheFirst() throws {
        guard let bytes = SharedData.read("urlpatterntestdata.json") else {
            print("skipped: ../shared/data is not here")
            return
        }
        #expect(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
    }

    private func accepts(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try JSONDocument(parsing: bytes)
            return true
        } catch {
            return false
        }
    }
}
