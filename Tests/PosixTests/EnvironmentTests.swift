import Posix
import Testing

struct EnvironmentTests {
    @Test func systemEnvironment_IsThisProcesss() throws {
        let said = try Helper.output(["/bin/sh", "-c", "id -u; printf %s \"$PATH\""])
        #expect(said == "\(Environment.system.uid)\n\(Environment.system["PATH"] ?? "")")
        #expect(Environment.system.pid > 1)
    }

    @Test func emptyVariable_CountsAsNotSet() {
        let made = Environment(variables: ["A": "", "B": "x=y"], uid: 0, gid: 0, pid: 1)
        #expect(made["A"] == nil)
        #expect(made["B"] == "x=y")
        #expect(made["C"] == nil)
        #expect(made.assignments == ["A=", "B=x=y"])
    }

    @Test func home_IsTheVariableElseTheUserDatabases() {
        let set = Environment(variables: ["HOME": "/h"], uid: 0, gid: 0, pid: 1)
        #expect(set.home == "/h")
        for variables in [[:], ["HOME": ""], ["HOME": "relative"]] {
            #expect(Environment(variables: variables, uid: 0, gid: 0, pid: 1).home == "/root")
        }
        #expect(Environment(variables: [:], uid: 4_000_123, gid: 0, pid: 1).home == nil)
    }

    @Test func users_AreFoundByNameAndNumber() throws {
        #expect(try UserDatabase.uid(of: "root") == 0)
        #expect(try UserDatabase.uid(of: "1234") == 1234)
        #expect(try UserDatabase.uid(of: "deeplink-nobody-such") == nil)
        #expect(try UserDatabase.uid(of: "") == nil)
        #expect(try UserDatabase.uid(of: "4294967295") == nil)
        #expect(UserDatabase.name(of: 0) == "root")
        #expect(UserDatabase.names(withLoginGroup: 0, most: 32).contains("root"))
        #expect(UserDatabase.names(withLoginGroup: 0, most: 0).isEmpty)
        #expect(UserDatabase.names(withLoginGroup: 4_294_967_294, most: 32).isEmpty)
    }
}
