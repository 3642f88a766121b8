#ifndef DEEPLINKD_CJSON_NUMBERS_HPP
#define DEEPLINKD_CJSON_NUMBERS_HPP

#include <cstddef>
#include <cstdint>

namespace cjson {

// Replaces every number outside strings by a zero of the same length, where it is long enough to be out of a double's
// range. What is no number by the grammar stays, so that it is refused where it stands.
void hide_numbers(uint8_t *text, size_t length);

}  // namespace cjson

#endif
