import Client
import Posix
import Terminal
import Testing

@testable import TerminalClient

/// A daemon that was taken over chooses paths, and so values. It gets no option, program, directory or variable of its own
/// into any command: each place that it opens is run, and what ran is looked at.
@Suite struct PlantedValueTests {
    /// A daemon of the test's own making, and a client whose own table records what each command was given.
    private struct Stage {
        let directory = try? TemporaryDirectory()
        let listener: Socket
        let client: TestClient
        let daemon: Socket
        let proof: String

        init(isRemote: Bool = false, host: String = "x", planted: String = "") throws {
            let directory = try #require(directory)
            let socket = "\(directory.path)/client.sock"
            proof = "\(directory.path)/proof"
            try Files.makeDirectories("\(directory.path)/config/routes.d", mode: 0o700)
            try Files.makeDirectories("\(directory.path)/src/site", mode: 0o700)
            let record = "\(directory.path)/record"
            try Files.writeAtomically(
                Array("#!/bin/sh\n{ pwd; env | grep '^PLACE='; printf '<%s>\\n' \"$@\"; } >>\(proof)\n".utf8),
                to: record, mode: 0o700)
            try Files.writeAtomically(
                Array(Self.table(record, directory.path).utf8), to: "\(directory.path)/config/routes.d/t.toml")
            listener = try Socket.listen(path: socket, mode: 0o600, backlog: 1)
            var settings = ClientSettings(
                paths: .init(notify: "", client: socket, state: directory.path),
                tableDirectories: ["\(directory.path)/config"], trustedUIDs: [Environment.system.uid])
            if isRemote { settings.remote = ClientSettings.Remote(path: socket) }
            client = try TestClient(settings)
            daemon = try #require(try listener.accept())
            // The daemon's own idea of the screens: wider patterns, with all that could be planted in them.
            let screens = ["r", "show/:x", "in/:x", "all/*", "env/:x", "no/:x"].map {
                #"{"path":"\#($0)","title":"T","content":"command"\#(planted)}"#
            }.joined(separator: ",")
            let table =
                #""table":{"version":"t","tabs":[{"id":"a","title":"A","root":"r","screens":[\#(screens)]}]}"#
            try say(
                #""id":1,"result":{"protocol":1,"server":"x","host":"\#(host)","inbox":0,\#(table),"unread":{},"missed":{"count":0,"since":0}}"#
            )
            try client.until("it is attached") { client.coordinator.main != nil }
        }

        private static func table(_ record: String, _ directory: String) -> String {
            """
            version = 1
            [[tab]]
            id = "a"
            root = "r"
            [[screen]]
            tab = "a"
            path = "r"
            content = "cells"
            [[screen]]
            tab = "a"
            path = "show/:x"
            command = ["\(record)", "{x}"]
            plain = ["x"]
            [[screen]]
            tab = "a"
            path = "in/:x"
            command = ["\(record)"]
            directory = "\(directory)/src/{x}"
            [[screen]]
            tab = "a"
            path = "env/:x"
            command = ["\(record)"]
            env = { PLACE = "{x}" }
            [[cell]]
            kind = "k"
            tab = "a"
            """
        }

        func say(_ members: String) throws {
            _ = try daemon.send(Array(#"{"jsonrpc":"2.0",\#(members)}"#.utf8) + [UInt8(ascii: "\n")])
        }

        /// Opens a place and looks at its screen once it has settled; what ran.
        func open(_ path: String, _ number: Int) throws -> (screen: String, ran: String) {
            try? Files.unlink(proof)
            let route =
                #""route":{"link":"deeplink://a/\#(path)","tab":"a","path":["r","\#(path)"],"stack":"rebuild","why":{"source":"link","text":"x"}}"#
            try say(#""id":\#(number),"method":"route.open","params":{"open":\#(number),\#(route)}"#)
            try client.until("the offer is answered") { client.coordinator.ledger.hasShown(Int64(number)) }
            _ = client.frame
            try client.until("it has ended") { client.coordinator.main?.top.isBusy == false }
            let ran =
                try Files.exists(proof) ? String(decoding: Files.read(proof, limit: 4096).bytes, as: UTF8.self) : ""
            return (client.frame.text, ran)
        }
    }

    @Test func valuesOfALink_AreValuesAndNothingElse() throws {
        let stage = try Stage()
        let home = try #require(stage.directory?.path)
        #expect(try stage.open("show/v1", 1).ran.hasSuffix("<v1>\n"))
        #expect(try stage.open("in/site", 2).ran.hasPrefix("\(home)/src/site\n"))
        #expect(try stage.open("env/$(id)%0APATH=%2Fx", 3).ran.contains("PLACE=$(id)\n"))
        #expect(try stage.open("show/$(id);%20-x", 4).ran.hasSuffix("<$(id); -x>\n"))
    }

    @Test(arguments: [
        ("show/-rf", "not run: {x} is \"-rf\""), ("show/--exec=id", "not run: {x} is \"--exec=id\""),
        ("show/+!id", "not run: {x} is \"+!id\""), ("in/..%2F..%2F..%2Fetc", "no name of one directory"),
        ("in/%2Fetc", "no name of one directory"), ("in/site%2F..", "no name of one directory"),
        ("no/x", "Your route table files have no command for this screen"),
        ("all/a/b", "Your route table files have no command for this screen"),
    ])
    func aValueThatWouldActOnItsOwn_RunsNothing(_ path: String, _ text: String) throws {
        let (screen, ran) = try Stage().open(path, 1)
        #expect(ran == "")
        #expect(screen.contains(text), "\(screen)")
    }

    /// What the daemon says of a screen beside its path and title counts for nothing.
    @Test func plantedManners_AreNotHisToSay() throws {
        let planted =
            #","command":["touch","/x"],"plain":["x"],"directory":"/","env":{"PLACE":"his"},"follow":true,"terminal":true"#
        let stage = try Stage(planted: planted)
        let (screen, ran) = try stage.open("show/v1", 1)
        #expect(ran.hasSuffix("<v1>\n") && !ran.contains("PLACE=his") && !ran.hasPrefix("/\n"))
        #expect(screen.contains("exit 0") && !screen.contains("following"))
    }

    /// Another machine's daemon, even one that calls itself by this machine's name.
    @Test func anotherMachinesInbox_RunsNothingHere() throws {
        let own = Posix.Environment.system["HOSTNAME"] ?? "localhost"
        let (screen, ran) = try Stage(isRemote: true, host: own).open("show/v1", 1)
        #expect(ran == "")
        #expect(screen.contains("This screen lives on \(own)"), "\(screen)")
    }
}
