// SPDX-License-Identifier: MIT
// JSON is written as it was read; limits are known before anything is made of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "io/archive/json.hpp"

namespace phasebox {
namespace json_test {

using testing::StartsWith;

std::string nested(std::size_t levels) {
  return std::string(levels, '[') + "1" + std::string(levels, ']');
}

std::string with_keys(std::size_t keys) {
  std::string text = "{";
  for (std::size_t k = 0; k < keys; ++k) text += (k ? ",\"" : "\"") + std::to_string(k) + "\":0";
  return text + "}";
}

std::string refusal(const std::string& text) {
  const auto json = parse_json(text, "f");
  return json.failed() ? json.error().text : "";
}

TEST(JsonLimits, levels_are_counted_outside_of_strings) {
  EXPECT_EQ(refusal(nested(kMaxJsonDepth)), "");
  EXPECT_THAT(refusal("\n" + nested(kMaxJsonDepth + 1)), StartsWith("f:2: JSON is nested 64"));
  EXPECT_EQ(refusal("\"\\\"" + nested(1000) + "\""), "") << "within a string";
}

TEST(JsonLimits, keys_are_counted_for_each_object) {
  EXPECT_EQ(refusal(with_keys(kMaxJsonKeys)), "");
  EXPECT_EQ(refusal("[" + with_keys(9000) + "," + with_keys(9000) + "]"), "");
  EXPECT_THAT(refusal(with_keys(kMaxJsonKeys + 1)), StartsWith("f:1: an object has 10000 keys"));
}

TEST(JsonLimits, text_that_is_no_json_is_refused_with_its_line) {
  for (const std::string text : {"", "]]]}}}", "\"", "\"\\", ":::", "{\"a", "\xFF["})
    EXPECT_THAT(refusal(text), StartsWith("f:1: syntax error")) << text;
}

TEST(Json, is_written_as_it_was_read) {
  const std::string text =
      R"({"b":[0,-7,18446744073709551615,0.1,1e+30,[]],"a":{"":true},"c":null,"d":"\"\u0001é"})";
  const auto json = parse_json(text, "f");
  ASSERT_FALSE(json.failed()) << json.error().text;
  EXPECT_EQ(json_text(*json), text);
  EXPECT_EQ(json_text(*json->find("a"), {.indent = 2}), "{\n  \"\": true\n}");
  EXPECT_EQ(json_text(Json{{"b", 0.5}, {"a", "\xFF"}}, {.is_sorted = true}),
            "{\"a\":\"\uFFFD\",\"b\":0.5}");
}

// Claims about the edit distance of words.

TEST(Spelling, counts_letters_to_change_add_leave_out_or_exchange) {
  for (const auto& [a, b, distance] : {std::tuple{"frame", "frame", 0u},
                                       {"frame", "frme", 1u},
                                       {"frame", "frames", 1u},
                                       {"frame", "farme", 1u},
                                       {"frame", "fraem", 1u},
                                       {"frame", "name", 2u},
                                       {"", "abc", 3u},
                                       {"abc", "", 3u},
                                       {"", "", 0u},
                                       {"kitten", "sitting", 3u},
                                       {"ab", "ba", 1u},
                                       {"ca", "abc", 3u}}) {
    EXPECT_EQ(edit_distance(a, b), distance) << a << " " << b;
    EXPECT_EQ(edit_distance(b, a), distance) << b << " " << a;
  }
}

}  // namespace json_test
}  // namespace phasebox
