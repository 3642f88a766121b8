/// Names of environment variables, and which of them no value from outside may fill.
enum EnvironmentName {
    /// A variable's name as shells know it, at most 64 bytes.
    static func isName(_ text: String) -> Bool { Placeholder.isName(text) }

    /// Whether programs take from it what they load, run or obey: its text may come from the table only. The list is by
    /// families and rather too long than too short; what is on it can be given as an argument instead.
    static func steersPrograms(_ name: String) -> Bool {
        let name = name.uppercased()
        return names.contains(name) || beginnings.contains(where: name.hasPrefix)
            || endings.contains(where: name.hasSuffix)
    }

    /// The dangerous variable that an argument assigns (`LD_PRELOAD={x}` behind `env`, `--setenv=PATH={x}`); nil: none.
    static func steered(byArgument argument: Template) -> String? {
        guard argument.parts.count > 1, case .text(var head)? = argument.parts.first else { return nil }
        for option in ["--setenv=", "-E", "-e"] where head.hasPrefix(option) { head.removeFirst(option.count) }
        guard let end = head.firstIndex(of: "=") else { return nil }
        let name = String(head[..<end])
        return isName(name) && steersPrograms(name) ? name : nil
    }

    private static let names: Set<String> = [
        "IFS", "ENV", "SHELL", "HOME", "EDITOR", "VISUAL", "PAGER", "BROWSER", "TERM", "TERMCAP", "PS1", "PS2", "PS3",
        "PS4",
        "PROMPT", "LESS", "LESSOPEN", "LESSCLOSE", "MORE", "LOCALDOMAIN", "RESOLV_HOST_CONF", "HOSTALIASES", "TMPDIR",
        "ZDOTDIR", "WGETRC", "KUBECONFIG", "NOTIFY_SOCKET", "INPUTRC", "TZDIR", "GREP_COLOR",
    ]
    private static let beginnings = [
        "LD_", "DYLD_", "BASH", "GIT_", "PYTHON", "PERL", "RUBY", "NODE_", "LUA_", "JAVA_", "JDK_", "_JAVA", "GLIBC_",
        "MALLOC_", "XDG_", "SSH_", "SYSTEMD_", "DBUS_", "DOCKER_", "NPM_", "CARGO_", "RUSTC", "GEM_", "BUNDLE_",
        "TERMINFO",
        "ANSIBLE_", "OPENSSL_", "GNUPG", "SUDO_", "LISTEN_", "DEEPLINK",
    ]
    private static let endings = [
        "PATH", "PAGER", "EDITOR", "COMMAND", "_CMD", "OPTIONS", "OPTS", "OPT", "FLAGS", "PRELOAD", "RC", "CONFIG",
        "_HOME",
        "_SHELL", "_PROXY", "_PROG", "_PROGRAM", "ASKPASS",
    ]
}
