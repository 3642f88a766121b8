// A small C face on toml++: one document, flattened into an array of nodes in the order of the source, each with the
// line and column (1-based; columns count code points) where it and its key begin. Texts lie in one block, named by
// offset and length. The document owns both; nothing points into it after ctoml_free.
#ifndef DEEPLINKD_CTOML_H
#define DEEPLINKD_CTOML_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ctoml_kind {
    CTOML_TABLE,
    CTOML_ARRAY,
    CTOML_STRING,
    CTOML_INTEGER,
    CTOML_FLOAT,
    CTOML_BOOLEAN,
    CTOML_DATE,
} ctoml_kind;

typedef struct ctoml_position {
    uint32_t line;
    uint32_t column;
} ctoml_position;

typedef struct ctoml_text {
    size_t offset;
    size_t length;
} ctoml_text;

// A container's contents follow it; `next` is the index after them.
typedef struct ctoml_node {
    ctoml_kind kind;
    ctoml_position position;
    ctoml_position key_position;  // zero where there is no key: the root, an array's element
    ctoml_text key;
    ctoml_text text;              // a string's value; a date as TOML writes it
    int64_t integer;              // also 0 or 1 for a boolean
    double real;
    size_t next;
} ctoml_node;

typedef struct ctoml_document ctoml_document;

// Never null. `text` needs no NUL at its end and is not kept.
ctoml_document *ctoml_parse(const char *text, size_t length);
void ctoml_free(ctoml_document *document);

// Whether there are nodes; if not, there is an error text (all texts: of `ctoml_texts`) and its position.
int ctoml_is_valid(const ctoml_document *document);
ctoml_text ctoml_error(const ctoml_document *document);
ctoml_position ctoml_error_position(const ctoml_document *document);

const ctoml_node *ctoml_nodes(const ctoml_document *document);
size_t ctoml_node_count(const ctoml_document *document);
const char *ctoml_texts(const ctoml_document *document);
size_t ctoml_texts_length(const ctoml_document *document);

#ifdef __cplusplus
}
#endif

#endif
