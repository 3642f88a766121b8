// A device at the other end of an ssh tunnel: a real sshd on loopback, with keys of its own, forwards a socket to remote.sock.
import Client
import Posix
import Testing
import Wire

@Suite struct SecureShellTests {
    private static let server = "/usr/sbin/sshd"

    /// Where root's sshd puts the part of itself that speaks with strangers; its service makes it elsewhere.
    private static let emptyRoot = "/run/sshd"

    /// Returns whether it was made here.
    private static func makeEmptyRoot() throws -> Bool {
        guard try Environment.system.uid == 0 && !Files.exists(emptyRoot) else { return false }
        try Files.makeDirectories(emptyRoot, mode: 0o755)
        return true
    }

    /// An sshd for one test, and a tunnel through it.
    private final class Tunnel {
        let local: String
        private let server: RunningProgram
        private let client: RunningProgram

        /// Makes keys, starts both, and waits until the socket is there.
        init(to remote: String, in place: Workplace) throws {
            let (directory, port) = (place.directory, try Self.freePort())
            local = "\(directory)/tunnel.sock"
            for key in ["host", "user"] {
                let made = try Programs.run(
                    ["/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "\(directory)/\(key)"], in: place)
                try #require(made.status == .exited(0), "\(made)")
            }
            let options = [
                "HostKey=\(directory)/host", "AuthorizedKeysFile=\(directory)/user.pub", "PidFile=none", "UsePAM=no",
                "PasswordAuthentication=no", "StrictModes=no", "PermitRootLogin=prohibit-password",
                "ListenAddress=127.0.0.1", "AllowStreamLocalForwarding=yes",
            ]
            server = try RunningProgram(
                [SecureShellTests.server, "-D", "-e", "-f", "/dev/null", "-p", "\(port)"]
                    + options.flatMap { ["-o", $0] }, in: place)
            let user = UserDatabase.name(of: Environment.system.uid) ?? "root"
            let hostKey = String(decoding: try Files.read("\(directory)/host.pub", limit: 4096).bytes, as: UTF8.self)
            try Files.writeAtomically(
                Array("[127.0.0.1]:\(port) \(hostKey)".utf8), to: "\(directory)/known", mode: 0o600)
            try #require(try server.says("Server listening"), "\(server.complaint)")
            client = try RunningProgram(
                [
                    "/usr/bin/ssh", "-N", "-F", "none", "-i", "\(directory)/user", "-p", "\(port)",
                    "-o", "UserKnownHostsFile=\(directory)/known", "-o", "BatchMode=yes",
                    "-o", "ExitOnForwardFailure=yes", "-L", "\(local):\(remote)", "\(user)@127.0.0.1",
                ], in: place)
            let deadline = Clock.system.boot() + Programs.patience
            while try !Files.exists(local), Clock.system.boot() < deadline, try client.isRunning(for: 5) {}
            try #require(try Files.exists(local), "\(client.complaint)\n\(server.complaint)")
        }

        /// Cuts the tunnel.
        func cut() throws {
            for program in [client, server] {
                try program.child.kill(Signals.terminate)
                _ = try program.ended()
            }
        }

        private static func freePort() throws -> Int {
            let bytes = try RandomBytes.bytes(count: 2)
            return 20_000 + (Int(bytes[0]) << 8 | Int(bytes[1])) % 30_000
        }
    }

    @Test func deviceThroughATunnel_IsLetInAndComesAgain() throws {
        guard try Files.exists(Self.server) else {
            print("skipped: there is no \(Self.server) here; Debian's openssh-server has it")
            return
        }
        let isMade = try Self.makeEmptyRoot()
        defer { if isMade { try? Files.removeDirectory(Self.emptyRoot) } }
        let place = try Workplace()
        let daemon = try RunningDaemon(in: place)
        _ = try daemon.notify(#"{"kind":"pr","key":"7","state":"checks_failed"}"#)
        let tunnel = try Tunnel(to: place.directory + "/run/remote.sock", in: place)
        let device = try Connection.noted(to: tunnel.local)
        _ = try device.wait(for: DeviceRequest(device: "laptop"))
        let waiting = try #require(try daemon.call(DevicesList()).requests.first)
        #expect(waiting.device == "laptop")
        let grant = try device.wait(for: DeviceConfirm(code: waiting.code))
        #expect(try device.wait(for: CellsList(kind: "pr")).cells.map(\.key) == ["7"])

        let again = try Connection.noted(to: tunnel.local)
        _ = try again.wait(for: Authenticate(device: "laptop", token: grant.token))
        #expect(try again.wait(for: Hello(client: "test", role: .observer)).device == "laptop")
        _ = try daemon.notify(#"{"kind":"pr","key":"8","state":"checks_failed"}"#)
        let told = try again.incoming { all in
            all.compactMap { if case .announced(let cell) = $0 { cell.key } else { nil } }.first
        }
        #expect(told == "8")
        _ = try daemon.call(DevicesRevoke(device: "laptop"))
        let late = try Connection.noted(to: tunnel.local)
        #expect(throws: CallFailure.self) {
            try late.wait(for: Authenticate(device: "laptop", token: grant.token))
        }
        try tunnel.cut()
    }
}
