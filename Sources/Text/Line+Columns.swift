// Lines cut to columns. A glyph of two columns is never split: where only one of its columns fits, a space stands.

extension Line {
    /// At most `columns` columns; what was too long ends in "…" (if there is a column for it).
    public func cut(to columns: Int) -> Self {
        if width <= columns {
            return self
        }
        return columns < 1 ? Self() : prefix(columns: columns - 1) + ellipsis(glyphs.first)
    }

    /// At most `columns` columns of its end; what was too long begins with "…".
    public func cutFront(to columns: Int) -> Self {
        let width = width
        if width <= columns {
            return self
        }
        return columns < 1 ? Self() : ellipsis(glyphs.last) + dropping(columns: width - columns + 1)
    }

    /// Exactly `columns` columns: cut, or filled with spaces.
    public func fitted(to columns: Int, style: Style = .plain) -> Self {
        let line = cut(to: columns)
        return Self(line.glyphs + repeatElement(.space(style), count: max(0, columns - line.width)))
    }

    /// The first `columns` columns, without a sign that there was more.
    public func prefix(columns: Int) -> Self {
        var used = 0
        let fitting = glyphs.prefix { glyph in
            used += glyph.width
            return used <= columns
        }
        return Self(Array(fitting))
    }

    /// Without its first `columns` columns, as when it was scrolled sideways.
    public func dropping(columns: Int) -> Self {
        var left = columns
        var index = glyphs.startIndex
        while left > 0, index < glyphs.endIndex {
            left -= glyphs[index].width
            index += 1
        }
        let halves = left < 0 ? [Glyph.space(glyphs[index - 1].style)] : []
        return Self(halves + glyphs[index...])
    }

    /// The line in rows of at most `columns` columns, broken at spaces where there are any. At least one row; a
    /// width below 2 is taken as 2, so that every glyph fits.
    public func wrapped(to columns: Int) -> [Self] {
        let columns = max(2, columns)
        var rows: [Self] = []
        var rest = glyphs[...]
        while rest.isWider(than: columns) {
            let end = rest.breakIndex(columns: columns)
            rows.append(Self(rest[..<end].withoutSpacesAtEnd()))
            rest = rest[end...].drop { $0.text == " " }
        }
        if !rest.isEmpty || rows.isEmpty {
            rows.append(Self(Array(rest)))
        }
        return rows
    }

    private func ellipsis(_ neighbour: Glyph?) -> Self {
        Line("…", style: neighbour?.style ?? .plain)
    }
}

extension ArraySlice<Glyph> {
    /// Looks no further than it must, so that wrapping a long line stays linear.
    fileprivate func isWider(than columns: Int) -> Bool {
        var used = 0
        return contains { glyph in
            used += glyph.width
            return used > columns
        }
    }

    /// Where a row of `columns` columns ends: after the last space that fits, else after the last glyph that does.
    fileprivate func breakIndex(columns: Int) -> Index {
        var used = 0
        var afterSpace: Index?
        var index = startIndex
        while index < endIndex, used + self[index].width <= columns {
            used += self[index].width
            index += 1
            if self[index - 1].text == " " {
                afterSpace = index
            }
        }
        if index < endIndex, self[index].text == " " {
            return index
        }
        return afterSpace ?? index
    }

    fileprivate func withoutSpacesAtEnd() -> [Glyph] {
        var glyphs = Array(self)
        while glyphs.count > 1, glyphs.last?.text == " " {
            glyphs.removeLast()
        }
        return glyphs
    }
}
