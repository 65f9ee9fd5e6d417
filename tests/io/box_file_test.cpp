// SPDX-License-Identifier: MIT
// The rules of box files, one by one.
#include "io/box_file.hpp"

#include <chrono>
#include <string>

#include <gmock/gmock.h>

namespace phasebox {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kHeader = "id,min_x,min_y,max_x,max_y\n";

BoxTable accepted(const std::string& text) {
  auto table = parse_boxes(text, "boxes.csv");
  EXPECT_TRUE(table) << text << "\n" << table.error().text;
  return table ? *std::move(table) : BoxTable{};
}

std::string refused(const std::string& text) {
  const auto table = parse_boxes(text, "boxes.csv");
  EXPECT_FALSE(table) << text;
  return table ? "accepted" : table.error().text;
}

std::string with_row(std::string_view row) { return std::string(kHeader) + std::string(row); }

TEST(BoxFile, rows_become_boxes_in_the_order_of_the_file) {
  const BoxTable table = accepted(with_row("7,0,1,2,3\n-4,0.5,-1.5,1e2,.25\n"));
  EXPECT_THAT(table.ids, ElementsAre(7, -4));
  EXPECT_THAT(table.boxes, ElementsAre(Aabb{{0, 1}, {2, 3}}, Aabb{{0.5f, -1.5f}, {100, 0.25f}}));
}

TEST(BoxFile, columns_come_in_any_order_and_other_columns_are_passed_over) {
  const BoxTable table = accepted("max_y,name,id,max_x,min_y,min_x\n4,wall,9,3,2,1\n");
  EXPECT_THAT(table.ids, ElementsAre(9));
  EXPECT_THAT(table.boxes, ElementsAre(Aabb{{1, 2}, {3, 4}}));
}

TEST(BoxFile, a_header_alone_is_a_table_without_boxes) {
  EXPECT_TRUE(accepted(std::string(kHeader)).ids.empty());
  EXPECT_TRUE(accepted("id,min_x,min_y,max_x,max_y").ids.empty());
}

TEST(BoxFile, blank_lines_and_comments_are_skipped_anywhere) {
  const BoxTable table =
      accepted("# made by hand\n\n" + with_row("\n  # note, with commas\n1,0,0,1,1\n \t\n"));
  EXPECT_THAT(table.ids, ElementsAre(1));
}

TEST(BoxFile, line_ends_of_windows_and_a_byte_order_mark_are_accepted) {
  const BoxTable table =
      accepted("\xEF\xBB\xBFid,min_x,min_y,max_x,max_y\r\n1,0,0,1,1\r\n\r\n2,0,0,1,1");
  EXPECT_THAT(table.ids, ElementsAre(1, 2));
}

TEST(BoxFile, spaces_and_a_leading_plus_are_accepted) {
  const BoxTable table = accepted("id , min_x,min_y , max_x,max_y\n +3 , +1 ,\t-0,+1.5,2 \n");
  EXPECT_THAT(table.ids, ElementsAre(3));
  EXPECT_THAT(table.boxes, ElementsAre(Aabb{{1, 0}, {1.5f, 2}}));
}

TEST(BoxFile, ids_have_64_bits) {
  const BoxTable table =
      accepted(with_row("9223372036854775807,0,0,1,1\n-9223372036854775808,0,0,1,1\n"));
  EXPECT_THAT(table.ids, ElementsAre(INT64_MAX, INT64_MIN));
  EXPECT_THAT(refused(with_row("9223372036854775808,0,0,1,1")),
              StartsWith("boxes.csv:2: id 9223372036854775808 is too large"));
}

TEST(BoxFile, a_box_without_size_is_accepted) {
  EXPECT_THAT(accepted(with_row("1,5,5,5,5")).boxes, ElementsAre(Aabb{{5, 5}, {5, 5}}));
}

TEST(BoxFile, numbers_too_small_for_float32_become_the_nearest_one) {
  const BoxTable table = accepted(with_row("1,1e-60,-1e-400,1e-42,0.0"));
  EXPECT_THAT(table.boxes, ElementsAre(Aabb{{0, 0}, {1e-42f, 0}}));
}

TEST(BoxFile, float32_at_its_ends_is_accepted) {
  EXPECT_THAT(accepted(with_row("1,-3.4028235e38,0,3.4028235e38,1")).boxes,
              ElementsAre(Aabb{{-3.4028235e38f, 0}, {3.4028235e38f, 1}}));
}

TEST(BoxFile, what_is_no_finite_float32_is_refused_with_line_and_column) {
  for (const std::string bad : {"inf", "-inf", "nan", "1e39", "-1e39", "1e400", "abc", "", "1.5x",
                                "0x10", "1 2", "--1", "+-1", "+", "\"1\"", "1e", "3.4028236e38"})
    EXPECT_EQ(refused(with_row("1,0,0,1,1\n2," + bad + ",0,1,1\n")),
              "boxes.csv:3: min_x is '" + bad + "', it must be a finite float32 number");
}

TEST(BoxFile, max_below_min_is_refused) {
  EXPECT_EQ(refused(with_row("1,2,0,1,1")),
            "boxes.csv:2: max_x 1 is less than min_x 2, max must be at least min");
  EXPECT_EQ(refused(with_row("1,0,2,1,1.5")),
            "boxes.csv:2: max_y 1.5 is less than min_y 2, max must be at least min");
}

TEST(BoxFile, an_id_that_is_no_integer_is_refused) {
  for (const std::string bad : {"", "a", "1.0", "1e3", "0x1", "1 2"})
    EXPECT_EQ(refused(with_row(bad + ",0,0,1,1")),
              "boxes.csv:2: id is '" + bad + "', it must be an integer");
}

TEST(BoxFile, a_duplicate_id_is_refused_with_both_lines) {
  EXPECT_EQ(refused(with_row("1,0,0,1,1\n\n2,0,0,1,1\n+01,0,0,1,1\n")),
            "boxes.csv:5: id 1 is already on line 2, ids must be unique");
}

TEST(BoxFile, a_missing_or_doubled_column_is_refused) {
  EXPECT_THAT(refused("id,min_x,min_y,max_x\n"),
              StartsWith("boxes.csv:1: the header has no column 'max_y'"));
  EXPECT_THAT(refused("# c\nid,min_x,min_y,max_x,max_y,id\n"),
              StartsWith("boxes.csv:2: column 'id' stands twice"));
  EXPECT_THAT(refused("1,0,0,1,1\n"), HasSubstr("no column 'id'"));
}

TEST(BoxFile, a_row_of_another_width_than_the_header_is_refused) {
  EXPECT_EQ(refused(with_row("1,0,0,1")), "boxes.csv:2: 4 fields, the header has 5");
  EXPECT_EQ(refused(with_row("1,0,0,1,1,")), "boxes.csv:2: 6 fields, the header has 5");
}

TEST(BoxFile, a_file_without_header_is_refused) {
  for (const std::string text : {"", "\n\n", "# only a comment\n"})
    EXPECT_THAT(refused(text), StartsWith("boxes.csv: no header line"));
}

TEST(BoxFile, the_first_bad_line_is_the_one_reported) {
  EXPECT_THAT(refused(with_row("1,0,0,1,1\n1,0,0,1,1\n2,nan,0,1,1\n")), StartsWith("boxes.csv:3:"));
}

TEST(BoxFile, a_hundred_thousand_rows_load_in_well_under_a_second) {
  std::string text(kHeader);
  for (int i = 0; i < 100'000; ++i)
    text += std::to_string(i) + "," + std::to_string(i) + ".25," + std::to_string(i) + ".5," +
            std::to_string(i + 1) + ".75," + std::to_string(i + 1) + "\n";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(accepted(text).boxes.size(), 100'000u);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took.count(), 1.0);
}

}  // namespace
}  // namespace phasebox
