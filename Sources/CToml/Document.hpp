// The flat form of a parsed document, and how toml++'s tree becomes it.
#ifndef DEEPLINKD_CTOML_DOCUMENT_HPP
#define DEEPLINKD_CTOML_DOCUMENT_HPP

#include <string>
#include <string_view>
#include <vector>

#include "include/CToml.h"

struct ctoml_document {
    std::vector<ctoml_node> nodes;
    std::string texts;
    bool is_valid = false;
    ctoml_text error = {0, 0};
    ctoml_position error_position = {1, 1};

    ctoml_text keep(std::string_view text) {
        const ctoml_text kept = {texts.size(), text.size()};
        texts.append(text);
        return kept;
    }

    void refuse(std::string_view message, ctoml_position position) {
        error = keep(message);
        error_position = position;
    }
};

#endif
