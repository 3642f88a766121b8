"""What the pictures and checks read from the Swift sources: imports, declarations and mentions."""

import re

IMPORT = re.compile(
    r"^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)",
    re.MULTILINE,
)
NOT_CODE = re.compile(r'"""(?:.|\n)*?"""|//[^\n]*|/\*(?:.|\n)*?\*/|#?"(?:\\.|[^"\\\n])*"#?')
MODIFIERS = r"(?:(?:@\w+(?:\([^)]*\))?|public|package|internal|fileprivate|private|final|indirect|nonisolated|static|mutating)\s+)*"
DECLARATION = re.compile(
    rf"^{MODIFIERS}(?:struct|class|enum|protocol|actor|typealias|func|let|var)\s+`?([A-Za-z_]\w*)`?", re.MULTILINE
)
EXTENSION = re.compile(rf"^{MODIFIERS}extension\s+([A-Za-z_][\w.]*)[^{{]*\{{(.*?)^\}}", re.MULTILINE | re.DOTALL)
MEMBER = re.compile(rf"^    {MODIFIERS}func\s+`?([A-Za-z_]\w*)`?", re.MULTILINE)
PRIVATE = re.compile(r"\b(?:private|fileprivate)\b")
WORD = re.compile(r"[A-Za-z_]\w*")
CALL = re.compile(r"(?<!func )\b([A-Za-z_]\w*)\(")


def code_only(text):
    """The text with comments and literals blanked, line numbers kept."""
    return NOT_CODE.sub(lambda match: "\n" * match.group(0).count("\n"), text)


def import_table(architecture):
    """The rows between the markers in ARCHITECTURE.md, as (group, target, set of imports)."""
    text = architecture.read_text(encoding="utf-8")
    begin, end = text.find("<!-- imports:begin"), text.find("<!-- imports:end")
    if begin < 0 or end < begin:
        raise SystemExit(f"{architecture.name}: no table between imports:begin and imports:end")
    group, rows = "", []
    for line in text[begin:end].splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 4:
            continue
        group = cells[0] or group
        rows += [(group, target, set(re.findall(r"`(\w+)`", cells[3]))) for target in re.findall(r"`(\w+)`", cells[1])]
    return rows


def target_bands(architecture):
    return {target: group for group, target, _ in import_table(architecture)}


def target_uses(folder):
    """target -> the modules it imports, for every target."""
    return {
        target.name: {
            module for path in target.rglob("*.swift") for module in IMPORT.findall(code_only(path.read_text(encoding="utf-8")))
        }
        for target in folder.iterdir() if target.is_dir()
    }


def file_uses(folder):
    """The files of a target, `Noun.swift` and its `Noun+Aspect.swift` as one: (noun -> aspects, uses, names used)."""
    code = {path: code_only(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.swift"))}
    nouns, text = {}, {}
    for path in code:
        noun, _, aspect = path.stem.partition("+")
        nouns.setdefault(noun, []).append(aspect)
        text[noun] = text.get(noun, "") + code[path]
    homes = {}
    for noun in text:
        for name in declared(text[noun]):
            homes.setdefault(name, set()).add(noun)
    # A name that two files declare (an overload) says nothing about whom its user means.
    home = {name: min(owners) for name, owners in homes.items() if len(owners) == 1}
    uses, names = {noun: set() for noun in nouns}, {noun: {} for noun in nouns}
    for noun in text:
        called = {f"{name}()" for name in CALL.findall(text[noun])}
        for word in sorted(set(WORD.findall(text[noun])) | called):
            owner = home.get(word, noun)
            if owner != noun:
                uses[noun].add(owner)
                names[noun].setdefault(owner, []).append(word)
    return nouns, uses, names


def declared(code):
    """Names that a file gives to others: what it declares at top level, and functions that it adds to another's type.

    The latter as `name()`: they count where they are called, as a bare word is too often a label or a local name.
    """
    names = {match.group(1) for match in DECLARATION.finditer(code) if not PRIVATE.search(match.group(0))}
    for match in EXTENSION.finditer(code):
        if PRIVATE.search(match.group(0).split("extension")[0]) or match.group(1) in names:
            continue
        members = (member for member in MEMBER.finditer(match.group(2)) if not PRIVATE.search(member.group(0)))
        names |= {f"{member.group(1)}()" for member in members}
    return names
