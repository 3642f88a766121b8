// A small C face on RapidJSON's SAX reader: one strict pass over one document into a flat array of tokens.
//
// The reader works in place on a scratch copy of the text, so that strings are decoded without an allocation; offsets
// are the same in the copy and in the text. Numbers stay text. A container's token is followed by those of its
// contents (a member is two tokens: its name, its value), and every token knows the index after its own subtree, so a
// sibling is one step away and nothing here is a pointer.
#ifndef DEEPLINKD_CJSON_H
#define DEEPLINKD_CJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cjson_kind {
    CJSON_OBJECT,
    CJSON_ARRAY,
    CJSON_STRING,
    CJSON_NUMBER,
    CJSON_TRUE,
    CJSON_FALSE,
    CJSON_NULL,
} cjson_kind;

typedef struct cjson_token {
    uint32_t offset;  // of the first byte in the text; a string's decoded bytes start at offset + 1 of the scratch
    uint32_t length;  // in bytes: decoded for a string, as written for all else
    uint32_t next;    // index of the token after this one and its contents
    cjson_kind kind;
} cjson_token;

// What one pass over the bytes says before parsing: how large a token array can get, and where a raw NUL stands.
typedef struct cjson_survey {
    size_t token_bound;
    size_t nul_offset;  // the length when there is none
    int has_escape;
} cjson_survey;

typedef enum cjson_status {
    CJSON_OK,
    CJSON_SYNTAX,
    CJSON_DUPLICATE_NAME,
    CJSON_TOO_DEEP,
    CJSON_INVALID_UTF8,
} cjson_status;

typedef struct cjson_result {
    cjson_status status;
    uint32_t offset;      // of the fault
    uint32_t length;      // of a duplicate name, decoded
    size_t token_count;
    const char *message;  // static, for CJSON_SYNTAX; else null
} cjson_result;

cjson_survey cjson_survey_text(const uint8_t *text, size_t length);

// RapidJSON's check of UTF-8 looks up to three bytes past a sequence that the text's end cuts off, and ends at a NUL.
enum { cjson_padding = 4 };

// `scratch` is length + cjson_padding bytes of the caller's, filled and overwritten here; `tokens` holds
// survey.token_bound tokens.
// `length` stays below 2^32; recursion is bounded by `max_depth`.
cjson_result cjson_parse(
    const uint8_t *text, size_t length, cjson_survey survey, uint32_t max_depth, uint8_t *scratch, cjson_token *tokens);

#ifdef __cplusplus
}
#endif

#endif
