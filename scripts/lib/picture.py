"""The SVG of a layered graph: readable in light and dark, text as text, a hint on every box."""

from xml.sax.saxutils import escape

ROW, BOX, LINE, GAP, MARGIN = 92, 30, 14, 22, 28
STYLE = """
  text { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
  .name { fill: #1f2933; font-size: 13px; font-weight: 600; text-anchor: middle; }
  .more { font-size: 11px; text-anchor: middle; fill: #52606d; }
  .title { font-size: 18px; font-weight: 700; fill: #64809c; }
  .caption, .band { font-size: 12px; fill: #7b8794; }
  .box { fill: #f5f7fa; stroke: #9aa5b1; stroke-width: 1.2; }
  .stripe { fill: #7b8794; fill-opacity: 0.07; }
  .edge { fill: none; stroke: #829ab1; stroke-width: 1.4; }
  .head { fill: #829ab1; }
  g.node:hover .box { stroke: #d64545; stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    .name { fill: #e4e7eb; }
    .title { fill: #bcccdc; }
    .more { fill: #9aa5b1; }
    .box { fill: #27303b; stroke: #616e7c; }
    .edge { stroke: #627d98; }
    .head { fill: #829ab1; }
  }
"""


def draw(graph, title, caption, labels=(), details=None, hints=None):
    """`labels`: (row, text) bands; `details`: name -> aspects under it; `hints`: name -> used name -> words."""
    details, hints = details or {}, hints or {}
    lines = {name: [aspect for aspect in details.get(name, []) if aspect] for name in graph.names}
    width = lambda name: max([len(name) * 8.3] + [len(aspect) * 6.4 + 8 for aspect in lines[name]]) + 24
    height = lambda name: BOX + LINE * len(lines[name])
    x = graph.place(width, GAP)
    left = min((x[name] - width(name) / 2 for row in graph.rows for name in row if isinstance(name, str)), default=0)
    left = min([left] + [x[item] for row in graph.rows for item in row if not isinstance(item, str)])
    right = max([x[item] + (width(item) / 2 if isinstance(item, str) else 0) for row in graph.rows for item in row], default=0)
    shift = MARGIN + (90 if labels else 0) - left
    total_width = max(right + shift + MARGIN, 420)

    tops, at = {}, 88.0
    for index in range(len(graph.rows) - 1, -1, -1):
        tall = max([height(name) for name in graph.rows[index] if isinstance(name, str)], default=BOX)
        tops[index] = (at, tall)
        at += tall + ROW - BOX
    at += -(ROW - BOX) + 24
    middle = lambda index: tops[index][0] + tops[index][1] / 2

    body = []
    for index, text in labels:
        if index < len(graph.rows) and graph.rows[index]:
            top, tall = tops[index]
            body.append(f'<rect class="stripe" x="8" y="{top - 16:.0f}" width="{total_width - 16:.0f}" height="{tall + 32:.0f}" rx="8"/>')
            body.append(f'<text class="band" x="20" y="{top + tall / 2 + 4:.0f}">{escape(text)}</text>')

    def top_of(name):
        return middle(graph.row[name]) - height(name) / 2

    def bottom_of(name):
        return middle(graph.row[name]) + height(name) / 2

    for user, used, chain in graph.chains:
        points = [(x[chain[0]] + shift, bottom_of(chain[0]))]
        for bend in chain[1:-1]:
            top, tall = tops[bend[2]]
            points += [(x[bend] + shift, top), (x[bend] + shift, top + tall)]
        points.append((x[chain[-1]] + shift, top_of(chain[-1])))
        body += arrow(points, at_end=chain[-1] == used, at_start=chain[0] == used or twofold(graph, user, used), both=twofold(graph, user, used))
    for user, used in graph.level:
        body += arch(x[user] + shift, x[used] + shift, bottom_of(user), width(user), width(used))

    for name in (name for row in reversed(graph.rows) for name in row if isinstance(name, str)):
        body += box(name, x[name] + shift, top_of(name), width(name), height(name), lines[name], hint(graph, name, hints))
    body_bottom = at
    if graph.lone:
        body_bottom = lone_boxes(graph.lone, lines, width, height, total_width, at, body, graph, hints)
    if graph.left_out:
        caption += f"; {graph.left_out} that others imply are not drawn"
    total = body_bottom + 16
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total_width:.0f} {total:.0f}" width="{total_width:.0f}" height="{total:.0f}" role="img">',
        f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>",
        f'<text class="title" x="20" y="32">{escape(title)}</text>',
        f'<text class="caption" x="20" y="52">{escape(caption)}</text>', *body, "</svg>", "",
    ])


def twofold(graph, user, used):
    return (user, used) in graph.both or (used, user) in graph.both


def arrow(points, at_end, at_start, both):
    """A curve that leaves and enters vertically at every point, with a head where it is used."""
    start, path = points[0], [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        if abs(ax - bx) < 0.5:
            path.append(f"L{bx:.1f} {by:.1f}")
        else:
            half = (by - ay) / 2
            path.append(f"C{ax:.1f} {ay + half:.1f} {bx:.1f} {by - half:.1f} {bx:.1f} {by:.1f}")
    made = [f'<path class="edge" d="{"".join(path)}"/>']
    end = points[-1]
    if at_end or both:
        made.append(f'<path class="head" d="M{end[0]:.1f} {end[1]:.1f}l-4 -8h8z"/>')
    if at_start:
        made.append(f'<path class="head" d="M{start[0]:.1f} {start[1]:.1f}l-4 8h8z"/>')
    return made


def arch(ax, bx, bottom, a_width, b_width):
    """An arrow between two boxes of one row, below them."""
    side = 1 if bx > ax else -1
    ax, bx = ax + side * a_width / 4, bx - side * b_width / 4
    deep = 18 + abs(bx - ax) / 24
    return [
        f'<path class="edge" d="M{ax:.1f} {bottom:.1f}C{ax:.1f} {bottom + deep:.1f} {bx:.1f} {bottom + deep:.1f} {bx:.1f} {bottom:.1f}"/>',
        f'<path class="head" d="M{bx:.1f} {bottom:.1f}l-4 8h8z"/>',
    ]


def box(name, x, top, width, height, aspects, hint_text):
    made = [f'<g class="node"><title>{escape(hint_text)}</title>']
    made.append(f'<rect class="box" x="{x - width / 2:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="7"/>')
    made.append(f'<text class="name" x="{x:.1f}" y="{top + 20:.1f}">{escape(name)}</text>')
    for number, aspect in enumerate(aspects):
        made.append(f'<text class="more" x="{x:.1f}" y="{top + 34 + LINE * number:.1f}">+{escape(aspect)}</text>')
    return made + ["</g>"]


def lone_boxes(names, lines, width, height, total_width, top, body, graph, hints):
    """Boxes that nothing is drawn to or from, in rows below the rest."""
    left, tall = 20.0, 0.0
    for name in names:
        if left + width(name) > total_width - 20 and left > 20:
            left, top, tall = 20.0, top + tall + 14, 0.0
        body += box(name, left + width(name) / 2, top, width(name), height(name), lines[name], hint(graph, name, hints))
        left += width(name) + GAP
        tall = max(tall, height(name))
    return top + tall


def hint(graph, name, hints):
    used = sorted(graph.uses[name])
    if not used:
        return f"{name} uses none of the others"
    words = hints.get(name, {})
    return f"{name} uses " + "; ".join(f"{other} ({', '.join(words[other])})" if other in words else other for other in used)
