#include "KeyDepth.hpp"

#include <cstring>

namespace ctoml {

namespace {

// The end of the string that starts here, of any of TOML's four kinds; the end of the text if it is not closed.
size_t string_end(const char *text, size_t length, size_t start) {
    const char quote = text[start];
    const bool is_long = start + 2 < length && text[start + 1] == quote && text[start + 2] == quote;
    const size_t width = is_long ? 3 : 1;
    for (size_t at = start + width; at < length;) {
        if (text[at] == '\\' && quote == '"') {
            at += 2;
        } else if (text[at] == '\n' && !is_long) {
            return at;
        } else if (text[at] == quote && (!is_long || (at + 2 < length && text[at + 1] == quote && text[at + 2] == quote))) {
            return at + width;
        } else {
            at += 1;
        }
    }
    return length;
}

ctoml_position position_of(const char *text, size_t offset) {
    ctoml_position position = {1, 1};
    for (size_t at = 0; at < offset; at += 1) {
        if (text[at] == '\n') {
            position.line += 1;
            position.column = 1;
        } else if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) {
            position.column += 1;
        }
    }
    return position;
}

}  // namespace

bool has_longer_key(const char *text, size_t length, size_t max_dots, ctoml_position &where) {
    size_t dots = 0;
    for (size_t at = 0; at < length;) {
        const char byte = text[at];
        if (byte == '"' || byte == '\'') {
            at = string_end(text, length, at);
            continue;
        }
        if (byte == '#') {
            const void *end = memchr(text + at, '\n', length - at);
            at = end == nullptr ? length : static_cast<const char *>(end) - text;
            continue;
        }
        if (byte == '.') {
            dots += 1;
        } else if (strchr("=,[]{}\n", byte) != nullptr) {
            dots = 0;
        }
        if (dots > max_dots) {
            where = position_of(text, at);
            return true;
        }
        at += 1;
    }
    return false;
}

}  // namespace ctoml
