// A rectangle on a terminal; it may reach over the frame's edges.

/// Rows and columns, as half-open ranges.
public struct Area: Equatable, Sendable {
    /// From the top.
    public var rows: Range<Int>
    /// From the left.
    public var columns: Range<Int>

    /// An area of two ranges.
    public init(rows: Range<Int>, columns: Range<Int>) {
        self.rows = rows
        self.columns = columns
    }

    /// An area with its top left at a place; negative sides are taken as 0.
    public init(row: Int, column: Int, height: Int, width: Int) {
        rows = row..<row + max(0, height)
        columns = column..<column + max(0, width)
    }
}
