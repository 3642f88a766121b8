/// "Did you mean …": which known name a mistyped one is closest to.
public enum NearestName {
    /// Longer names are no typing mistakes, and comparing them costs the product of their lengths.
    static let maximumLength = 64

    /// The known name that is at most two edits away, and fewer than half of the name's letters; the first of equals.
    public static func nearest(to name: String, among known: [String]) -> String? {
        guard name.utf8.count <= maximumLength else { return nil }
        let letters = Array(name.lowercased())
        let allowed = min(2, (letters.count - 1) / 2)
        var best: (name: String, distance: Int)?
        for candidate in known {
            let distance = distance(letters, Array(candidate))
            if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Letters to add, drop, change or swap with their neighbour.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var rows = [Array(0...right.count)]
        for (i, a) in left.enumerated() {
            var row = [i + 1]
            for (j, b) in right.enumerated() {
                var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { least = min(least, rows[i - 1][j - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
