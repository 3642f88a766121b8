# The Markdown of docs/, which people read on the web, as scdoc, from which man pages are made. One text, two forms.
#
#     awk -v page='deeplinkd-protocol(7)' -v about='how programs talk to deeplinkd' -f markdown-to-scdoc.awk docs/protocol.md
#
# It knows what those files use: headings, paragraphs, lists, tables, fenced blocks, `code`, **strong**, *stress*, links.

BEGIN {
    name = page
    sub(/\(.*/, "", name)
    printf "%s\n\n# NAME\n\n%s - %s\n\n# DESCRIPTION\n", page, name, about
}

# Text outside code: what scdoc would read as markup is escaped, the markup of Markdown becomes scdoc's.
function plain(text,    out, mark) {
    gsub(/\[[^]]*\]\([^)]*\)/, "\001&\002", text)
    while (match(text, /\001\[[^]]*\]\([^)]*\)\002/)) {
        mark = substr(text, RSTART + 2, RLENGTH - 3)
        sub(/\]\(.*/, "", mark)
        text = substr(text, 1, RSTART - 1) mark substr(text, RSTART + RLENGTH)
    }
    gsub(/\\\|/, "|", text)
    gsub(/\\/, "\\\\\\\\", text)
    gsub(/_/, "\\_", text)
    gsub(/\*\*/, "\003", text)
    gsub(/\*/, "_", text)
    gsub(/\003/, "*", text)
    return text
}

function code(text) {
    gsub(/\\\|/, "|", text)
    gsub(/[\\*_]/, "\\\\&", text)
    return "*" text "*"
}

function inline(text,    parts, count, i, out) {
    count = split(text, parts, "`")
    for (i = 1; i <= count; i++) {
        if (i % 2) out = out plain(parts[i])
        else out = out code(parts[i])
    }
    # Bold against bold would be read as one.
    gsub(/\*\*/, "*\\~*", out)
    gsub(/\\~/, "", out)
    return out
}

/^```/ { fenced = !fenced; if (!fenced) { print "```"; print "" } else { print ""; print "```" }; next }
# scdoc reads backslashes here too.
fenced { gsub(/\\/, "\\\\\\\\"); print; next }

/^# / { next }
/^## / {
    table = 0
    text = substr($0, 4)
    print ""
    print "# " (text ~ /`/ ? inline(text) : toupper(inline(text)))
    next
}
/^### / { table = 0; print ""; print "## " inline(substr($0, 5)); next }

/^\|[-| :]*\|$/ { next }
/^\|/ {
    line = $0
    gsub(/\\\|/, "\004", line)
    count = split(line, cells, "|")
    if (!table) {
        print ""
        empty = 1
        for (i = 2; i < count; i++) if (cells[i] !~ /^ *$/) empty = 0
        if (empty) { table = 2; next }
    }
    for (i = 2; i < count; i++) {
        text = cells[i]
        gsub(/\004/, "|", text)
        gsub(/^ +| +$/, "", text)
        if (table || text == "" || text ~ /`/) text = inline(text)
        else text = "*" plain(text) "*"
        lead = (i == 2 ? "|" : ":") (i == count - 1 ? "<" : "[")
        print lead (text == "" ? "" : " " text)
    }
    table = 1
    next
}
table && /^$/ { table = 0; print ""; next }

/^$/ { print; next }
# A line that begins like markup of scdoc's is text in the middle of a paragraph.
{ line = inline($0); if ($0 ~ /^[|\[\]#<.]/) line = "\\" line; print line }
