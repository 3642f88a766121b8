// Starting a program. The child begins as from a shell: no blocked signals, default handlers, and only the three descriptors that it
// is given; everything else is closed, whatever other code forgot to mark.
import CPosix
import Glibc

extension ChildProcess {
    /// What to start, and with what.
    public struct Command: Sendable {
        /// The program (looked up in this process's `PATH` when it has no slash) and its arguments, whole words.
        public var arguments: [String]
        /// `NAME=value` each; nil: this process's own environment.
        public var environment: [String]?
        /// Where it starts; nil: here.
        public var directory: String?
        /// Descriptors that become its 0, 1 and 2; they stay the caller's.
        public var standardInput: Int32 = 0
        /// See `standardInput`.
        public var standardOutput: Int32 = 1
        /// See `standardInput`.
        public var standardError: Int32 = 2
        /// Gives it a process group of its own, so that it and its children can be signalled together. Without it, it stays in the
        /// caller's group and takes the keys of its terminal.
        public var ownGroup = false
        /// Makes its own group the one that the terminal of its standard input takes keys for, before it runs.
        public var takesTerminal = false
        /// Leaves signals ignored that this process ignores (`nohup` stays in force), SIGPIPE excepted.
        public var keepsIgnoredSignals = false

        /// A command with this process's environment, directory and standard streams.
        public init(_ arguments: [String]) {
            self.arguments = arguments
        }
    }

    /// Starts a program. One that is not there is `isNotFound` and named, as is a missing directory.
    public static func spawn(_ command: Command) throws(SystemError) -> ChildProcess {
        guard let program = command.arguments.first, !program.isEmpty else {
            throw SystemError(call: "spawn", code: ENOENT)
        }
        let words = command.arguments + (command.environment ?? []) + [command.directory ?? ""]
        if words.contains(where: { $0.utf8.contains(0) }) {
            throw SystemError(call: "spawn", subject: program, code: EINVAL)
        }
        if let directory = command.directory, try Files.facts(directory).kind != .directory {
            throw SystemError(call: "chdir", subject: directory, code: ENOTDIR)
        }
        let streams = try StreamCopies(command)
        let pid = try start(command, program, streams)
        do {
            return try ChildProcess(pid: pid, hasOwnGroup: command.ownGroup || command.takesTerminal)
        } catch {
            // Without a pidfd nobody could wait for it.
            _ = Glibc.kill(pid, SIGKILL)
            _ = waitpid(pid, nil, 0)
            throw error
        }
    }

    private static func start(
        _ command: Command, _ program: String, _ streams: StreamCopies
    ) throws(SystemError) -> Int32 {
        let (arguments, environment) = (CStrings(command.arguments), command.environment.map(CStrings.init))
        var (actions, attributes) = (unsafe posix_spawn_file_actions_t(), posix_spawnattr_t())
        try systemCallReturningCode("posix_spawn_file_actions_init") { unsafe posix_spawn_file_actions_init(&actions) }
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        try systemCallReturningCode("posix_spawnattr_init") { unsafe posix_spawnattr_init(&attributes) }
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        try unsafe fill(&actions, command, streams)
        try fill(&attributes, command)
        var pid: pid_t = 0
        try systemCallReturningCode("spawn", program) {
            unsafe arguments.withPointers { argv in
                guard let environment else {
                    return unsafe posix_spawnp(&pid, program, &actions, &attributes, argv, deeplink_environment())
                }
                return unsafe environment.withPointers {
                    unsafe posix_spawnp(&pid, program, &actions, &attributes, argv, $0)
                }
            }
        }
        return pid
    }

    private static func fill(
        _ actions: inout posix_spawn_file_actions_t, _ command: Command, _ streams: StreamCopies
    ) throws(SystemError) {
        for (target, source) in streams.sources.enumerated() {
            try systemCallReturningCode("posix_spawn_file_actions_adddup2") {
                unsafe posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
            }
        }
        try systemCallReturningCode("posix_spawn_file_actions_addclosefrom_np") {
            unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        }
        if command.takesTerminal {
            try systemCallReturningCode("posix_spawn_file_actions_addtcsetpgrp_np") {
                unsafe posix_spawn_file_actions_addtcsetpgrp_np(&actions, 0)
            }
        }
        if let directory = command.directory {
            try systemCallReturningCode("posix_spawn_file_actions_addchdir_np") {
                unsafe posix_spawn_file_actions_addchdir_np(&actions, directory)
            }
        }
    }

    private static func fill(_ attributes: inout posix_spawnattr_t, _ command: Command) throws(SystemError) {
        var (none, reset) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe deeplink_signals_to_reset(&reset, command.keepsIgnoredSignals)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        if command.ownGroup || command.takesTerminal { flags |= POSIX_SPAWN_SETPGROUP }
        try systemCallReturningCode("posix_spawnattr_setsigmask") {
            unsafe posix_spawnattr_setsigmask(&attributes, &none)
        }
        try systemCallReturningCode("posix_spawnattr_setsigdefault") {
            unsafe posix_spawnattr_setsigdefault(&attributes, &reset)
        }
        try systemCallReturningCode("posix_spawnattr_setpgroup") { unsafe posix_spawnattr_setpgroup(&attributes, 0) }
        try systemCallReturningCode("posix_spawnattr_setflags") {
            unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        }
    }
}

/// The three streams of a child, out of each other's way: a source that is itself 0, 1 or 2 but meant for another place would be
/// overwritten before it is copied, so it is copied above 2 first.
private final class StreamCopies {
    let sources: [Int32]
    private var owned: [Int32] = []

    init(_ command: ChildProcess.Command) throws(SystemError) {
        var sources: [Int32] = []
        do throws(SystemError) {
            for (target, source) in [command.standardInput, command.standardOutput, command.standardError].enumerated()
            {
                if source == Int32(target) {
                    sources.append(source)
                } else {
                    let copy = try FileDescriptor.duplicate(of: source).take()
                    owned.append(copy)
                    sources.append(copy)
                }
            }
        } catch {
            for copy in owned { _ = Glibc.close(copy) }
            throw error
        }
        self.sources = sources
    }

    deinit {
        for copy in owned { _ = Glibc.close(copy) }
    }
}
