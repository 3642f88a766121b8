// The receiving end of RapidJSON's events: writes tokens, and stops the reader at what RFC 8259 leaves open and this
// project refuses (depth, a name used twice) or what RapidJSON 1.1 lets pass (the escape of a lone low surrogate).
#ifndef DEEPLINKD_CJSON_HANDLER_HPP
#define DEEPLINKD_CJSON_HANDLER_HPP

#include <rapidjson/reader.h>

#include "include/CJson.h"

namespace cjson {

using Stream = rapidjson::InsituStringStream;

class Handler {
public:
    Handler(Stream &stream, const char *base, const cjson_survey &survey, uint32_t max_depth, cjson_token *tokens)
        : stream_(stream), base_(base), tokens_(tokens), max_depth_(max_depth), has_escape_(survey.has_escape != 0) {}

    bool Null() { return literal(CJSON_NULL, 4); }
    bool Bool(bool value) { return value ? literal(CJSON_TRUE, 4) : literal(CJSON_FALSE, 5); }
    bool RawNumber(const char *text, rapidjson::SizeType length, bool) {
        return leaf(CJSON_NUMBER, text - base_, length);
    }
    bool Key(const char *text, rapidjson::SizeType length, bool copied) { return String(text, length, copied); }
    bool String(const char *text, rapidjson::SizeType length, bool);
    bool StartObject() { return open(CJSON_OBJECT); }
    bool StartArray() { return open(CJSON_ARRAY); }
    bool EndObject(rapidjson::SizeType members);
    bool EndArray(rapidjson::SizeType) { return close(); }

    // Never sent while numbers stay text; the reader names them all the same.
    bool Int(int) { return false; }
    bool Uint(unsigned) { return false; }
    bool Int64(int64_t) { return false; }
    bool Uint64(uint64_t) { return false; }
    bool Double(double) { return false; }

    size_t count() const { return count_; }
    // Why a callback stopped the reader; CJSON_OK when none did.
    const cjson_result &refusal() const { return refusal_; }

private:
    bool literal(cjson_kind kind, uint32_t length) { return leaf(kind, stream_.Tell() - length, length); }
    bool leaf(cjson_kind kind, size_t offset, uint32_t length);
    bool open(cjson_kind kind);
    bool close();
    bool refuse(cjson_status status, uint32_t offset, uint32_t length);

    bool same_name(uint32_t a, uint32_t b) const;
    int compare_names(uint32_t a, uint32_t b) const;
    uint32_t duplicate_in_small(uint32_t object) const;
    uint32_t duplicate_in_large(uint32_t object, uint32_t members) const;

    Stream &stream_;
    const char *base_;
    cjson_token *tokens_;
    uint32_t count_ = 0;
    uint32_t container_ = 0;
    uint32_t depth_ = 0;
    uint32_t max_depth_;
    bool has_escape_;
    cjson_result refusal_ = {CJSON_OK, 0, 0, 0, nullptr};
};

}  // namespace cjson

#endif
