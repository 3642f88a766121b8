// Where SwiftPM put the programs that belong to this test run.

import Glibc

/// The built products beside the running test bundle.
public enum Program {
    /// The path of a built program.
    public static func path(_ name: String) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            unsafe bytes.baseAddress.map { unsafe readlink("/proc/self/exe", $0, bytes.count) } ?? 0
        }
        let own = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        // The test runner is the bundle itself or the toolchain's helper, which is given the bundle's path.
        let candidates = [own] + CommandLine.arguments
        let folders = candidates.compactMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
        return folders.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 } ?? name
    }
}
