// Where SwiftPM put the programs that belong to this test run.

import Posix

/// The built products beside the running test bundle.
public enum Program {
    /// The path of a built program.
    public static func path(_ name: String) -> String {
        let own = (try? Files.executablePath()) ?? ""
        // The test runner is the bundle itself or the toolchain's helper, which is given the bundle's path.
        let candidates = [own] + CommandLine.arguments
        let folders = candidates.compactMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
        return folders.map { "\($0)/\(name)" }.first { (try? Files.exists($0)) == true } ?? name
    }
}
