// SPDX-License-Identifier: MIT
// Boxes in the forms that games, trackers and tables have, each with the sides it must have.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/random.hpp"
#include "io/boxes/box_file.hpp"
#include "io/boxes/box_follower.hpp"
#include "io/boxes/box_header.hpp"
#include "io/boxes/box_rows.hpp"
#include "io/boxes/box_writer.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace box_forms_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

BoxRecording accepted(const std::string& text, const std::string& name = "boxes.csv",
                      BoxOrigin origin = BoxOrigin::unsaid) {
  auto read = parse_box_recording(text, name, {{}, origin});
  EXPECT_FALSE(read.failed()) << text << "\n" << read.error().text;
  return read.failed() ? BoxRecording{} : *std::move(read);
}

std::string refused(const std::string& text) {
  const auto read = parse_box_recording(text, "boxes.csv");
  EXPECT_TRUE(read.failed()) << text;
  return read.failed() ? read.error().text : "accepted";
}

const Aabb kBox{{10, 20}, {14, 26}};

TEST(BoxForm, a_box_is_read_from_what_its_engine_writes) {
  for (const std::string text :
       {"id,minx,miny,maxx,maxy\n1,10,20,14,26\n", "id,Left,Top,Right,Bottom\n1,10,20,14,26\n",
        "id,x1,y1,x2,y2\n1,10,20,14,26\n", "id,x0,y0,x1,y1\n1,10,20,14,26\n",
        "id,left,top,w,h\n1,10,20,4,6\n", "id,right,bottom,width,height\n1,14,26,4,6\n",
        "id,center_x,center_y,half_width,half_height\n1,12,23,2,3\n",
        "id,cx,cy,hw,hh\n1,12,23,2,3\n", "id,x,y,halfWidth,halfHeight\n1,12,23,2,3\n",
        "id,cx,cy,width,height\n1,12,23,4,6\n", "object_id,x,y,max_x,max_y\n1,10,20,14,26\n",
        "id,x,width,y,max_y\n1,10,4,20,26\n"}) {
    const BoxRecording read = accepted(text);
    EXPECT_THAT(read.boxes, ElementsAre(kBox)) << text;
    EXPECT_THAT(read.ids, ElementsAre(1)) << text;
    EXPECT_THAT(read.notes, IsEmpty()) << text;
  }
}

TEST(BoxForm, names_are_sums_of_words_in_any_order_and_spelling) {
  for (const std::string text :
       {"instance_id,bbox left,bbox top,bbox right,bbox bottom\n1,10,20,14,26\n",
        "BodyID,bounds.min.x,bounds.min.y,bounds.max.x,bounds.max.y\n1,10,20,14,26\n",
        "id,lowerBound.x,lowerBound.y,upperBound.x,upperBound.y\n1,10,20,14,26\n",
        "id,aabb_min_x,aabb_min_y,aabb_max_x,aabb_max_y\n1,10,20,14,26\n",
        "id,xtl,ytl,xbr,ybr\n1,10,20,14,26\n", "id,l,t,r,b\n1,10,20,14,26\n",
        "id,L,T,w,h\n1,10,20,4,6\n", "id,top_left_x,top_left_y,size.x,size.y\n1,10,20,4,6\n",
        "id,bounds.center.x,bounds.center.y,bounds.extents.x,bounds.extents.y\n1,12,23,2,3\n"}) {
    const BoxRecording read = accepted(text);
    EXPECT_THAT(read.boxes, ElementsAre(kBox)) << text;
    EXPECT_THAT(read.ids, ElementsAre(1)) << text;
    EXPECT_THAT(read.notes, IsEmpty()) << text;
  }
}

TEST(BoxForm, of_x_and_y_beside_a_size_is_guessed_with_a_note_or_said) {
  const std::string corner = "id,x,y,width,height\n1,10,20,4,6\n",
                    turned = "h,w,y,x,id\n6,4,20,10,1\n",
                    words = "id,position.x,position.y,boxW,boxH\n1,10,20,4,6\n";
  for (const std::string& text : {corner, turned, words}) {
    const BoxRecording guessed = accepted(text), said = accepted(text, "a.csv", BoxOrigin::corner);
    EXPECT_THAT(guessed.notes, ElementsAre(HasSubstr("--origin corner or center says it")));
    EXPECT_THAT(said.notes, IsEmpty());
    EXPECT_THAT(guessed.boxes, ElementsAre(kBox));
    EXPECT_THAT(said.boxes, ElementsAre(kBox));
  }
  for (const std::string text :
       {"id,x,y,w,h\n1,12,23,4,6\n", "# y: up\nid,x,y,w,h\n1,12,-23,4,6\n"}) {
    const BoxRecording read = accepted(text, "a.csv", BoxOrigin::center);
    EXPECT_THAT(read.boxes, ElementsAre(kBox)) << text;
    EXPECT_EQ(reading_of(read), (BoxReading{{}, BoxOrigin::center}));
  }
  const std::string mot = "1,7,12,23,4,6,1,1,0.98\n";
  EXPECT_THAT(accepted(mot, "gt.txt", BoxOrigin::center).boxes, ElementsAre(kBox));
  BoxStream stream("game", BoxOrigin::center);
  stream.give("frame,id,x,y,w,h\n1,1,12,23,4,6\n2,");
  stream.end();
  EXPECT_THAT(stream.take().at(0)->boxes, ElementsAre(kBox));
  for (const std::string text : {"id,left,top,w,h\n", "id,x,y,hw,hh\n", "<map/>"})
    EXPECT_EQ(parse_box_recording(text, "a", {{}, BoxOrigin::corner}).error().text,
              "a: only columns x, y, width, height leave open what --origin says");
}

TEST(BoxForm, the_sides_go_before_what_else_is_there) {
  const BoxRecording read =
      accepted("id,x,y,width,height,min_x,min_y,max_x,max_y\n1,0,0,1,1,10,20,14,26\n");
  EXPECT_THAT(read.boxes, ElementsAre(kBox));
  EXPECT_THAT(read.notes, ElementsAre("columns that are ignored: 'x', 'y', 'width', 'height'"));
}

TEST(BoxForm, a_name_with_an_unknown_word_or_a_letter_for_something_else_is_no_side) {
  const BoxRecording read = accepted(
      "id,x,y,max_x,max_y,r,b,l,t,wx,min_width,left_y,prev_min_x\n1,10,20,14,26,9,9,9,9,9,9,9,9\n");
  EXPECT_THAT(read.boxes, ElementsAre(kBox));
  EXPECT_THAT(read.notes, ElementsAre(StartsWith("columns that are ignored: 'r', 'b', 'l', 't'")));
}

TEST(BoxForm, words_above_as_many_numbers_are_a_header_of_unknown_names) {
  EXPECT_EQ(refused("loading\nnr,links,oben,rechts,unten\n1,10,20,14,26\n"),
            "boxes.csv:2: the header has no column 'id' but the unknown 'nr', 'links', 'oben', "
            "'rechts', 'unten', it needs id,min_x,min_y,max_x,max_y in any order");
}

TEST(BoxForm, y_upwards_is_turned_and_said) {
  for (const std::string text : {"# y: up\nid,min_x,min_y,max_x,max_y\n1,10,-26,14,-20\n",
                                 "#Y:up\nid,left,top,right,bottom\n1,10,-20,14,-26\n",
                                 "# y: up\nid,left,bottom,width,height\n1,10,-26,4,6\n",
                                 "# y: up\nid,left,top,width,height\n1,10,-20,4,6\n"}) {
    const BoxRecording read = accepted(text);
    EXPECT_THAT(read.boxes, ElementsAre(kBox)) << text;
    EXPECT_THAT(read.notes, ElementsAre(StartsWith("y points up"))) << text;
  }
  EXPECT_THAT(refused("# y: north\nid,x,y,w,h\n"),
              StartsWith("boxes.csv:1: y is 'north', it must be up or down"));
}

TEST(BoxForm, a_size_below_zero_is_refused) {
  EXPECT_EQ(refused("id,x,y,w,h\n1,0,0,-4,6\n"),
            "boxes.csv:2: width is '-4', it must be at least 0 and not that large");
  EXPECT_THAT(refused("id,x,y,w,h\n1,3e38,0,3e38,6\n"), StartsWith("boxes.csv:2: width is '3e38'"));
  EXPECT_THAT(accepted("id,x,y,w,h\n1,5,5,0,0\n").boxes, ElementsAre(Aabb{{5, 5}, {5, 5}}));
}

TEST(BoxForm, rows_of_mot_need_no_header) {
  const std::string rows = "1,7,10,20,4,6,1,1,0.98\n1,2,0,0,5,5,0,7,1\n2,7,11,20,4,6,1,1,1\n";
  const BoxRecording read = accepted(rows, "seq/gt.txt");
  EXPECT_THAT(read.frames, ElementsAre(1, 2));
  EXPECT_THAT(read.ids, ElementsAre(2, 7, 7));
  EXPECT_EQ(read.boxes[1], kBox);
  EXPECT_THAT(read.notes, ElementsAre("no header; read as MOT's frame,id,x,y,width,height"));
  EXPECT_TRUE(names_frames(rows));
  EXPECT_TRUE(has_box_name("MOT17-02/gt/gt.txt"));
  // Nine numbers may as well be a recording of our own that has lost its header.
  EXPECT_THAT(refused(rows), StartsWith("boxes.csv:1: no header: the first line is numbers"));
}

TEST(BoxForm, detections_without_identity_are_numbered_in_each_frame_and_said) {
  const std::string rows = "1,-1,10,20,4,6\n2,-1,0,0,5,5\n1,-1,1,1,2,2\n";
  const std::string whole =
      "1,-1,10,20,4,6,9,-1,-1,-1\n2,-1,0,0,5,5,8,-1,-1,-1\n1,-1,1,1,2,2,7,-1,-1,-1\n";
  const std::string named = "frame,id,left,top,w,h\n" + rows;
  for (const auto& [text, name] :
       {std::pair(rows, "det/det.txt"), {whole, "det.txt"}, {named, "a.csv"}}) {
    const BoxRecording read = accepted(text, name);
    EXPECT_THAT(read.ids, ElementsAre(1, 2, 1)) << name;
    EXPECT_THAT(read.boxes, ElementsAre(kBox, Aabb{{1, 1}, {3, 3}}, Aabb{{0, 0}, {5, 5}})) << name;
    ASSERT_FALSE(read.notes.empty());
    EXPECT_THAT(read.notes.back(), StartsWith("all ids are -1: boxes are numbered in each frame"));
  }
  EXPECT_THAT(accepted("frame,id,left,top,w,h\n1,-1,0,0,1,1\n2,-1,0,0,1,1\n").ids,
              ElementsAre(-1, -1));
  EXPECT_THAT(refused(named + "1,3,0,0,1,1\n"), HasSubstr("id -1 is already in frame 1"));
  EXPECT_THAT(refused(rows), StartsWith("boxes.csv:1: no header: the first line is numbers"));
  EXPECT_TRUE(names_frames(rows));
  BoxStream stream("game");
  stream.give("frame,id,left,top,w,h\n1,-1,0,0,1,1\n1,-1,0,0,1,1\n2,-1,");
  stream.end();
  EXPECT_THAT(stream.take().at(0)->ids, ElementsAre(1, 2));
  EXPECT_THAT(stream.notes(), ElementsAre(StartsWith("all ids are -1")));
}

// ---- notes

TEST(BoxNotes, name_each_column_that_is_ignored_with_a_guess) {
  EXPECT_THAT(accepted("id,min_x,min_y,max_x,max_y,hp,catgory,step\n1,0,0,1,1,9,2,3\n").notes,
              ElementsAre("columns that are ignored: 'hp', 'catgory' (did you mean 'category'?), "
                          "'step' (did you mean 'frame'?)"));
  EXPECT_THAT(accepted("id,min_x,min_y,max_x,max_y,is_static_body,name\n1,0,0,1,1,1,a\n").notes,
              ElementsAre("columns that are ignored: 'is_static_body' (did you mean 'static'?), "
                          "'name'"));
  EXPECT_THAT(accepted("frame,id,min_x,min_y,max_x,max_y,static,mask\n").notes, IsEmpty());
}

TEST(BoxNotes, lines_before_the_header_are_skipped_and_counted) {
  const std::string banner = "pygame 2.5.2 (SDL 2.28.3)\nHello, from the pygame community\n";
  const BoxRecording read = accepted(banner + "# unit: m\nid,left,top,w,h\n1,10,20,4,6\n");
  EXPECT_THAT(read.boxes, ElementsAre(kBox));
  EXPECT_EQ(read.unit, "m");
  EXPECT_THAT(read.notes, ElementsAre("2 lines before the header are skipped; the first is "
                                      "'pygame 2.5.2 (SDL 2.28.3)'"));
  EXPECT_THAT(refused(banner), StartsWith("boxes.csv: no header line (the first is 'pygame 2.5.2"));
  std::string endless;
  for (int k = 0; k < 1000; ++k) endless += "loading\n";
  EXPECT_THAT(refused(endless + "id,x,y,w,h\n"),
              HasSubstr("no header line (the first is 'loading')"));
}

TEST(BoxNotes, of_a_game_that_is_followed_come_with_it) {
  BoxStream stream("game");
  stream.give("Godot Engine v4.2\n\nframe,id,left,top,w,h,hp\n1,1,10,20,4,6,3\n2,1,10,20,4,6,3\n");
  EXPECT_THAT(stream.notes(), ElementsAre(StartsWith("1 line before the header is skipped"),
                                          "columns that are ignored: 'hp'"));
  EXPECT_THAT(stream.take().at(0)->boxes, ElementsAre(kBox));
}

// A game at 60 pictures a second writes every `standing` pictures the same frame; a wall and two
// boxes that move. Before frame `shift` the origin is moved.
std::string game(int frames, int standing, int shift) {
  std::string text = "frame,id,left,top,w,h\n";
  for (int frame = 0; frame < frames; ++frame) {
    const int step = frame / standing, origin = frame < shift ? 0 : -4096;
    text += fmt::format("{0},1,{1},0,8,200\n{0},2,{2},50,4,4\n{0},3,{1},{3},4,4\n", frame,
                        100 + origin, origin + 9 * step, 300 - 3 * step);
  }
  return text;
}

TEST(BoxNotes, say_how_many_frames_repeat_the_one_before) {
  EXPECT_THAT(accepted(game(40, 2, 99)).notes,
              ElementsAre(StartsWith("20 of 40 frames repeat the one before")));
  EXPECT_THAT(accepted(game(40, 3, 99)).notes, ElementsAre(StartsWith("26 of 40 frames repeat")));
  EXPECT_THAT(accepted(game(40, 1, 99)).notes, IsEmpty());
  EXPECT_THAT(accepted(game(40, 20, 99)).notes, IsEmpty()) << "boxes at rest";
}

TEST(BoxNotes, say_where_the_origin_is_shifted_and_nothing_is_swept_there) {
  const BoxRecording plain = accepted(game(40, 1, 99)), shifted = accepted(game(40, 1, 20));
  EXPECT_THAT(
      shifted.notes,
      ElementsAre(StartsWith("all boxes jump by one vector after 1 frame (the first is 19)")));
  const BoxRecording all = swept(plain), some = swept(shifted);
  std::size_t fewer = 0;
  for (std::size_t row = 0; row < all.boxes.size(); ++row) {
    const Vec2 a = all.boxes[row].max - all.boxes[row].min;
    const Vec2 b = some.boxes[row].max - some.boxes[row].min;
    if (a == b) continue;
    EXPECT_EQ(all.frames[row / 3], 19);
    ++fewer;
  }
  EXPECT_EQ(fewer, 2u) << "the wall does not move";
}

// ---- separators, encodings

TEST(BoxText, semicolons_and_tabs_separate_and_then_a_comma_is_a_point) {
  for (const std::string text :
       {"id;x;y;w;h\n1;10,0;2,0e1;4;6,00\n", "id\tx\ty\tw\th\n1\t10\t20,0\t4\t6\n",
        "sep=;\nid;x;y;w;h\n1;10;20;4;6\n", "sep=,\r\nid,x,y,w,h\r\n1,10,20,4,6\r\n",
        "id;\"x\";y;w;h\n\"1\";\"10,0\";20;4;6\n"})
    EXPECT_THAT(accepted(text).boxes, ElementsAre(kBox)) << text;
  EXPECT_THAT(accepted("id;min_x;min_y;max_x;max_y\n1;-0,5;,25;1e-3;2,5\n").boxes,
              ElementsAre(Aabb{{-0.5f, 0.25f}, {0.001f, 2.5f}}));
  EXPECT_EQ(refused("id;x;y;w;h\n1;1.234,5;0;1;1\n"),
            "boxes.csv:2: x is '1.234,5', it must be a finite float32 number");
}

TEST(BoxText, empty_fields_between_tabs_are_fields) {
  const BoxRecording read = accepted("note\tid\tx\ty\tw\th\tname\n\t1\t10\t20\t4\t6\t\n");
  EXPECT_THAT(read.boxes, ElementsAre(kBox));
}

TEST(BoxText, lines_may_end_in_carriage_returns_alone) {
  const BoxRecording read = accepted("# c\rid,x,y,w,h\r1,10,20,4,6\r2,10,20,4,6");
  EXPECT_THAT(read.boxes, ElementsAre(kBox, kBox));
  EXPECT_THAT(refused("id,x,y,w,h\r1,10,20,4,6\r2,10,20,4\r"),
              StartsWith("boxes.csv:3: fields: 4, the header has 5"));
}

TEST(BoxText, what_cannot_be_read_is_called_by_its_cause) {
  const std::string header = "id,min_x,min_y,max_x,max_y\n";
  std::string utf16 = "\xFF\xFE", without_mark;
  for (const char c : header) utf16 += {c, '\0'}, without_mark += {c, '\0'};
  for (const std::string& text : {utf16, without_mark})
    EXPECT_EQ(refused(text), "boxes.csv: it is no text, or text in UTF-16; save it as UTF-8");
  EXPECT_THAT(refused("1,0,0,1,1\n2,0,0,1,1\n"), StartsWith("boxes.csv:1: no header: the first"));
  EXPECT_THAT(refused("id min_x min_y max_x max_y\n1 0 0 1 1\n"),
              StartsWith("boxes.csv: no header line (the first is 'id min_x min_y max_x max_y'"));
}

// ---- far away

struct FarWorld {
  std::string text;
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;  // as doubles have them
};

// 400 boxes of 16 px at a place where float32 knows whole multiples of 4 only.
FarWorld far_world(double x0, double y0) {
  Random random(7);
  std::vector<std::pair<double, double>> at;
  FarWorld world{"id,min_x,min_y,max_x,max_y\n", {}};
  for (int id = 0; id < 400; ++id) {
    const double x = x0 + random.below(30'000) / 64.0, y = y0 + random.below(30'000) / 64.0;
    world.text += fmt::format("{},{},{},{},{}\n", id, x, y, x + 16, y + 16);
    for (std::size_t k = 0; k < at.size(); ++k)
      if (std::abs(at[k].first - x) < 16 && std::abs(at[k].second - y) < 16)
        world.pairs.emplace_back(k, id);
    at.emplace_back(x, y);
  }
  std::ranges::sort(world.pairs);
  return world;
}

std::vector<std::pair<std::int64_t, std::int64_t>> pairs_of(const BoxRecording& read) {
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  for (std::size_t a = 0; a < read.boxes.size(); ++a)
    for (std::size_t b = a + 1; b < read.boxes.size(); ++b)
      if (overlaps(read.boxes[a], read.boxes[b])) pairs.emplace_back(read.ids[a], read.ids[b]);
  return pairs;
}

TEST(FarBoxes, lose_no_pair) {
  for (const auto& [x, y] : {std::pair{5e7, 5e7}, {-5e7, 0.0}, {3.0, 1e9}, {5e12, -7e11}}) {
    const FarWorld world = far_world(x, y);
    const BoxRecording read = accepted(world.text);
    EXPECT_GT(world.pairs.size(), 200u);
    EXPECT_EQ(pairs_of(read), world.pairs) << x;
    EXPECT_THAT(read.notes, IsEmpty());
  }
}

TEST(FarBoxes, among_which_some_are_parked_at_zero_lose_no_pair) {
  FarWorld world = far_world(5e7, 5e7);
  world.text += "400,0,0,16,16\n401,-64,0,-48,16\n";
  const BoxRecording read = accepted(world.text);
  EXPECT_EQ(pairs_of(read), world.pairs);
}

TEST(FarBoxes, are_written_where_they_are_and_read_again_as_the_same) {
  const test::TemporaryFolder folder;
  const auto read = std::make_shared<const BoxRecording>(accepted(far_world(5e7, -3e9).text));
  ASSERT_FALSE(
      save_box_recording(folder / "far.csv", RecordingPlayback(read, "far", "", 0)).failed());
  const std::string text = test::content_of(folder / "far.csv");
  EXPECT_THAT(text, HasSubstr("\n0,0,50000"));
  const BoxRecording again = accepted(text);
  EXPECT_EQ(again, *read);
  EXPECT_EQ(box_recording_text(again), text);
  EXPECT_EQ(
      *parse_box("50000000,-3000000000,50000016,-2999999984", read->offset),
      (Aabb{{static_cast<float>(5e7 - read->offset[0]), static_cast<float>(-3e9 - read->offset[1])},
            {static_cast<float>(5e7 + 16 - read->offset[0]),
             static_cast<float>(-3e9 + 16 - read->offset[1])}}));
}

TEST(FarBoxes, that_lie_too_far_apart_are_said_to_be_so_once) {
  const BoxRecording read = accepted(
      "id,left,top,w,h\n1,50000001,0,16,16\n2,1,0,16,16\n3,-50000001,0,16,16\n4,30000001,0,16,"
      "16\n");
  EXPECT_THAT(read.offset, ElementsAre(0, 0));
  EXPECT_THAT(read.notes,
              ElementsAre("float32 moves sides by up to 1 px, and the smallest box has 16 px; "
                          "pairs may be lost"));
}

// What float32 has written is what float32 reads: such a file stays as it is.
TEST(FarBoxes, of_a_program_with_float32_are_read_as_they_were) {
  Random random(3);
  BoxRecording written;
  written.frames = {0};
  for (int id = 0; id < 300; ++id) {
    const Vec2 at{1e9f + static_cast<float>(random.below(30'000)), random.uniform(0, 1)};
    written.ids.push_back(id), written.boxes.push_back({at, at + Vec2{64, 1e-3f}});
  }
  written.begins = {0, written.ids.size()};
  EXPECT_EQ(accepted(box_recording_text(written)), written);
}

/// The rows of a box file as a frame that is followed.
std::string followed_rows(int frame, std::string_view text) {
  std::string rows;
  text.remove_prefix(text.find('\n') + 1);
  for (; !text.empty(); text.remove_prefix(text.find('\n') + 1))
    rows += fmt::format("{},{}", frame, text.substr(0, text.find('\n') + 1));
  return rows;
}

// The first box alone, a wall of 100 px at zero, would choose no origin.
TEST(FarBoxes, of_a_game_that_is_followed_lose_no_pair) {
  const FarWorld world = far_world(5e7, 5e7);
  const std::string header = "frame,id,min_x,min_y,max_x,max_y\n", wall = "1,400,0,0,100,100\n";
  BoxStream stream("game");
  for (int start = 0; start < 2; ++start)
    stream.give(header + wall + followed_rows(1, world.text) + followed_rows(2, world.text));
  stream.end();
  const auto frames = stream.take();
  ASSERT_EQ(frames.size(), 4u);
  for (const BoxFrame& frame : frames) EXPECT_EQ(pairs_of(*frame), world.pairs);
}

}  // namespace box_forms_test
}  // namespace phasebox
