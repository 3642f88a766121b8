// One stream of a job on its way from the command to where the tool's own stream goes. A command that would print on a terminal gets a
// pseudo-terminal of that size, so that it prints as it would without us; any other stream is a pipe.
internal import Posix

/// Standard output or standard error of the command, or both when both are the terminal.
final class JobStream {
    private enum Way {
        case terminal(PseudoTerminal)
        case pipe(Pipe)
    }

    private let way: Way
    /// The tool's own stream.
    let destination: Int32
    /// It has ended, or was closed because nobody reads what is passed on.
    private(set) var isOver = false
    /// The terminal has gone; what the command still prints on its own must be read all the same, or it would wait for ever.
    private var isDropping = false

    /// A stream that ends in `destination`.
    init(to destination: Int32) throws(SystemError) {
        self.destination = destination
        if TerminalMode.isTerminal(destination) {
            let terminal = try PseudoTerminal(size: TerminalSize(of: destination))
            // The real terminal adds the carriage returns; the command's side must not add them too.
            try TerminalMode(of: destination).withPlainOutput.apply(to: terminal.terminal)
            try terminal.setNonblocking()
            way = .terminal(terminal)
        } else {
            let pipe = try Pipe()
            try pipe.setReaderNonblocking()
            way = .pipe(pipe)
        }
    }

    /// What the command gets.
    var commandSide: Int32 {
        switch way {
        case .terminal(let terminal): terminal.terminal
        case .pipe(let pipe): pipe.writer
        }
    }

    /// What the loop waits for.
    var fileDescriptor: Int32 {
        switch way {
        case .terminal(let terminal): terminal.controller
        case .pipe(let pipe): pipe.reader
        }
    }

    /// The command has its side; ours goes.
    func closeCommandSide() {
        switch way {
        case .terminal(let terminal): terminal.closeTerminal()
        case .pipe(let pipe): pipe.closeWriter()
        }
    }

    /// Makes the pseudo-terminal as large as the terminal is now.
    func followSize() {
        guard case .terminal(let terminal) = way else { return }
        try? TerminalSize(of: destination).apply(to: terminal.controller)
    }

    /// Reads once what the command printed and passes it on; nil when nothing came.
    func pass() throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        switch try read(into: &bytes) {
        case .nothingYet: return nil
        case .end:
            isOver = true
            return nil
        case .bytes: break
        }
        passOn(bytes)
        return bytes
    }

    private func passOn(_ bytes: [UInt8]) {
        if isDropping { return }
        do {
            try StandardStreams.write(bytes, to: destination)
        } catch {
            switch way {
            case .terminal: isDropping = true
            case .pipe(let pipe):
                // Whoever read our output has gone. The command learns of it in the same way: its next write finds no reader.
                pipe.closeReader()
                isOver = true
            }
        }
    }

    /// Passes on what is left after the command has ended. A pseudo-terminal may still be carrying its last bytes; others that hold the
    /// command's side open are not waited for.
    func passRest(_ keep: ([UInt8]) -> Void) throws(SystemError) {
        while !isOver {
            if let bytes = try pass() {
                keep(bytes)
            } else if !isOver {
                guard case .terminal = way, try Readiness.wait(for: fileDescriptor, milliseconds: 50) else { return }
            }
        }
    }

    private func read(into bytes: inout [UInt8]) throws(SystemError) -> ReadOutcome {
        switch way {
        case .terminal(let terminal): try terminal.read(appendingTo: &bytes, most: 65_536)
        case .pipe(let pipe): try pipe.read(appendingTo: &bytes, most: 65_536)
        }
    }
}
