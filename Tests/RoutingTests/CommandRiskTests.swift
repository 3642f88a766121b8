import Routing
import Testing

/// Values never become options or code (product promise 7): what lint lets a table do with one.
struct CommandRiskTests {
    private static func findings(_ command: [String]) -> [String] {
        TableSketch().tab("t", root: "r").screen("t", path: "r").screen("t", path: "r/:x", command: command)
            .rule("k", tab: "t", path: "r/{x}").findings
    }

    static let fine: [[String]] = [
        ["show", "--", "{x}"], ["show", "--name={x}"], ["show", "-n{x}"], ["show", "prefix/{x}"],
        ["journalctl", "-u", "ssh", "--lines={x}"], ["systemctl", "status", "--", "ssh", "{x}"],
        ["env", "LANG=C", "git", "show", "--", "{x}"], ["sudo", "-u", "git", "--", "git", "log", "--", "{x}"],
        ["sh", "-c", "git show \"$@\"", "sh", "--", "{x}"], ["git", "log", "--", "python", "{x}"],
        ["watch", "-x", "--", "df", "{x}"], ["timeout", "5", "ping", "-c", "1", "--", "{x}"],
        ["env", "NAME={x}", "printenv"], ["man", "sh"],
    ]

    @Test(arguments: fine)
    func wholeArgument_IsLetThrough(command: [String]) {
        #expect(Self.findings(command) == [])
    }

    static let option =
        "{x} starts an argument and could become an option: put \"--\" before it, write it as --name={x}, "
        + "or say plain = [\"x\"]: then a value that begins with - or + is refused"
    static let optionName =
        "{x} makes up an option's name: write the option in the table, and its value as --name={x}"
    static let code =
        ": pass it as an argument after the code: [\"sh\", \"-c\", \"… \\\"$@\\\"\", \"sh\", \"--\", \"{x}\"]"
    static let program = "{x} would choose the program that is run: name the program in the table"

    static let risky: [([String], String)] = [
        (["show", "{x}"], option), (["show", "{x}.log"], option), (["show", "-{x}"], optionName),
        (["show", "--{x}"], optionName), (["show", "--{x}=1"], optionName), (["show", "{x}", "--"], option),
        (["sudo", "--", "git", "show", "{x}"], option), (["env", "--", "git", "show", "{x}"], option),
        (["sudo", "-u", "{x}", "ls"], option), (["sh", "-c", "git show \"$1\"", "sh", "{x}"], option),
        (["sh", "-c", "{x}"], "{x} would become code of sh" + code),
        (["sh", "-c", "echo {x}"], "{x} would become code of sh" + code),
        (["/bin/sh", "-ec", "{x}"], "{x} would become code of sh" + code),
        (["bash", "-lc", "{x}"], "{x} would become code of bash" + code),
        (["bash", "-ce", "{x}"], "{x} would become code of bash" + code),
        (["bash", "-c", "--", "{x}"], "{x} would become code of bash" + code),
        (["bash", "-c", "-o", "pipefail", "{x}"], "{x} would become code of bash" + code),
        (["sh", "-c{x}"], "{x} would become code of sh" + code),
        (["sh", "{x}"], "{x} would become code of sh" + code),
        (["sh", "--", "{x}"], "{x} would become code of sh" + code),
        (["env", "X=1", "sh", "-c", "{x}"], "{x} would become code of sh" + code),
        (["sudo", "sh", "-c", "{x}"], "{x} would become code of sh" + code),
        (["sudo", "-u", "git", "env", "A=b", "bash", "-c", "{x}"], "{x} would become code of bash" + code),
        (["docker", "exec", "box", "sh", "-c", "{x}"], "{x} would become code of sh" + code),
        (["env", "-S", "{x}"], "{x} would become code of env" + code),
        (["env", "--split-string={x}"], "{x} would become code of env" + code),
        (["su", "-c", "{x}"], "{x} would become code of su" + code),
        (["su", "-", "git", "-c", "{x}"], "{x} would become code of su" + code),
        (["su", "git", "--command={x}"], "{x} would become code of su" + code),
        (["su", "git", "--command", "{x}"], "{x} would become code of su" + code),
        (["runuser", "-u", "git", "-c", "{x}"], "{x} would become code of runuser" + code),
        (["python3", "-c", "{x}"], "{x} would become code of python3" + code),
        (["python3.11", "--", "{x}"], "{x} would become code of python3.11" + code),
        (["perl", "-ne", "{x}"], "{x} would become code of perl" + code),
        (["{x}"], program), (["{x}", "--"], program), (["env", "{x}"], program), (["env", "--", "{x}"], program),
        (["sudo", "--", "{x}"], program), (["timeout", "5", "{x}"], program),
        (["nice", "-n", "5", "{x}"], program),
        (
            ["ssh", "host", "--", "{x}"],
            "{x} would be read by a shell that ssh reaches: write everything after ssh without values"
        ),
        (
            ["ssh", "-p{x}", "host"],
            "{x} would be read by a shell that ssh reaches: write everything after ssh without values"
        ),
        (
            ["env", "A=1", "ssh", "host", "ls", "--name={x}"],
            "{x} would be read by a shell that ssh reaches: write everything after ssh without values"
        ),
        (
            ["watch", "--", "df", "{x}"],
            "{x} would be read by a shell that watch reaches: write everything after watch without values"
        ),
    ]

    @Test(arguments: risky)
    func valueThatCouldActOnItsOwn_IsAnError(command: [String], text: String) {
        let findings = Self.findings(command)
        #expect(findings.contains("t.toml:3:1: \(text)"), "\(findings)")
        // The screen is off, so the rule that needs it is off too; that is no mistake of its own.
        #expect(findings.count == 1)
    }

    /// What a value may not be in although it stands where no option is read.
    @Test(arguments: [
        (["env", "LD_PRELOAD={x}", "ls"], "LD_PRELOAD"), (["env", "PATH=/bin:{x}", "ls"], "PATH"),
        (["systemd-run", "--setenv=GIT_SSH_COMMAND={x}", "--", "ls"], "GIT_SSH_COMMAND"),
        (["sudo", "PYTHONPATH={x}", "ls"], "PYTHONPATH"),
    ])
    func valueThatSteersPrograms_IsAnError(command: [String], variable: String) {
        #expect(
            Self.findings(command) == [
                "t.toml:3:1: a value in \(variable) would steer what programs load or run: "
                    + "give \(variable) a literal value, or pass the value as an argument"
            ])
    }

    @Test func value_IsOneWholeArgumentWhateverIsInIt() throws {
        let table = TableSketch().tab("t", root: "r").screen("t", path: "r")
            .screen("t", path: "r/:x", title: "Run {x}", command: ["show", "--name={x}", "--", "{x}"]).table
        for value in ["a b", "'; rm -rf ~", "$(id)", "-rf", "{x}", "a\nb", "*"] {
            let match = table.factory.tab("t")?.screen(at: try ScreenPath(segments: ["r", value]))
            #expect(try match?.invocation()?.arguments == ["show", "--name=\(value)", "--", value])
            #expect(match?.title == "Run \(value)")
        }
    }
}
