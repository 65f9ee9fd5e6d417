// SPDX-License-Identifier: MIT
// Limits of JSON are known before anything is made of it.
#include "io/json.hpp"

#include <gmock/gmock.h>

#include "io/images.hpp"
#include "io/scene_file.hpp"
#include "session/session.hpp"

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

TEST(JsonLimits, levels_are_counted_outside_of_strings) {
  EXPECT_FALSE(check_json(nested(kMaxJsonDepth), "f"));
  const Status refused = check_json("\n" + nested(kMaxJsonDepth + 1), "f");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->text, "f:2: JSON is nested 64 levels deep at most");
  EXPECT_FALSE(check_json("\"\\\"" + nested(1000) + "\"", "f")) << "within a string";
}

TEST(JsonLimits, keys_are_counted_for_each_object) {
  EXPECT_FALSE(check_json(with_keys(kMaxJsonKeys), "f"));
  EXPECT_FALSE(check_json("[" + with_keys(9000) + "," + with_keys(9000) + "]", "f"));
  const Status refused = check_json(with_keys(kMaxJsonKeys + 1), "f");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->text, "f:1: an object has 10000 keys at most");
}

TEST(JsonLimits, text_that_is_no_json_is_left_to_the_reader) {
  for (const std::string text : {"", "]]]}}}", "\"", "\"\\", ":::", "{\"a", "\xFF["})
    EXPECT_FALSE(check_json(text, "f")) << text;
}

TEST(JsonLimits, a_scene_file_of_brackets_is_one_line_and_no_overflow) {
  const Session session(builtin_images());
  for (const std::string& text :
       {std::string(1'000'000, '['), "{\"phasebox\": " + nested(1'000'000) + "}",
        "{\"phasebox\": 1, " + with_keys(20'000).substr(1)}) {
    const auto refused = parse_scene(text, "s.json", session.groups());
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().text, StartsWith("s.json:1: "));
  }
}

}  // namespace json_test
}  // namespace phasebox
