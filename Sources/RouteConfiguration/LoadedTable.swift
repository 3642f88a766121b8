public import Routing

/// What a set of table files came to: a table that can be used, and all that lint has to say.
public struct LoadedTable: Sendable {
    /// The table; what a finding calls an error is left out of it.
    public let table: RouteTable
    /// In the order of files and lines; empty when nothing is to be said.
    public let findings: [Finding]
    /// The directories that have a `routes.d` with tables, highest first; none: the table is the built-in one.
    public let directories: [String]
    /// The files in use, by their full names: the lowest layer first, each in name order.
    public let files: [String]

    /// The highest of the directories.
    public var directory: String? { directories.first }

    /// Names the table: a hash of the names and bytes of the files in use, the same for every reader of them.
    public var version: String { table.version }

    /// Whether it is the declaration whole: warnings only, or nothing.
    public var isWhole: Bool { !findings.contains { $0.severity == .error } }
}

extension [Finding] {
    /// The order in which findings are read.
    func inFileOrder() -> [Finding] {
        sorted {
            let (a, b) = ($0.position, $1.position)
            return (a.file, a.line, a.column, $0.what) < (b.file, b.line, b.column, $1.what)
        }
    }
}
