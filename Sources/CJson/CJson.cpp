#include "include/CJson.h"

#include <cstring>

#include "Handler.hpp"
#include "Numbers.hpp"

namespace {

const unsigned strict_flags =
    rapidjson::kParseInsituFlag | rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseValidateEncodingFlag;

const char *words(rapidjson::ParseErrorCode code) {
    switch (code) {
    case rapidjson::kParseErrorDocumentEmpty: return "no value";
    case rapidjson::kParseErrorDocumentRootNotSingular: return "text after the document";
    case rapidjson::kParseErrorValueInvalid: return "not a value";
    case rapidjson::kParseErrorObjectMissName: return "a member's name expected";
    case rapidjson::kParseErrorObjectMissColon: return "':' expected after a member's name";
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket: return "',' or '}' expected";
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket: return "',' or ']' expected";
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex: return "four hex digits expected after \\u";
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid: return "half of a surrogate pair";
    case rapidjson::kParseErrorStringEscapeInvalid: return "bad escape, or a control character that is not escaped";
    case rapidjson::kParseErrorStringMissQuotationMark: return "a string without its closing quote";
    case rapidjson::kParseErrorNumberMissFraction: return "a digit expected after '.'";
    case rapidjson::kParseErrorNumberMissExponent: return "a digit expected in the exponent";
    default: return "not JSON";
    }
}

// Where the escape of a half pair stands in a string that is known to hold one.
size_t lone_surrogate_offset(const uint8_t *text, size_t opening_quote) {
    auto unit = [text](size_t at) {
        unsigned value = 0;
        for (size_t i = at + 2; i < at + 6; i += 1) {
            const unsigned digit = text[i];
            value = value * 16 + (digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
        }
        return value;
    };
    for (size_t at = opening_quote + 1; text[at] != '"';) {
        if (text[at] != '\\') {
            at += 1;
        } else if (text[at + 1] != 'u') {
            at += 2;
        } else if (unit(at) >= 0xDC00 && unit(at) <= 0xDFFF) {
            return at;
        } else {
            at += unit(at) >= 0xD800 && unit(at) <= 0xDBFF ? 12 : 6;
        }
    }
    return opening_quote;
}

struct Attempt {
    rapidjson::ParseResult outcome;
    cjson_result refusal;
    size_t token_count;
};

Attempt attempt(uint8_t *scratch, const cjson_survey &survey, uint32_t max_depth, cjson_token *tokens) {
    char *base = reinterpret_cast<char *>(scratch);
    cjson::Stream stream(base);
    cjson::Handler handler(stream, base, survey, max_depth, tokens);
    rapidjson::Reader reader;
    const rapidjson::ParseResult outcome = reader.Parse<strict_flags>(stream, handler);
    return {outcome, handler.refusal(), handler.count()};
}

void fill(uint8_t *scratch, const uint8_t *text, size_t length) {
    if (length > 0) {
        memcpy(scratch, text, length);
    }
    memset(scratch + length, 0, cjson_padding);
}

}  // namespace

cjson_survey cjson_survey_text(const uint8_t *text, size_t length) {
    // In blocks whose counts fit a byte, so that the compiler does many bytes at once.
    const size_t block = 255;
    size_t marks = 0;
    uint8_t nuls = 0;
    uint8_t escapes = 0;
    for (size_t start = 0; start < length; start += block) {
        const size_t end = length - start < block ? length : start + block;
        uint8_t count = 0;
        for (size_t i = start; i < end; i += 1) {
            const uint8_t byte = text[i];
            count += (byte == ',') | (byte == ':') | (byte == '[') | (byte == '{');
            nuls |= byte == 0;
            escapes |= byte == '\\';
        }
        marks += count;
    }
    size_t nul_offset = length;
    if (nuls != 0) {
        nul_offset = static_cast<const uint8_t *>(memchr(text, 0, length)) - text;
    }
    // Each value but the first follows one of the four marks, and a container without contents leaves one over.
    return {marks + 1, nul_offset, escapes};
}

cjson_result cjson_parse(
    const uint8_t *text, size_t length, cjson_survey survey, uint32_t max_depth, uint8_t *scratch, cjson_token *tokens) {
    fill(scratch, text, length);
    Attempt pass = attempt(scratch, survey, max_depth, tokens);
    if (pass.outcome.Code() == rapidjson::kParseErrorNumberTooBig) {
        // RapidJSON wants to fit a double even where it hands out text: show it small numbers of the same length.
        fill(scratch, text, length);
        cjson::hide_numbers(scratch, length);
        pass = attempt(scratch, survey, max_depth, tokens);
    }
    if (!pass.outcome.IsError()) {
        return {CJSON_OK, 0, 0, pass.token_count, nullptr};
    }
    const uint32_t offset = static_cast<uint32_t>(pass.outcome.Offset());
    switch (pass.outcome.Code()) {
    case rapidjson::kParseErrorTermination:
        if (pass.refusal.status == CJSON_SYNTAX) {
            const size_t escape = lone_surrogate_offset(text, pass.refusal.offset);
            return {CJSON_SYNTAX, static_cast<uint32_t>(escape), 6, 0,
                    words(rapidjson::kParseErrorStringUnicodeSurrogateInvalid)};
        }
        return pass.refusal;
    case rapidjson::kParseErrorStringInvalidEncoding:
        return {CJSON_INVALID_UTF8, offset, 1, 0, nullptr};
    default:
        return {CJSON_SYNTAX, offset, 1, 0, words(pass.outcome.Code())};
    }
}
