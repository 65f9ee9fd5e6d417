// SPDX-License-Identifier: MIT
// Baked boxes as text.
#include "lab/bake/bake_export.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace phasebox::test {
namespace bake_export_test {

using testing::HasSubstr;

Baked two_boxes(BakeKind kind) {
  return bake({{{{0, 0}, {10, 10.5f}}, {{20, 1e20f}, {30, 1e21f}}}, {4, 9}}, {kind, 1});
}

TEST(BakeExport, c_has_numbers_that_are_floats) {
  const std::string text = baked_c(two_boxes(BakeKind::bsp), "level");
  EXPECT_THAT(text, HasSubstr("{0.0f, 0.0f, 10.0f, 10.5f},"));
  EXPECT_THAT(text, HasSubstr("{20.0f, 1e+20f, 30.0f, 1e+21f}"));
  EXPECT_THAT(text, HasSubstr("{0, 10.0f, 1, 0, 0}")) << "cut across x at 10";
  EXPECT_THAT(text, HasSubstr("uint32_t waiting[2]"));
  EXPECT_EQ(text.find('@'), std::string::npos);
  EXPECT_EQ(text.find('$'), std::string::npos);
}

TEST(BakeExport, json_of_a_cut_names_its_axis) {
  const auto j = nlohmann::json::parse(baked_json(two_boxes(BakeKind::bsp)));
  EXPECT_EQ(j["nodes"][0]["axis"], "x");
  EXPECT_EQ(j["nodes"][0]["position"], 10);
  EXPECT_EQ(j["nodes"][0]["first_child"], 1);
  EXPECT_EQ(j["nodes"].size(), 3u);
  EXPECT_EQ(j["ids"], nlohmann::json({4, 9}));
}

TEST(BakeExport, names_in_c_are_made_of_the_files_name) {
  EXPECT_EQ(c_name("level"), "level");
  EXPECT_EQ(c_name("Level 1-b"), "Level_1_b");
  EXPECT_EQ(c_name("1st"), "st");
  EXPECT_EQ(c_name("__x__"), "x");
  EXPECT_EQ(c_name("12"), "baked");
  EXPECT_EQ(c_name(""), "baked");
}

}  // namespace bake_export_test
}  // namespace phasebox::test
