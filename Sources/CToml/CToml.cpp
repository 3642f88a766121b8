// Exceptions are off in toml++ so that a fault is a value; its header is slow to compile, so this is the only file
// that includes it. Its assertions are off: one of them (a header that starts with no key, `[=]`) is an assumption about
// the input, whose fault the code after it reports well. Without NDEBUG, or they would become promises to the compiler.
#undef NDEBUG
#define TOML_ASSERT(condition) static_assert(true)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 32

#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

#include "Document.hpp"
#include "KeyDepth.hpp"

namespace {

const size_t max_dots = 31;
const size_t max_depth = TOML_MAX_NESTED_VALUES;

ctoml_position position(const toml::source_position &source) {
    return {static_cast<uint32_t>(source.line), static_cast<uint32_t>(source.column)};
}

// Without the opening that every message of toml++ has.
std::string_view words(const toml::parse_error &error) {
    const std::string_view opening = "Error while parsing ";
    std::string_view message = error.description();
    if (message.substr(0, opening.size()) == opening) {
        message.remove_prefix(opening.size());
    }
    return message;
}

class Flattener {
public:
    explicit Flattener(ctoml_document &document) : document_(document) {}

    // Whether all of it could be taken over; if not, the document says why.
    bool add(const toml::node &node, const toml::key *key, size_t depth) {
        if (depth > max_depth) {
            document_.refuse("tables and arrays nest too deep", position(node.source().begin));
            return false;
        }
        const size_t index = document_.nodes.size();
        document_.nodes.push_back(leaf(node, key));
        const bool is_whole = !node.is_table() || add_entries(*node.as_table(), depth);
        const bool is_complete = is_whole && (!node.is_array() || add_elements(*node.as_array(), depth));
        document_.nodes[index].next = document_.nodes.size();
        return is_complete;
    }

private:
    // toml++ sorts a table by key; the file's order is that of the keys' positions.
    bool add_entries(const toml::table &table, size_t depth) {
        std::vector<std::pair<const toml::key *, const toml::node *>> entries;
        entries.reserve(table.size());
        for (auto entry = table.cbegin(); entry != table.cend(); ++entry) {
            entries.emplace_back(&entry->first, &entry->second);
        }
        std::sort(entries.begin(), entries.end(), [](const auto &a, const auto &b) {
            return a.first->source().begin < b.first->source().begin;
        });
        return std::all_of(entries.begin(), entries.end(), [this, depth](const auto &entry) {
            return add(*entry.second, entry.first, depth + 1);
        });
    }

    bool add_elements(const toml::array &array, size_t depth) {
        return std::all_of(array.cbegin(), array.cend(), [this, depth](const toml::node &element) {
            return add(element, nullptr, depth + 1);
        });
    }

    ctoml_node leaf(const toml::node &node, const toml::key *key) {
        ctoml_node flat = {};
        flat.position = position(node.source().begin);
        if (key != nullptr) {
            flat.key_position = position(key->source().begin);
            flat.key = document_.keep(key->str());
        }
        fill(flat, node);
        return flat;
    }

    void fill(ctoml_node &flat, const toml::node &node) {
        switch (node.type()) {
        case toml::node_type::table: flat.kind = CTOML_TABLE; break;
        case toml::node_type::array: flat.kind = CTOML_ARRAY; break;
        case toml::node_type::string:
            flat.kind = CTOML_STRING;
            flat.text = document_.keep(node.as_string()->get());
            break;
        case toml::node_type::integer:
            flat.kind = CTOML_INTEGER;
            flat.integer = node.as_integer()->get();
            break;
        case toml::node_type::floating_point:
            flat.kind = CTOML_FLOAT;
            flat.real = node.as_floating_point()->get();
            break;
        case toml::node_type::boolean:
            flat.kind = CTOML_BOOLEAN;
            flat.integer = node.as_boolean()->get() ? 1 : 0;
            break;
        default:
            flat.kind = CTOML_DATE;
            flat.text = document_.keep(date_text(node));
            break;
        }
    }

    static std::string date_text(const toml::node &node) {
        std::ostringstream text;
        if (node.is_date()) {
            text << node.as_date()->get();
        } else if (node.is_time()) {
            text << node.as_time()->get();
        } else if (node.is_date_time()) {
            text << node.as_date_time()->get();
        }
        return text.str();
    }

    ctoml_document &document_;
};

}  // namespace

ctoml_document *ctoml_parse(const char *text, size_t length) {
    auto *document = new ctoml_document;
    ctoml_position where;
    if (ctoml::has_longer_key(text, length, max_dots, where)) {
        document->refuse("a key of more than 32 parts", where);
        return document;
    }
    const toml::parse_result result = toml::parse(std::string_view(text, length));
    if (result.failed()) {
        document->refuse(words(result.error()), position(result.error().source().begin));
        return document;
    }
    document->is_valid = Flattener(*document).add(result.table(), nullptr, 0);
    return document;
}

void ctoml_free(ctoml_document *document) { delete document; }

int ctoml_is_valid(const ctoml_document *document) { return document->is_valid ? 1 : 0; }
ctoml_text ctoml_error(const ctoml_document *document) { return document->error; }
ctoml_position ctoml_error_position(const ctoml_document *document) { return document->error_position; }

const ctoml_node *ctoml_nodes(const ctoml_document *document) { return document->nodes.data(); }
size_t ctoml_node_count(const ctoml_document *document) { return document->nodes.size(); }
const char *ctoml_texts(const ctoml_document *document) { return document->texts.data(); }
size_t ctoml_texts_length(const ctoml_document *document) { return document->texts.size(); }
