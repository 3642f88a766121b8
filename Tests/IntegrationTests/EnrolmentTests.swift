// A device comes in by the built programs: what a person does with deeplinkctl, and what stays after a kill.
import Client
import JSON
import Posix
import Testing
import Wire

@Suite struct EnrolmentTests {
    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    private var remote: String { place.directory + "/run/remote.sock" }

    private func device() throws -> Connection { try Connection.noted(to: remote) }

    private func ctl(_ words: String...) throws -> Programs.Ended { try Programs.deeplinkctl(words, in: place) }

    /// The code that the owner reads in the terminal.
    private func code(of name: String) throws -> String {
        let ended = try ctl("enroll")
        let line = try #require(ended.output.split(separator: "\n").first { $0.hasPrefix("\(name) ") }, "\(ended)")
        return String(try #require(line.split(separator: " ").dropFirst().first))
    }

    private func refusal(_ body: () throws -> Void) -> WireError.Reason? {
        do { try body() } catch let failure as CallFailure {
            if case .refused(let error) = failure { return error.reason }
        } catch {}
        return nil
    }

    private func enrolled(_ name: String) throws -> String {
        let device = try device()
        _ = try device.wait(for: DeviceRequest(device: name))
        return try device.wait(for: DeviceConfirm(code: try code(of: name))).token
    }

    @Test func deviceWithTheCodeThatItsOwnerReads_IsLetIn() throws {
        #expect(try place.mode(remote) == 0o666)
        #expect(try place.mode(Files.directory(of: remote)) == 0o700)
        #expect(try ctl("enroll").output == "no device asks to be let in\n")
        let device = try device()
        _ = try device.wait(for: DeviceRequest(device: "laptop"))
        let code = try code(of: "laptop")
        #expect(refusal { _ = try device.wait(for: CellsList()) } == .notAuthenticated)
        let wrong = code == "000000" ? "000001" : "000000"
        #expect(refusal { _ = try device.wait(for: DeviceConfirm(code: wrong)) } == .wrongCode)
        let grant = try device.wait(for: DeviceConfirm(code: code))
        let hello = try device.wait(for: Hello(client: "test", role: nil))
        #expect(hello.device == "laptop" && hello.inbox == Environment.system.uid && hello.owner == grant.owner)
        #expect(try ctl("devices").output.hasPrefix("laptop  since now  here"))
        #expect(try ctl("devices", "list", "--json").output.contains("\"attached\":true"))

        let again = try self.device()
        _ = try again.wait(for: Authenticate(device: "laptop", token: grant.token))
        #expect(try again.wait(for: CellsList()).cells.map(\.kind) == ["device.signup"])
        #expect(try ctl("devices", "revoke", "laptop").status == .exited(0))
        #expect(try self.bye(to: again) == "the owner revoked this device")
        #expect(
            refusal {
                _ = try self.device().wait(for: Authenticate(device: "laptop", token: grant.token))
            } == .notPermitted)
        #expect(try ctl("devices").output == "no device was let in\n")
        #expect(try ctl("devices", "revoke", "laptop").status == .exited(1))
    }

    private func bye(to connection: Connection) throws -> String {
        do {
            return try connection.incoming { all in
                all.compactMap { if case .bye(let reason) = $0 { reason } else { nil } }.first
            }
        } catch let lost as ConnectionLost {
            return lost.reason
        }
    }

    @Test func owner_LetsInOrNotByName() throws {
        let (laptop, phone) = (try device(), try device())
        _ = try laptop.wait(for: DeviceRequest(device: "laptop"))
        _ = try phone.wait(for: DeviceRequest(device: "phone"))
        #expect(try ctl("enroll", "--json").output.contains("\"device\":\"phone\""))
        #expect(try ctl("enroll", "--approve", "tablet").status == .exited(1))
        #expect(try ctl("enroll", "--approve", "laptop", "--deny", "phone").status == .exited(2))
        #expect(try ctl("enroll", "--approve", "laptop").status == .exited(0))
        #expect(try ctl("enroll", "--deny", "phone").status == .exited(0))
        #expect(try laptop.wait(for: Hello(client: "test", role: nil)).device == "laptop")
        #expect(refusal { _ = try phone.wait(for: DeviceConfirm(code: "123456")) } == .denied)
        #expect(try ctl("devices").output.split(separator: "\n").count == 1)
    }

    @Test func fiveWrongCodes_AreTheLast() throws {
        let device = try device()
        _ = try device.wait(for: DeviceRequest(device: "laptop"))
        let code = try code(of: "laptop")
        for _ in 0..<5 {
            let wrong = code == "000000" ? "000001" : "000000"
            #expect(refusal { _ = try device.wait(for: DeviceConfirm(code: wrong)) } == .wrongCode)
        }
        #expect(refusal { _ = try device.wait(for: DeviceConfirm(code: code)) } == .expired)
        #expect(try ctl("enroll").output == "no device asks to be let in\n")
        #expect(try ctl("list").output.contains("too late"))
    }

    @Test func kill_EndsTheRequestAndKeepsTheTokens() throws {
        let token = try enrolled("phone")
        let device = try device()
        _ = try device.wait(for: DeviceRequest(device: "laptop"))
        let code = try code(of: "laptop")
        try daemon.kill()
        let files = try ["", "-wal"].flatMap { suffix -> [UInt8] in
            let path = place.database + suffix
            return try Files.exists(path) ? try Files.read(path, limit: 64 << 20).bytes : []
        }
        #expect(files.count > 4096)
        #expect(!Self.holds(files, Array(token.utf8)) && !Self.holds(files, Array(code.utf8)))
        try daemon.restart()
        #expect(try ctl("enroll").output == "no device asks to be let in\n")
        #expect(try ctl("list").output.contains("laptop asked to be let in, and it is too late now"))
        let again = try self.device()
        #expect(refusal { _ = try again.wait(for: DeviceConfirm(code: code)) } == .invalidRequest)
        _ = try again.wait(for: Authenticate(device: "phone", token: token))
        #expect(try again.wait(for: Hello(client: "test", role: nil)).device == "phone")
        #expect(!Self.holds(Array(daemon.program.complaint.utf8), Array(token.utf8)))
    }

    private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        guard let first = part.first, bytes.count >= part.count else { return false }
        return bytes.indices.dropLast(part.count - 1).contains {
            bytes[$0] == first && bytes[$0..<$0 + part.count].elementsEqual(part)
        }
    }
}
