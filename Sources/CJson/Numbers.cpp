#include "Numbers.hpp"

namespace cjson {

namespace {

bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

size_t skip_digits(const uint8_t *text, size_t at) {
    while (is_digit(text[at])) {
        at += 1;
    }
    return at;
}

// The end of the longest number that starts here; the start itself when there is none. The text ends in a NUL.
size_t number_end(const uint8_t *text, size_t start) {
    size_t at = text[start] == '-' ? start + 1 : start;
    if (!is_digit(text[at])) {
        return start;
    }
    at = text[at] == '0' ? at + 1 : skip_digits(text, at);
    if (text[at] == '.' && is_digit(text[at + 1])) {
        at = skip_digits(text, at + 1);
    }
    if (text[at] == 'e' || text[at] == 'E') {
        const size_t sign = text[at + 1] == '+' || text[at + 1] == '-' ? 1 : 0;
        if (is_digit(text[at + 1 + sign])) {
            at = skip_digits(text, at + 1 + sign);
        }
    }
    return at;
}

size_t string_end(const uint8_t *text, size_t length, size_t opening_quote) {
    size_t at = opening_quote + 1;
    while (at < length && text[at] != '"') {
        at += text[at] == '\\' ? 2 : 1;
    }
    return at + 1;
}

void zero(uint8_t *text, size_t start, size_t end) {
    for (size_t at = start; at < end; at += 1) {
        text[at] = at == start + 1 ? '.' : '0';
    }
}

}  // namespace

void hide_numbers(uint8_t *text, size_t length) {
    // Nothing shorter leaves a double's range.
    const size_t shortest = 5;
    for (size_t at = 0; at < length;) {
        if (text[at] == '"') {
            at = string_end(text, length, at);
        } else if (text[at] == '-' || is_digit(text[at])) {
            const size_t end = number_end(text, at);
            if (end - at >= shortest) {
                zero(text, at, end);
            }
            at = end > at ? end : at + 1;
        } else {
            at += 1;
        }
    }
}

}  // namespace cjson
