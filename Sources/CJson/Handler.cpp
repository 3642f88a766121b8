#include "Handler.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace cjson {

namespace {

// Up to here comparing each name with each costs less than sorting them; beyond, it would be a sender's way to burn
// our time.
const uint32_t small_object = 16;

// RapidJSON validates raw bytes, so an encoded surrogate can only come from an escape.
bool holds_surrogate(const char *text, size_t length) {
    const char *end = text + length;
    while (text < end) {
        const char *lead = static_cast<const char *>(memchr(text, 0xED, end - text));
        if (lead == nullptr || lead + 1 >= end) {
            return false;
        }
        if (static_cast<unsigned char>(lead[1]) >= 0xA0) {
            return true;
        }
        text = lead + 1;
    }
    return false;
}

}  // namespace

bool Handler::String(const char *text, rapidjson::SizeType length, bool) {
    const size_t offset = text - base_ - 1;
    if (has_escape_ && holds_surrogate(text, length)) {
        return refuse(CJSON_SYNTAX, static_cast<uint32_t>(offset), length);
    }
    return leaf(CJSON_STRING, offset, length);
}

bool Handler::leaf(cjson_kind kind, size_t offset, uint32_t length) {
    tokens_[count_] = {static_cast<uint32_t>(offset), length, count_ + 1, kind};
    count_ += 1;
    return true;
}

// An open container's `next` holds the index of the one around it until it closes.
bool Handler::open(cjson_kind kind) {
    const uint32_t offset = static_cast<uint32_t>(stream_.Tell()) - 1;
    if (depth_ == max_depth_) {
        return refuse(CJSON_TOO_DEEP, offset, 1);
    }
    tokens_[count_] = {offset, 0, container_, kind};
    container_ = count_;
    count_ += 1;
    depth_ += 1;
    return true;
}

bool Handler::close() {
    cjson_token &token = tokens_[container_];
    container_ = token.next;
    token.next = count_;
    token.length = static_cast<uint32_t>(stream_.Tell()) - token.offset;
    depth_ -= 1;
    return true;
}

bool Handler::EndObject(rapidjson::SizeType members) {
    const uint32_t object = container_;
    close();
    const uint32_t second =
        members <= small_object ? duplicate_in_small(object) : duplicate_in_large(object, members);
    return second == object || refuse(CJSON_DUPLICATE_NAME, tokens_[second].offset, tokens_[second].length);
}

bool Handler::refuse(cjson_status status, uint32_t offset, uint32_t length) {
    refusal_ = {status, offset, length, 0, nullptr};
    return false;
}

bool Handler::same_name(uint32_t a, uint32_t b) const {
    const cjson_token &left = tokens_[a];
    const cjson_token &right = tokens_[b];
    return left.length == right.length
        && memcmp(base_ + left.offset + 1, base_ + right.offset + 1, left.length) == 0;
}

int Handler::compare_names(uint32_t a, uint32_t b) const {
    const cjson_token &left = tokens_[a];
    const cjson_token &right = tokens_[b];
    if (left.length != right.length) {
        return left.length < right.length ? -1 : 1;
    }
    return memcmp(base_ + left.offset + 1, base_ + right.offset + 1, left.length);
}

// Both answer the index of the first name that was used before, or the object's own index.
uint32_t Handler::duplicate_in_small(uint32_t object) const {
    for (uint32_t name = object + 1; name < count_; name = tokens_[name + 1].next) {
        for (uint32_t earlier = object + 1; earlier < name; earlier = tokens_[earlier + 1].next) {
            if (same_name(earlier, name)) {
                return name;
            }
        }
    }
    return object;
}

uint32_t Handler::duplicate_in_large(uint32_t object, uint32_t members) const {
    uint32_t *names = static_cast<uint32_t *>(malloc(members * sizeof(uint32_t)));
    if (names == nullptr) {
        abort();
    }
    uint32_t *end = names;
    for (uint32_t name = object + 1; name < count_; name = tokens_[name + 1].next) {
        *end++ = name;
    }
    std::sort(names, end, [this](uint32_t a, uint32_t b) {
        const int order = compare_names(a, b);
        return order != 0 ? order < 0 : a < b;
    });
    uint32_t found = object;
    for (uint32_t *name = names + 1; name < end; name += 1) {
        if (same_name(name[-1], name[0]) && (found == object || name[0] < found)) {
            found = name[0];
        }
    }
    free(names);
    return found;
}

}  // namespace cjson
