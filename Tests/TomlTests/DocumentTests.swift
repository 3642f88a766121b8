// What is read and where it stands.
import Testing
import Toml

private func root(_ text: String) throws -> TomlTable {
    try TomlDocument(parsing: Array(text.utf8), file: "t.toml").root
}

/// `key@line:column=line:column` of each entry.
private func places(_ table: TomlTable) -> [String] {
    table.entries.map { "\($0.key)@\($0.line):\($0.column)=\($0.value.line):\($0.value.column)" }
}

@Suite struct DocumentTests {
    @Test func everyKind_IsReadAsItselfOnly() throws {
        let text = """
            t = { x = 1 }
            a = [1, "two"]
            s = 'text'
            i = -7
            f = 1.5
            b = true
            d = 2026-11-30T02:00:00Z
            """
        let entries = try root(text).entries
        let kinds: [TomlValue.Kind] = [.table, .array, .string, .integer, .float, .boolean, .date]
        #expect(entries.map(\.value.kind) == kinds)
        for (index, value) in entries.map(\.value).enumerated() {
            let answers = [
                value.table != nil, value.elements != nil, value.string != nil, value.integer != nil,
                value.float != nil, value.boolean != nil, value.date != nil,
            ]
            #expect(answers == kinds.indices.map { $0 == index })
        }
        let table = try root(text)
        #expect(table["t"]?.table?["x"]?.integer == 1)
        #expect(table["a"]?.elements?.map(\.kind) == [.integer, .string])
        #expect(table["s"]?.string == "text")
        #expect(table["i"]?.integer == -7)
        #expect(table["f"]?.float == 1.5)
        #expect(table["b"]?.boolean == true)
        #expect(table["d"]?.date == "2026-11-30T02:00:00Z")
        #expect(table["none"] == nil)
    }

    @Test(arguments: [
        (#""a\tb\u00e9""#, "a\tb\u{e9}"), ("'C:\\x'", "C:\\x"), ("\"\"\"\none\ntwo\"\"\"", "one\ntwo"),
        ("'''\nx'y'''", "x'y"),
        ("\"\"", ""), ("\"\"\"a \\\n  \u{442}\u{e9}\"\"\"", "a \u{442}\u{e9}"), ("\"é😀\"", "é😀"),
        (#""\u0000""#, "\u{0}"),
    ])
    func string_IsDecoded(written: String, text: String) throws {
        #expect(try root("v = \(written)")["v"]?.string == text)
    }

    @Test(arguments: ["1979-05-27", "07:32:00", "1979-05-27T07:32:00", "1979-05-27T00:32:00-07:00"])
    func date_KeepsItsText(text: String) throws {
        #expect(try root("v = \(text)")["v"]?.date == text)
    }

    @Test func emptyDocument_HasNoEntries() throws {
        for text in ["", "\n", "# only a comment", "\r\n\r\n"] {
            #expect(try root(text).entries.isEmpty)
        }
    }

    @Test func entries_StandInSourceOrderWithTheirPlaces() throws {
        let text = """
            version = 1

            zebra   = "z"
              alpha = [ 1,
                2 ]
            "é 😀" = 3
            inline = { b = 1, a = { c = 2 } }
            """
        let table = try root(text)
        #expect(
            places(table) == ["version@1:1=1:11", "zebra@3:1=3:11", "alpha@4:3=4:11", "é 😀@6:1=6:9", "inline@7:1=7:10"])
        #expect(table["alpha"]?.elements.map { $0.map { "\($0.line):\($0.column)" } } == ["4:13", "5:5"])
        #expect(try places(#require(table["inline"]?.table)) == ["b@7:12=7:16", "a@7:19=7:23"])
        #expect(try places(#require(table["inline"]?.table?["a"]?.table)) == ["c@7:25=7:29"])
    }

    @Test func columns_CountCodePoints() throws {
        let table = try root("v = { a = \"é😀e\u{301}\", b = 2 }\r\nw = 1")
        #expect(try places(#require(table["v"]?.table)) == ["a@1:7=1:11", "b@1:19=1:23"])
        #expect(table["w"]?.line == 2)
    }

    @Test func arrayOfTables_KeepsOrderAndPlaces() throws {
        let text = """
            [[tab]]
            id = "b"

            [[screen]]
            path = "x"

            [[tab]]
            id = "a"
            [[tab.inner]]
            n = 1
            """
        let table = try root(text)
        #expect(table.entries.map(\.key) == ["tab", "screen"])
        let tabs = try #require(table["tab"]?.elements)
        #expect(tabs.map { $0.table?["id"]?.string } == ["b", "a"])
        #expect(tabs.map(\.line) == [1, 7])
        #expect(tabs.map { $0.table?.entry("id")?.line } == [2, 8])
        #expect(tabs.last?.table?["inner"]?.elements?.first?.table?["n"]?.integer == 1)
    }

    @Test func dottedKeysAndHeaders_ImplyTables() throws {
        let table = try root("a.b.c = 1\na.d = 2\n[x.y]\nz = 3")
        #expect(table.entries.map(\.key) == ["a", "x"])
        #expect(table["a"]?.table?.entries.map(\.key) == ["b", "d"])
        #expect(table["a"]?.table?["b"]?.table?.entry("c").map { "\($0.line):\($0.column)" } == "1:5")
        #expect(table["x"]?.table?["y"]?.table?.entry("z")?.line == 4)
    }

    @Test func headersOutOfOrder_AreOneTable() throws {
        let table = try root("[b.inner]\nx = 1\n[a]\ny = 2\n[b]\nz = 3")
        #expect(table.entries.map(\.key) == ["b", "a"])
        #expect(table["b"]?.table?.entries.map(\.key) == ["inner", "z"])
    }

    @Test func thousandEntries_AreAllReadInOrder() throws {
        let keys = (0..<1_000).map { "k\($0 * 7_919 % 1_000)" }
        let table = try root(keys.enumerated().map { "\($1) = \($0)" }.joined(separator: "\n"))
        #expect(table.entries.map(\.key) == keys)
        #expect(table.entries.map(\.value.integer) == keys.indices.map(Int64.init))
    }
}
