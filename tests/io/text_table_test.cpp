// SPDX-License-Identifier: MIT
// Tables of texts in other languages.
#include "io/files/text_table.hpp"

#include <gtest/gtest.h>

namespace phasebox {
namespace text_table_test {

TEST(TextTable, is_read_from_its_two_members) {
  const auto table =
      parse_texts(R"({"texts": {"Undo": "撤销"}, "composed": {"{} px": "{} 像素"}})");
  ASSERT_FALSE(table.failed()) << table.error().text;
  EXPECT_EQ(table->at("Undo"), "撤销");
  EXPECT_EQ(table->at("{} px"), "{} 像素");
}

TEST(TextTable, is_refused_when_it_is_none) {
  EXPECT_TRUE(parse_texts("{").failed());
  EXPECT_TRUE(parse_texts("{\"texts\": {}}").failed());
  EXPECT_TRUE(parse_texts(R"({"texts": {"a": 1}, "composed": {}})").failed());
}

}  // namespace text_table_test
}  // namespace phasebox
