#ifndef DEEPLINKD_CTOML_KEY_DEPTH_HPP
#define DEEPLINKD_CTOML_KEY_DEPTH_HPP

#include <cstddef>

#include "include/CToml.h"

namespace ctoml {

// toml++ bounds how deep values nest, not how many parts a dotted key has, and frees its tables recursively: a line of
// a million dots would take the stack. Says whether some key has more dots than allowed, and where the first such is.
bool has_longer_key(const char *text, size_t length, size_t max_dots, ctoml_position &where);

}  // namespace ctoml

#endif
