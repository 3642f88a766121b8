import ControlTool
import Glibc

exit(ControlTool.program(Array(CommandLine.arguments.dropFirst())))
