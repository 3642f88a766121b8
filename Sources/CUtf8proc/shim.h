#pragma once
#include <locale.h>
#include <stddef.h>
#include <utf8proc.h>

// Declared here: <wchar.h> shows it only under _XOPEN_SOURCE, which Swift's Glibc module does not set.
extern int wcwidth(wchar_t scalar);
// The same of <string.h>: linear in both lengths.
extern void *memmem(const void *text, size_t length, const void *word, size_t word_length);

/// A locale whose wcwidth knows all of Unicode; never freed. NULL where the C library has no C.UTF-8.
static inline locale_t deeplink_unicode_locale(void) {
    return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

/// wcwidth as `locale` counts, whatever the process's own locale is; -1 for what has no width.
static inline int deeplink_wcwidth(locale_t locale, utf8proc_int32_t scalar) {
    locale_t before = uselocale(locale);
    int width = wcwidth((wchar_t)scalar);
    uselocale(before);
    return width;
}

/// The property bit that Swift cannot see (a bit field): default ignorable, so nothing of it is visible.
static inline int deeplink_is_ignorable(utf8proc_int32_t scalar) {
    return utf8proc_get_property(scalar)->ignorable;
}

/// The grapheme break class (a bit field too): regional indicators, pictographs, joiner.
static inline int deeplink_boundclass(utf8proc_int32_t scalar) {
    return utf8proc_get_property(scalar)->boundclass;
}
