// SPDX-License-Identifier: MIT
// The rules of box files, with one frame and with many, one by one.
#include "io/boxes/box_file.hpp"

#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "base/random.hpp"
#include "io/boxes/box_header.hpp"
#include "io/boxes/box_rows.hpp"
#include "io/boxes/box_writer.hpp"
#include "support/files.hpp"
#include "support/recordings.hpp"

namespace phasebox {
namespace box_file_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kHeader = "id,min_x,min_y,max_x,max_y\n";

BoxRecording accepted(const std::string& text) {
  auto table = parse_box_recording(text, "boxes.csv");
  EXPECT_FALSE(table.failed()) << text << "\n" << table.error().text;
  return table.failed() ? BoxRecording{} : *std::move(table);
}

std::string refused(const std::string& text) {
  const auto table = parse_box_recording(text, "boxes.csv");
  EXPECT_TRUE(table.failed()) << text;
  return table.failed() ? table.error().text : "accepted";
}

std::string with_row(std::string_view row) { return std::string(kHeader) + std::string(row); }

TEST(BoxFile, rows_become_boxes_in_the_order_of_their_ids) {
  const BoxRecording table = accepted(with_row("7,0,1,2,3\n-4,0.5,-1.5,1e2,.25\n"));
  EXPECT_THAT(table.ids, ElementsAre(-4, 7));
  EXPECT_THAT(table.boxes, ElementsAre(Aabb{{0.5f, -1.5f}, {100, 0.25f}}, Aabb{{0, 1}, {2, 3}}));
}

TEST(BoxFile, columns_come_in_any_order_and_other_columns_are_passed_over) {
  const BoxRecording table = accepted("max_y,name,id,max_x,min_y,min_x\n4,wall,9,3,2,1\n");
  EXPECT_THAT(table.ids, ElementsAre(9));
  EXPECT_THAT(table.boxes, ElementsAre(Aabb{{1, 2}, {3, 4}}));
}

TEST(BoxFile, a_header_alone_is_a_frame_without_boxes) {
  for (const std::string text : {"id,min_x,min_y,max_x,max_y\n", "id,min_x,min_y,max_x,max_y"}) {
    const BoxRecording table = accepted(text);
    EXPECT_THAT(table.frames, ElementsAre(0));
    EXPECT_TRUE(table.ids_of(0).empty());
  }
}

TEST(BoxFile, blank_lines_and_comments_are_skipped_anywhere) {
  const BoxRecording table =
      accepted("# made by hand\n\n" + with_row("\n  # note, with commas\n1,0,0,1,1\n \t\n"));
  EXPECT_THAT(table.ids, ElementsAre(1));
}

TEST(BoxFile, line_ends_of_windows_and_a_byte_order_mark_are_accepted) {
  const BoxRecording table =
      accepted("\xEF\xBB\xBFid,min_x,min_y,max_x,max_y\r\n1,0,0,1,1\r\n\r\n2,0,0,1,1");
  EXPECT_THAT(table.ids, ElementsAre(1, 2));
}

TEST(BoxFile, spaces_and_a_leading_plus_are_accepted) {
  const BoxRecording table = accepted("id , min_x,min_y , max_x,max_y\n +3 , +1 ,\t-0,+1.5,2 \n");
  EXPECT_THAT(table.ids, ElementsAre(3));
  EXPECT_THAT(table.boxes, ElementsAre(Aabb{{1, 0}, {1.5f, 2}}));
}

TEST(BoxFile, ids_have_64_bits) {
  const BoxRecording table =
      accepted(with_row("9223372036854775807,0,0,1,1\n-9223372036854775808,0,0,1,1\n"));
  EXPECT_THAT(table.ids, ElementsAre(INT64_MIN, INT64_MAX));
  EXPECT_THAT(refused(with_row("9223372036854775808,0,0,1,1")),
              StartsWith("boxes.csv:2: id 9223372036854775808 is too large"));
}

TEST(BoxFile, numbers_too_small_for_float32_become_the_nearest_one) {
  const BoxRecording table = accepted(with_row("1,1e-60,-1e-400,1e-42,0.0"));
  EXPECT_THAT(table.boxes, ElementsAre(Aabb{{0, 0}, {1e-42f, 0}}));
  const std::string zeros(400, '0');
  EXPECT_THAT(accepted(with_row("1,-1E-400,0." + zeros + "1,1E-60,." + zeros + "1")).boxes,
              ElementsAre(Aabb{{0, 0}, {0, 0}}));
  EXPECT_THAT(refused(with_row("1,0,0,1" + zeros + ".5,1")), HasSubstr("max_x is '1000"));
}

TEST(BoxFile, float32_at_its_ends_is_accepted) {
  EXPECT_THAT(accepted(with_row("1,-3.4028235e38,0,3.4028235e38,1")).boxes,
              ElementsAre(Aabb{{-3.4028235e38f, 0}, {3.4028235e38f, 1}}));
}

TEST(BoxFile, what_is_no_finite_float32_is_refused_with_line_and_column) {
  for (const std::string bad : {"inf", "-inf", "nan", "1e39", "-1e39", "1e400", "abc", "", "1.5x",
                                "0x10", "1 2", "--1", "+-1", "+", "1e", "3.4028236e38"})
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
  EXPECT_EQ(
      refused(with_row("1,0,0,1,1\n\n2,0,0,1,1\n+01,0,0,1,1\n")),
      "boxes.csv:5: id 1 is already on line 2, ids must be unique; a recording of many frames "
      "has a column 'frame'");
}

TEST(BoxFile, a_missing_or_doubled_column_is_refused) {
  EXPECT_THAT(refused("id,min_x,min_y,max_x\n"),
              StartsWith("boxes.csv:1: the header has no column 'max_y'"));
  EXPECT_THAT(refused("# c\nid,min_x,min_y,max_x,max_y,id\n"),
              StartsWith("boxes.csv:2: duplicate column 'id'"));
  EXPECT_THAT(refused("1,0,0,1,1\n"), StartsWith("boxes.csv:1: no header: the first line is"));
}

TEST(BoxFile, a_row_of_another_width_than_the_header_is_refused) {
  EXPECT_EQ(refused(with_row("1,0,0,1")), "boxes.csv:2: fields: 4, the header has 5");
  EXPECT_EQ(refused(with_row("1,0,0,1,1,")), "boxes.csv:2: fields: 6, the header has 5");
}

TEST(BoxFile, a_file_without_header_is_refused) {
  for (const std::string text : {"", "\n\n", "# only a comment\n"})
    EXPECT_THAT(refused(text), StartsWith("boxes.csv: no header line"));
}

TEST(BoxFile, the_first_bad_line_is_the_one_reported) {
  EXPECT_THAT(refused(with_row("1,0,0,1,1\n1,0,0,1,1\n2,nan,0,1,1\n")), StartsWith("boxes.csv:3:"));
}

// ---- with the column `frame`

constexpr std::string_view kTraceHeader = "frame,id,min_x,min_y,max_x,max_y\n";

std::string trace_with(std::string_view rows) {
  return std::string(kTraceHeader) + std::string(rows);
}

std::string row_text(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
  return text + "\n";
}

TEST(BoxTraceFile, is_told_by_its_header) {
  EXPECT_TRUE(names_frames(kTraceHeader));
  EXPECT_TRUE(names_frames("# c\n\nid,min_x,min_y,max_x,max_y, frame \r\n"));
  EXPECT_FALSE(names_frames(kHeader));
  EXPECT_FALSE(names_frames(""));
}

TEST(BoxTraceFile, objects_appear_and_vanish_and_frames_may_be_missing) {
  const BoxRecording trace =
      accepted(trace_with("-1,7,0,0,1,1\n3,7,1,0,2,1\n3,9,5,5,6,6\n4,9,6,5,7,6\n"));
  EXPECT_THAT(trace.frames, ElementsAre(-1, 3, 4));
  EXPECT_THAT(trace.ids_of(0), ElementsAre(7));
  EXPECT_THAT(trace.ids_of(1), ElementsAre(7, 9));
  EXPECT_THAT(trace.ids_of(2), ElementsAre(9));
  EXPECT_THAT(trace.boxes_of(2), ElementsAre(Aabb{{6, 5}, {7, 6}}));
}

TEST(BoxTraceFile, the_order_of_the_rows_does_not_matter) {
  std::vector<std::string> rows;
  for (int frame = -3; frame < 4; ++frame)
    for (int id = 0; id < 5; ++id)
      rows.push_back(
          row_text({frame * 10, id * id - 3, frame, id, 9, 9, (frame + id + 9) % 2, id + 1, 7}));
  const auto text = [&] {
    return std::accumulate(rows.begin(), rows.end(),
                           std::string("frame,id,min_x,min_y,max_x,max_y,static,category,mask\n"));
  };
  const BoxRecording in_order = accepted(text());
  ASSERT_EQ(in_order.size(), 7u);
  EXPECT_EQ(in_order.filters_of(3)[4], (Filter{5, 7}));
  EXPECT_EQ(in_order.statics_of(3)[4], 1);
  Random random(1);
  for (int turn = 0; turn < 20; ++turn) {
    for (std::size_t i = rows.size(); i > 1; --i)
      std::swap(rows[i - 1], rows[random.below(static_cast<std::uint32_t>(i))]);
    EXPECT_EQ(accepted(text()), in_order) << text();
  }
}

TEST(BoxTraceFile, an_id_twice_in_a_frame_is_refused_with_both_lines) {
  EXPECT_EQ(refused(trace_with("5,1,0,0,1,1\n6,1,0,0,1,1\n5,2,0,0,1,1\n5,1,3,3,4,4\n")),
            "boxes.csv:5: id 1 is already in frame 5, on line 2; ids must be unique in a frame");
}

TEST(BoxTraceFile, the_first_duplicate_in_the_file_is_the_one_reported) {
  EXPECT_THAT(refused(trace_with("9,2,0,0,1,1\n9,2,0,0,1,1\n1,1,0,0,1,1\n1,1,0,0,1,1\n")),
              StartsWith("boxes.csv:3: id 2 is already in frame 9, on line 2"));
  EXPECT_THAT(refused(trace_with("9,2,0,0,1,1\n9,x,0,0,1,1\n9,2,0,0,1,1\n")),
              StartsWith("boxes.csv:3: id is 'x'"));
}

TEST(BoxTraceFile, a_frame_that_is_no_64_bit_integer_is_refused) {
  for (const std::string bad : {"", "a", "1.0", "1e3", "0x1"})
    EXPECT_EQ(refused(trace_with(bad + ",1,0,0,1,1")),
              "boxes.csv:2: frame is '" + bad + "', it must be an integer");
  EXPECT_EQ(
      refused(trace_with("9223372036854775808,1,0,0,1,1")),
      "boxes.csv:2: frame 9223372036854775808 is too large, frames are 64-bit signed integers");
  EXPECT_THAT(accepted(trace_with("9223372036854775807,1,0,0,1,1\n"
                                  "-9223372036854775808,1,0,0,1,1\n"))
                  .frames,
              ElementsAre(INT64_MIN, INT64_MAX));
}

// ---- names and quotes

TEST(BoxHeader, names_are_known_in_any_letter_case_and_in_quotes) {
  const std::string rows = "4,-2,1,2,3,4\n";
  const BoxRecording plain = accepted("frame,id,min_x,min_y,max_x,max_y\n" + rows);
  for (const std::string header : {"Frame,ID,Min_X,MIN_Y,max_X,Max_y",
                                   "\"frame\",\"id\",\"min_x\",\"min_y\",\"max_x\",\"max_y\"",
                                   " \"FRAME\" , \" Id \",min_x,min_y,max_x,max_y"})
    EXPECT_EQ(accepted(header + "\n" + rows), plain) << header;
  EXPECT_THAT(refused("id,ID,min_x,min_y,max_x,max_y\n"),
              StartsWith("boxes.csv:1: duplicate column 'id'"));
}

TEST(BoxFile, fields_may_stand_in_quotes) {
  const BoxRecording trace = accepted(
      "id,name,min_x,min_y,max_x,max_y\n"
      "\"7\", \"wall, the \"\"left\"\" one\" ,\"0.5\",\" 1 \",2,\"3\"\n"
      "8,\"\",0,0,1,1\n");
  EXPECT_THAT(trace.ids, ElementsAre(7, 8));
  EXPECT_THAT(trace.boxes, ElementsAre(Aabb{{0.5f, 1}, {2, 3}}, Aabb{{0, 0}, {1, 1}}));
  EXPECT_EQ(refused(with_row("1,\"x\",0,1,1")),
            "boxes.csv:2: min_x is 'x', it must be a finite float32 number");
}

TEST(BoxFile, a_quote_that_is_not_closed_is_refused) {
  for (const std::string bad : {"1,\"0,0,1,1", "1,\"0\"5,0,1,1", "\"1,0,0,1,1", "1,0,0,1,\""})
    EXPECT_EQ(refused(with_row(bad)),
              "boxes.csv:2: a quote is not closed before the end of its field")
        << bad;
  EXPECT_THAT(refused("\"id,min_x,min_y,max_x,max_y\n"), StartsWith("boxes.csv:1: a quote is not"));
}

TEST(BoxHeader, a_missing_column_is_looked_for_under_other_names) {
  for (const auto& [header, column, meant] :
       {std::tuple{"id,mn_x,min_y,max_x,max_y", "min_x", "mn_x"},
        {"id,mni_x,min_y,max_x,max_y", "min_x", "mni_x"},
        {"id,left,top,rihgt,bottom", "max_x", "rihgt"},
        {"id,x,y,width,hight", "height", "hight"},
        {"entity,min_x,min_y,max_x,max_y", "id", "entity"}})
    EXPECT_EQ(refused(std::string(header) + "\n1,0,0,1,1\n"),
              "boxes.csv:1: the header has no column '" + std::string(column) +
                  "'; did you mean '" + meant +
                  "'? Rename it, it needs id,min_x,min_y,max_x,max_y in any order");
  EXPECT_EQ(refused("id,color,min_y,max_x,max_y\n"),
            "boxes.csv:1: the header has no column 'min_x' but the unknown 'color', it needs "
            "id,min_x,min_y,max_x,max_y in any order");
}

TEST(BoxHeader, a_frame_column_of_another_name_is_named_when_ids_repeat) {
  for (const std::string name :
       {"frames", "Frames", "frme", "farme", "frame_number", "step", "STEP", "tick", "time", "t"}) {
    const std::string file =
        "# c\n" + name + ",id,min_x,min_y,max_x,max_y\n1,5,0,0,1,1\n2,5,0,0,1,1\n";
    EXPECT_EQ(refused(file),
              "boxes.csv:4: id 5 is already on line 3, ids must be unique; a recording of many "
              "frames has a column 'frame'; did you mean '" +
                  name + "'? Rename it");
  }
  // Where no id is there twice, the column is one of the many that are ignored.
  EXPECT_THAT(accepted("step,id,min_x,min_y,max_x,max_y\n1,5,0,0,1,1\n").ids, ElementsAre(5));
  EXPECT_THAT(refused("name,id,min_x,min_y,max_x,max_y\n1,5,0,0,1,1\n2,5,0,0,1,1\n"),
              StartsWith("boxes.csv:3: id 5 is already on line 2"));
  EXPECT_THAT(refused("step,frame,id,min_x,min_y,max_x,max_y\n1,1,5,0,0,1,1\n2,1,5,0,0,1,1\n"),
              StartsWith("boxes.csv:3: id 5 is already in frame 1"));
}

// ---- rules and unit

TEST(BoxRules, are_read_where_their_columns_are) {
  const BoxRecording trace = accepted(
      "mask,id,min_x,min_y,max_x,max_y,Static,category\n"
      "65535,2,0,0,1,1,true,0\n0xFFfe,1,0,0,1,1,0,0x10\n+7,3,0,0,1,1,FALSE,\"65535\"\n0X0,4,0,0,1,"
      "1,1,1\n");
  EXPECT_THAT(trace.ids, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(trace.filters,
              ElementsAre(Filter{16, 0xFFFE}, Filter{0, 65535}, Filter{65535, 7}, Filter{1, 0}));
  EXPECT_THAT(trace.is_static, ElementsAre(0, 1, 0, 1));
}

TEST(BoxRules, that_are_absent_cost_nothing) {
  const BoxRecording plain = accepted(with_row("1,0,0,1,1\n"));
  EXPECT_TRUE(plain.filters.empty());
  EXPECT_TRUE(plain.is_static.empty());
  const BoxRecording masked = accepted("id,min_x,min_y,max_x,max_y,mask\n1,0,0,1,1,6\n");
  EXPECT_THAT(masked.filters, ElementsAre(Filter{1, 6}));
  EXPECT_TRUE(masked.is_static.empty());
  EXPECT_THAT(accepted("id,min_x,min_y,max_x,max_y,category\n1,0,0,1,1,6\n").filters,
              ElementsAre(Filter{6, 0xFFFFFFFF}));
}

// What engines write by default, and their highest bits.
TEST(BoxRules, sets_have_32_bits_signed_or_not) {
  const BoxRecording trace = accepted(
      "id,min_x,min_y,max_x,max_y,category,mask,group\n1,0,0,1,1,65536,4294967295,-3\n"
      "2,0,0,1,1,0x80000000,-1,2147483647\n3,0,0,1,1,-2147483648,0xFFFFFFFF,0\n");
  EXPECT_THAT(trace.filters,
              ElementsAre(Filter{65536, 0xFFFFFFFF, -3}, Filter{0x80000000, 0xFFFFFFFF, 2147483647},
                          Filter{0x80000000, 0xFFFFFFFF, 0}));
  EXPECT_EQ(parse_box_recording(box_recording_text(trace), "again")->filters, trace.filters);
}

TEST(BoxRules, names_of_engines_are_read_as_what_they_are) {
  for (const char* names : {"isStatic,categoryBits,maskBits,groupIndex",
                            "is_static,collision_layer,collision_mask,group",
                            "STATIC,collisionCategory,collisionMask,group"}) {
    const BoxRecording trace =
        accepted(std::string("id,min_x,min_y,max_x,max_y,") + names + "\n1,0,0,1,1,1,2,6,-4\n");
    EXPECT_THAT(trace.filters, ElementsAre(Filter{2, 6, -4})) << names;
    EXPECT_THAT(trace.is_static, ElementsAre(1)) << names;
  }
  EXPECT_THAT(refused("id,min_x,min_y,max_x,max_y,mask,maskBits\n"),
              StartsWith("boxes.csv:1: duplicate column 'mask'"));
}

TEST(BoxRules, sets_of_64_bits_are_read_where_their_upper_half_decides_no_pair) {
  const std::string head = "id,min_x,min_y,max_x,max_y,category,mask\n";
  EXPECT_THAT(accepted(head + "1,0,0,1,1,1,18446744073709551615\n"
                              "2,0,0,1,1,0x4,0xFFFFFFFFFFFFFFFF\n3,0,0,1,1,2,0x100000005\n"
                              "4,0,0,1,1,-1,4294967295\n5,0,0,1,1,0x800000001,1\n")
                  .filters,
              ElementsAre(Filter{1, 0xFFFFFFFF}, Filter{4, 0xFFFFFFFF}, Filter{2, 5},
                          Filter{0xFFFFFFFF, 0xFFFFFFFF}, Filter{1, 1}));
  const std::string why = " and its bits above the lowest 32 decide pairs; use the lowest 32";
  EXPECT_EQ(refused(head + "1,0,0,1,1,1,-1\n2,0,0,1,1,0x100000000,1\n"),
            "boxes.csv:3: category is '0x100000000' of id 2," + why);
  EXPECT_EQ(refused(head + "1,0,0,1,1,8589934593,1\n2,0,0,1,1,1,8589934594\n"),
            "boxes.csv:3: mask is '8589934594' of id 2," + why);
  EXPECT_THAT(refused("id,x,y,w,h,category\n7,0,0,1,1,4294967296\n"), HasSubstr("of id 7"));
}

TEST(BoxRules, layer_is_the_number_of_one_unless_it_cannot_be) {
  const auto read = [](const std::string& layers) {
    return accepted("id,min_x,min_y,max_x,max_y,Layer\n" + layers);
  };
  const BoxRecording numbers = read("1,0,0,1,1,0\n2,0,0,1,1,31\n");
  EXPECT_THAT(numbers.filters, ElementsAre(Filter{1}, Filter{0x80000000}));
  EXPECT_THAT(numbers.notes, ElementsAre(HasSubstr("the category is 1 << layer; call the column")));
  const BoxRecording bits = read("1,0,0,1,1,1\n2,0,0,1,1,32\n");
  EXPECT_THAT(bits.filters, ElementsAre(Filter{1}, Filter{32}));
  EXPECT_THAT(bits.notes, ElementsAre(HasSubstr("read as the bits of category")));
}

TEST(BoxRules, that_keep_a_box_from_all_others_are_said_with_their_number_and_cause) {
  const auto note = [](const std::string& rows) {
    const auto notes =
        accepted("frame,id,min_x,min_y,max_x,max_y,category,mask,group\n" + rows).notes;
    return notes.empty() ? std::string() : notes.back().english();
  };
  const std::string meet = "1,1,0,0,1,1,1,-1,0\n1,2,0,0,1,1,2,-1,0\n";
  EXPECT_EQ(note(meet), "");
  EXPECT_EQ(note("1,1,0,0,1,1,0,0,0\n"), "");  // there is no other box
  EXPECT_EQ(note(meet + "1,3,0,0,1,1,0,-1,0\n1,4,0,0,1,1,1,0,0\n2,3,0,0,1,1,0,-1,0\n"),
            "2 boxes can meet no other: 1 with category 0, 1 with mask 0");
  // A box that is switched off for a time is none of them.
  EXPECT_EQ(note(meet + "2,1,0,0,1,1,0,-1,0\n"), "");
  EXPECT_EQ(note("1,1,0,0,1,1,1,-1,-3\n1,2,0,0,1,1,1,-1,-3\n1,3,0,0,1,1,1,-1,-3\n"),
            "3 boxes can meet no other: 3 in a group below 0 with all that it could meet");
  EXPECT_EQ(note(meet + "1,5,0,0,1,1,4,8,0\n"),
            "1 box can meet no other: 1 whose category and mask fit no other");
}

TEST(BoxRules, one_mask_may_be_enough) {
  const std::string rows = with_row("1,0,0,1,1");
  EXPECT_EQ(accepted(rows).rule, FilterRule::both);
  EXPECT_EQ(accepted("# rule: both\n" + rows).rule, FilterRule::both);
  const BoxRecording either = accepted("# unit: m\n#Rule: either\n" + rows);
  EXPECT_EQ(either.rule, FilterRule::either);
  EXPECT_EQ(parse_box_recording(box_recording_text(either), "again")->rule, FilterRule::either);
  EXPECT_THAT(refused("# rule: godot\n" + rows), StartsWith("boxes.csv:1: the rule is 'godot'"));
}

TEST(BoxRules, what_is_none_is_refused_with_line_and_column) {
  const auto row = [](const std::string& column, const std::string& value) {
    return refused("id,min_x,min_y,max_x,max_y," + column + "\n1,0,0,1,1," + value + "\n");
  };
  for (const std::string column : {"category", "mask"})
    for (const std::string bad :
         {"", "-2147483649", "18446744073709551616", "1.5", "0x", "0xg", "0x-1", "all", "1 2"})
      EXPECT_THAT(row(column, bad), StartsWith("boxes.csv:2: " + column + " is '" + bad + "'"));
  for (const std::string bad : {"", "2147483648", "-2147483649", "0x1", "1.5", "a"})
    EXPECT_THAT(row("group", bad), StartsWith("boxes.csv:2: group is '" + bad + "'"));
  for (const std::string bad : {"", "2", "yes", "-1", "tru", "truee"})
    EXPECT_EQ(row("static", bad),
              "boxes.csv:2: static is '" + bad + "', it must be 0 or 1, false or true");
  EXPECT_THAT(refused("id,min_x,min_y,max_x,max_y,mask,Mask\n"),
              StartsWith("boxes.csv:1: duplicate column 'mask'"));
}

TEST(BoxUnit, is_px_or_what_a_comment_before_the_header_says) {
  EXPECT_EQ(accepted(with_row("1,0,0,1,1")).unit, "px");
  for (const std::string comment :
       {"# unit: m", "#unit:m", "\t# UNIT :  m  ", "# made by us\n# unit: m\r\n# x"})
    EXPECT_EQ(accepted(comment + "\n" + with_row("1,0,0,1,1")).unit, "m") << comment;
  EXPECT_EQ(accepted("# unit: Meters\n" + with_row("")).unit, "Meters");
  EXPECT_EQ(accepted(with_row("# unit: m\n1,0,0,1,1")).unit, "px");
  EXPECT_EQ(accepted("# units are m\n# united: m\n" + with_row("1,0,0,1,1")).unit, "px");
}

TEST(BoxUnit, is_one_short_word) {
  for (const std::string bad : {"", "nautical miles", "centimeters", "m2", "<b>"})
    EXPECT_EQ(refused("# c\n# unit: " + bad + "\n" + with_row("1,0,0,1,1")),
              "boxes.csv:2: the unit is '" + bad +
                  "', it must be one word of at most 8 letters, as in # unit: m");
}

TEST(BoxTraceFile, of_every_kind_of_recording_reads_back_as_it_was_written) {
  BoxRecording lattice = test::exploding_lattice(1, 20, 30);
  lattice.unit = "m";
  for (const BoxRecording& trace :
       {test::quiet_then_fast(1, 20, 30), test::menu_then_game(1, 20, 30),
        test::growing_tumbler(1, 30, 40), test::shooter(1, 30, 12), test::settling_piles(1, 20, 30),
        lattice})
    EXPECT_EQ(accepted(test::csv_text(trace)), trace);
}

// ---- one box

TEST(Box, is_four_numbers) {
  EXPECT_EQ(*parse_box("1,2,3,4"), (Aabb{{1, 2}, {3, 4}}));
  EXPECT_EQ(*parse_box(" -1.5, 0 ,+1e2,.5 "), (Aabb{{-1.5f, 0}, {100, 0.5f}}));
  EXPECT_EQ(*parse_box("5,5,5,5"), (Aabb{{5, 5}, {5, 5}}));
}

TEST(Box, what_is_none_is_refused_with_the_rule) {
  const auto refusal = [](std::string_view text) {
    const auto box = parse_box(text);
    EXPECT_TRUE(box.failed()) << text;
    return box.failed() ? box.error().text : "accepted";
  };
  for (const std::string bad : {"", "1", "1,2,3", "1,2,3,4,5", "1 2 3 4"})
    EXPECT_EQ(refusal(bad), "'" + bad + "' is not a box; a box is min_x,min_y,max_x,max_y");
  EXPECT_EQ(refusal("0,x,1,1"), "min_y is 'x', it must be a finite float32 number");
  EXPECT_EQ(refusal("0,0,inf,1"), "max_x is 'inf', it must be a finite float32 number");
  EXPECT_EQ(refusal("3,0,1,1"), "max_x 1 is less than min_x 3, max must be at least min");
  EXPECT_EQ(refusal("0,3,1,1"), "max_y 1 is less than min_y 3, max must be at least min");
}

TEST(BoxWriter, one_frame_without_boxes_is_read_again_as_one) {
  const test::TemporaryFolder folder;
  const auto empty = std::make_shared<const BoxRecording>(
      *parse_box_recording("# unit: m\nid,min_x,min_y,max_x,max_y\n", "f"));
  ASSERT_EQ(empty->size(), 1u);
  ASSERT_FALSE(save_box_recording(folder / "f.csv", RecordingPlayback(empty, "f", "", 0)).failed());
  const auto again = load_box_recording(folder / "f.csv");
  ASSERT_FALSE(again.failed()) << again.error().text;
  EXPECT_EQ(*again, *empty);
}

TEST(BoxFile, a_line_has_so_many_bytes_at_most) {
  const std::string head = "id,min_x,min_y,max_x,max_y\n";
  const std::string longest = "1,0,0,1,1" + std::string(kMaxBoxLine - 9, ' ');
  EXPECT_FALSE(parse_box_recording(head + longest, "f").failed());
  const auto refused = parse_box_recording(head + longest + " ", "f");
  ASSERT_TRUE(refused.failed());
  EXPECT_THAT(refused.error().text,
              testing::StartsWith("f:2: the line is longer than 65536 bytes"));
}

}  // namespace box_file_test
}  // namespace phasebox
