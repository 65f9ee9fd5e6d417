// SPDX-License-Identifier: MIT
// Texts of errors are one line of bounded length, whatever they quote.
#include "base/result.hpp"

#include <gtest/gtest.h>

namespace phasebox {
namespace result_test {

TEST(ErrorText, control_characters_of_what_is_quoted_are_not_shown) {
  EXPECT_EQ(Error{"there is no scene 'a\n\x1B[31mb\r\t\x7F'"}.text,
            "there is no scene 'a??[31mb??"
            "?'");
  EXPECT_EQ(Error{"größer 語 🎮"}.text, "größer 語 🎮");
}

TEST(ErrorText, bytes_that_are_no_letter_are_not_shown) {
  EXPECT_EQ(Error{"a\xFF"
                  "b"}
                .text,
            "a?b");
  EXPECT_EQ(Error{"a\xC2\x9B"
                  "31mb"}
                .text,
            "a?31mb")
      << "a terminal takes it for ESC [";
  EXPECT_EQ(Error{"a\xE8\xAA"}.text, "a?") << "cut off";
  EXPECT_EQ(Error{"a\x9B\xC0\x80\xF8"}.text, "a???");
}

TEST(ErrorText, of_a_long_one_beginning_and_end_are_kept) {
  const std::string kept(kMaxErrorText, 'x');
  EXPECT_EQ(Error{kept}.text, kept);
  const std::string text = Error{"file.json: " + std::string(5'000'000, 'x') + " is too long"}.text;
  EXPECT_LE(text.size(), kMaxErrorText);
  EXPECT_TRUE(text.starts_with("file.json: xxx"));
  EXPECT_TRUE(text.ends_with("xxx is too long"));
  EXPECT_NE(text.find("x ... x"), text.npos);
}

TEST(ErrorText, a_letter_of_several_bytes_is_not_cut) {
  for (std::size_t shift = 0; shift < 3; ++shift) {
    std::string text(shift, 'x');
    for (int i = 0; i < 1000; ++i) text += "語";
    const std::string shown = Error{text}.text;
    const std::size_t gap = shown.find(" ... ");
    ASSERT_NE(gap, shown.npos);
    EXPECT_EQ((gap - shift) % 3, 0u);
    EXPECT_EQ((shown.size() - gap - 5) % 3, 0u);
    EXPECT_LE(shown.size(), kMaxErrorText);
  }
}

}  // namespace result_test
}  // namespace phasebox
