import Posix
import Testing

/// Who is at the other end is the kernel's word, in both directions. Another user is needed for that, so these run as root only.
@Suite(.enabled(if: Environment.system.uid == 0, "another user is needed"))
struct TrustTests {
    private static let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    private func tool(_ words: [String]) throws -> [String] {
        ["\(Files.directory(of: try Files.executablePath()))/deeplinkctl"] + words
    }

    @Test func senderOfAnotherUser_IsKnownByTheKernelsWord() throws {
        let place = try TemporaryPlace()
        let open = place("open")
        #expect(try ChildProcess.spawn(ChildProcess.Command(["install", "-d", "-m", "0755", open])).wait().isSuccess)
        #expect(try ChildProcess.spawn(ChildProcess.Command(["chmod", "0755", place.path])).wait().isSuccess)
        let listener = try Socket.listen(path: open + "/s", mode: 0o666, backlog: 4)
        let words = Self.nobody + (try tool(["--notify", open + "/s", "send", "a", "b"]))
        let child = try ChildProcess.spawn(ChildProcess.Command(words))
        try Readiness.wait(for: listener.fileDescriptor, milliseconds: 10_000)
        let sender = try #require(try listener.accept())
        let peer = try Peer(of: sender)
        #expect(peer.uid == 65_534)
        #expect(peer.gid == 65_534)
        #expect(peer.groups == [])
        #expect(peer.pid == child.pid)
        sender.close()
        #expect(try child.wait() == .exited(3))
    }

    @Test func daemonOfAnotherUser_IsRefusedBeforeAWord() throws {
        let place = try TemporaryPlace()
        #expect(try ChildProcess.spawn(ChildProcess.Command(["chown", "65534", place.path])).wait().isSuccess)
        // perl-base is part of every Debian system, and readable by everybody.
        let script = """
            use IO::Socket::UNIX; $| = 1;
            my $server = IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 1) or die $!;
            print "ready\\n";
            my $text = $server->accept->getline;
            print defined $text ? "heard $text" : "heard nothing\\n";
            """
        let output = try Pipe()
        var command = ChildProcess.Command(Self.nobody + ["perl", "-e", script, place("s")])
        command.standardOutput = output.writer
        let daemon = try ChildProcess.spawn(command)
        output.closeWriter()
        var said: [UInt8] = []
        #expect(try output.read(appendingTo: &said, most: 6) == .bytes(6))
        let complaints = try Pipe()
        var call = ChildProcess.Command(try tool(["--client", place("s"), "status"]))
        call.standardError = complaints.writer
        let child = try ChildProcess.spawn(call)
        complaints.closeWriter()
        let text = String(decoding: try complaints.readToEnd(limit: 10_000), as: UTF8.self)
        #expect(text.contains("is served by uid 65534, who is neither you nor root"), "\(text)")
        #expect(try child.wait() == .exited(1))
        #expect(try daemon.wait().isSuccess)
        said += try output.readToEnd(limit: 100)
        #expect(String(decoding: said, as: UTF8.self) == "ready\nheard nothing\n")
    }
}
