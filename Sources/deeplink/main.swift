import Glibc
import TerminalClient

exit(ClientProgram.run(Array(CommandLine.arguments.dropFirst())))
