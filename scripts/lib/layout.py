"""A layered drawing: rows, order in each row, x of each box. Every step is deterministic.

The steps are the usual ones: turn the edges that close a cycle, leave out what others imply, give each box a row, put
a bend into each row that an edge crosses, order the rows for few crossings, then place each box as near to the middle
of its neighbours as the order allows.
"""


class Graph:
    """`rows` fixes each name's row (0 is lowest); without it rows follow from the uses, at most `widest` in each."""

    def __init__(self, names, uses, rows=None, widest=None):
        self.names = names
        self.uses = uses
        self.edge_count = sum(len(used) for used in uses.values())
        down, self.both = acyclic(names, uses)
        self.kept = reduced(names, down)
        self.lone = [name for name in names if not self.kept[name] and not any(name in self.kept[other] for other in names)]
        if rows is not None:
            self.lone = []
        placed = [name for name in names if name not in self.lone]
        self.row = dict(rows) if rows is not None else rows_of(placed, self.kept, widest)
        self.level = [(a, b) for a in placed for b in sorted(self.kept[a]) if self.row[a] == self.row[b]]
        self._bend(placed)
        self._order()

    @property
    def left_out(self):
        return self.edge_count - len(self.both) - sum(len(used) for used in self.kept.values())

    def _bend(self, placed):
        """Splits edges over several rows; a bend is a tuple, a box a string."""
        self.chains, self.below = [], {name: [] for name in placed}
        height = max(self.row.values(), default=0) + 1
        self.rows = [[name for name in placed if self.row[name] == row] for row in range(height)]
        for user in placed:
            for used in sorted(self.kept[user]):
                low, high = sorted((used, user), key=lambda name: self.row[name])
                if self.row[low] == self.row[high]:
                    continue
                chain = [high]
                for row in range(self.row[high] - 1, self.row[low], -1):
                    bend = (user, used, row)
                    self.rows[row].append(bend)
                    chain.append(bend)
                chain.append(low)
                for upper, lower in zip(chain, chain[1:]):
                    self.below.setdefault(upper, []).append(lower)
                self.chains.append((user, used, chain))
        self.above = {}
        for upper in sorted(self.below, key=str):
            for lower in self.below[upper]:
                self.above.setdefault(lower, []).append(upper)

    def _order(self):
        best, fewest = [list(row) for row in self.rows], self._crossings()
        for sweep in range(40):
            downwards = sweep % 2 == 0
            indices = range(len(self.rows) - 2, -1, -1) if downwards else range(1, len(self.rows))
            for index in indices:
                fixed = {name: place for place, name in enumerate(self.rows[index + (1 if downwards else -1)])}
                near = self.above if downwards else self.below
                self.rows[index] = sorted_by_middle(self.rows[index], near, fixed)
            self._swap_neighbours()
            found = self._crossings()
            if found < fewest:
                best, fewest = [list(row) for row in self.rows], found
        self.rows = best

    def _swap_neighbours(self):
        for index, row in enumerate(self.rows):
            for _ in range(3):
                changed = False
                for place in range(len(row) - 1):
                    before = self._pair_cost(row[place], row[place + 1], index)
                    after = self._pair_cost(row[place + 1], row[place], index)
                    if after < before:
                        row[place], row[place + 1] = row[place + 1], row[place]
                        changed = True
                if not changed:
                    break

    def _pair_cost(self, left, right, index):
        cost = 0
        for near, other in ((self.below, index - 1), (self.above, index + 1)):
            if 0 <= other < len(self.rows):
                place = {name: number for number, name in enumerate(self.rows[other])}
                cost += sum(place[a] > place[b] for a in near.get(left, []) for b in near.get(right, []))
        cost += sum(abs(self.rows[index].index(a) - self.rows[index].index(b)) > 1 for a, b in self.level if left in (a, b))
        return cost

    def _crossings(self):
        total = 0
        for index in range(1, len(self.rows)):
            place = {name: number for number, name in enumerate(self.rows[index - 1])}
            ends = [sorted(place[lower] for lower in self.below.get(upper, [])) for upper in self.rows[index]]
            for left in range(len(ends)):
                for right in range(left + 1, len(ends)):
                    total += sum(a > b for a in ends[left] for b in ends[right])
        return total

    def place(self, width, gap):
        """x of the middle of every box and bend; `width` gives a box's own width, a bend has none."""
        size = lambda item: width(item) if isinstance(item, str) else 0
        space = lambda a, b: (size(a) + size(b)) / 2 + (gap if isinstance(a, str) and isinstance(b, str) else gap * 0.7)
        x = {}
        for row in self.rows:
            at = 0.0
            for left, item in zip([None] + row, row):
                at += space(left, item) if left is not None else 0
                x[item] = at
            for item in row:
                x[item] -= at / 2
        for sweep in range(60):
            order = range(len(self.rows)) if sweep % 2 else range(len(self.rows) - 1, -1, -1)
            for index in order:
                row = self.rows[index]
                wish, weight = [], []
                for item in row:
                    near = self.below.get(item, []) + self.above.get(item, [])
                    # Bends pull at each other harder than at boxes: long edges come out straight.
                    pulls = [(x[other], 4 if not isinstance(other, str) and not isinstance(item, str) else 1) for other in near]
                    total = sum(pull for _, pull in pulls)
                    wish.append(sum(at * pull for at, pull in pulls) / total if total else x[item])
                    weight.append(total or 0.5)
                for item, at in zip(row, ordered_positions(row, wish, weight, space)):
                    x[item] = at
        return x


def acyclic(names, uses):
    """The uses without cycles, and the pairs that use each other (drawn as one arrow with two heads)."""
    down = {name: set() for name in names}
    both, state = set(), {}
    # Those that use much and are used little come first: what they reach is below them.
    used_by = {name: sum(name in uses[other] for other in names) for name in names}

    def visit(name):
        state[name] = "open"
        for used in sorted(uses[name], key=lambda other: (used_by[other], other)):
            if state.get(used) == "open":
                if name in uses[used]:
                    both.add((used, name))
                down[used].add(name)
            else:
                down[name].add(used)
                if used not in state:
                    visit(used)
        state[name] = "done"

    for name in sorted(names, key=lambda name: (used_by[name] - len(uses[name]), name)):
        if name not in state:
            visit(name)
    return down, both


def reduced(names, down):
    """Only the edges that no longer path implies."""
    reach = {}

    def reachable(name):
        if name not in reach:
            reach[name] = set()
            for used in down[name]:
                reach[name] |= {used} | reachable(used)
        return reach[name]

    return {name: {used for used in down[name] if not any(used in reachable(other) for other in down[name] - {used})} for name in names}


def rows_of(names, down, widest):
    """Each name above all that it uses; at most `widest` in a row; then raised towards its users."""
    row, fill, left = {}, {}, list(names)
    users = {name: [other for other in names if name in down[other]] for name in names}
    while left:
        ready = [name for name in left if all(used in row for used in down[name])]
        name = min(ready, key=lambda name: (max((row[used] + 1 for used in down[name]), default=0), -len(users[name]), name))
        at = max((row[used] + 1 for used in down[name]), default=0)
        while widest and fill.get(at, 0) >= widest:
            at += 1
        row[name] = at
        fill[at] = fill.get(at, 0) + 1
        left.remove(name)
    for name in sorted(names, key=lambda name: (-row[name], name)):
        if users[name] and len(users[name]) >= len(down[name]):
            at = min(row[user] for user in users[name]) - 1
            while at > row[name] and widest and fill.get(at, 0) >= widest:
                at -= 1
            if at > row[name]:
                fill[row[name]] -= 1
                fill[at] = fill.get(at, 0) + 1
                row[name] = at
    used_rows = {at: number for number, at in enumerate(sorted(set(row.values())))}
    return {name: used_rows[at] for name, at in row.items()}


def sorted_by_middle(row, near, fixed):
    """The row, each item at the mean place of its neighbours; items without any stay where they are."""
    middle = {}
    for place, item in enumerate(row):
        ends = [fixed[other] for other in near.get(item, []) if other in fixed]
        middle[item] = sum(ends) / len(ends) if ends else place
    return sorted(row, key=lambda item: (middle[item], row.index(item)))


def ordered_positions(row, wish, weight, space):
    """Positions nearest to the wishes (least squares) that keep order and distance: pooled adjacent violators."""
    offset = [0.0]
    for left, right in zip(row, row[1:]):
        offset.append(offset[-1] + space(left, right))
    pools = []
    for index in range(len(row)):
        pools.append([wish[index] - offset[index], weight[index], 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            at, heavy, count = pools.pop()
            below = pools[-1]
            below[0] = (below[0] * below[1] + at * heavy) / (below[1] + heavy)
            below[1] += heavy
            below[2] += count
    spread = [at for at, _, count in pools for _ in range(count)]
    return [at + shift for at, shift in zip(spread, offset)]
