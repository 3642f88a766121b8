// What cannot be tested inside the test process, where environment, descriptors 3 and up and signals belong to all
// tests at once. Each verb arranges its own world, does the thing and prints what came of it; SystemdTests compares.
import Glibc
import Systemd

switch CommandLine.arguments.dropFirst().first {
case "notify": try notify()
case "silence": try silence()
case "sockets": listSockets(expected: ["client", "notify"], given: CommandLine.arguments.dropFirst(2))
case "signal": try signal()
case "journal": try journal()
case let verb: preconditionFailure("no such verb: \(verb ?? "none")")
}
