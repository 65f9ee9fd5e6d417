// SPDX-License-Identifier: MIT
// Boxes in JSON are those of the same data in CSV, in each form that notebooks and engines write.
#include "io/boxes/json_boxes.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/random.hpp"
#include "base/text.hpp"
#include "io/boxes/box_content.hpp"
#include "io/boxes/box_file.hpp"
#include "io/boxes/box_follower.hpp"
#include "support/compress.hpp"
#include "support/files.hpp"

namespace phasebox {
namespace json_boxes_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

BoxRecording accepted(const std::string& text, const std::string& name = "boxes.json") {
  auto read = parse_box_recording(text, name);
  EXPECT_FALSE(read.failed()) << text.substr(0, 1000) << "\n" << read.error().text;
  return read.failed() ? BoxRecording{} : *std::move(read);
}

std::string refused(const std::string& text) {
  const auto read = parse_box_recording(text, "boxes.json");
  EXPECT_TRUE(read.failed()) << text.substr(0, 1000);
  return read.failed() ? read.error().text : "accepted";
}

const Aabb kBox{{10, 20}, {14, 26}};

/// The same boxes in each form.
struct Forms {
  std::string csv, lines, list, columns, pandas, frames, nested, frame_lines;
};

Forms forms_of(int frames, int boxes) {
  Random random(5);
  Forms made;
  made.csv = "frame,id,min_x,min_y,max_x,max_y,static,mask\n";
  const std::vector<std::string_view> names =
      split("frame,id,min_x,min_y,max_x,max_y,static,mask", ',');
  std::vector<std::vector<std::string>> columns(names.size());
  for (int frame = 0; frame < frames; ++frame) {
    std::string inner;
    for (int id = 0; id < boxes; ++id) {
      const double x = 5e7 + random.below(4000) / 64.0, y = random.below(4000) / 64.0;
      const std::string row =
          fmt::format("{},{},{},{},{},{},{},{}", frame, id, x, y, x + 16, y + 16.5,
                      id % 5 == 0 ? "true" : "false", random.below(4));
      made.csv += row + "\n";
      const std::vector<std::string_view> values = split(row, ',');
      std::string members;
      for (std::size_t k = 0; k < names.size(); ++k) {
        members += fmt::format("{}\"{}\": {}", k ? ", " : "", names[k], values[k]);
        columns[k].emplace_back(values[k]);
      }
      const std::string own = members.substr(members.find("\"id\""));
      made.lines += "{" + members + "}\n";
      made.list += (made.list.empty() ? "[\n  {" : "},\n  {") + members;
      inner += (inner.empty() ? "{" : ", {") + own + "}";
    }
    made.frames += fmt::format("{}[{}]", made.frames.empty() ? "[" : ",\n", inner);
    made.nested += fmt::format("{}{{\"frame\": {}, \"boxes\": [{}]}}",
                               made.nested.empty() ? "{\"frames\": [" : ", ", frame, inner);
    made.frame_lines += fmt::format("{{\"frame\": {}, \"boxes\": [{}]}}\n", frame, inner);
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::string values, numbered;
    for (std::size_t row = 0; row < columns[k].size(); ++row) {
      values += (row ? "," : "") + columns[k][row];
      numbered += fmt::format("{}\"{}\":{}", row ? "," : "", row, columns[k][row]);
    }
    const char* begin = k ? "," : "{";
    made.columns += fmt::format("{}\"{}\":[{}]", begin, names[k], values);
    made.pandas += fmt::format("{}\"{}\":{{{}}}", begin, names[k], numbered);
  }
  made.list += "}\n]\n";
  made.frames += "]";
  made.nested += "]}";
  made.columns += "}";
  made.pandas += "}";
  return made;
}

TEST(JsonBoxes, of_each_form_are_those_of_the_same_data_in_csv) {
  const Forms forms = forms_of(6, 40);
  const BoxRecording expected = accepted(forms.csv, "boxes.csv");
  ASSERT_NE(expected.offset[0], 0) << "far away, so that it is read again with an offset";
  for (const std::string& text : {forms.lines, forms.list, forms.columns, forms.pandas,
                                  forms.frames, forms.nested, forms.frame_lines}) {
    EXPECT_EQ(accepted(text), expected) << text.substr(0, 200);
    EXPECT_EQ(accepted("\xEF\xBB\xBF \n" + text), expected) << text.substr(0, 200);
    EXPECT_TRUE(names_frames(text)) << text.substr(0, 200);
    EXPECT_EQ(*decompressed_recording(test::gzipped(text), "a"), expected) << text.substr(0, 200);
  }
}

TEST(JsonBoxes, have_the_names_of_columns_and_those_in_objects_and_lists) {
  for (const std::string members :
       {R"("id":1,"min":{"x":10,"y":20},"max":{"x":14,"y":26})",
        R"("id":1,"min":[10,20],"max":[14,26])", R"("id":"1","aabb":[10,20,14,26])",
        R"("body":{"id":1},"rect":[10,20,4,6])", R"("id":1.0,"box_xyxy":[1e1,20,14,26])",
        R"("id":1,"bounds":{"center":{"x":12,"y":23,"z":9},"extents":{"x":2,"y":3,"z":9}})",
        R"("id":1,"lowerBound":{"x":10,"y":20},"upperBound":{"x":14,"y":26})",
        R"("points":[[1,2],[3,4]],"id":1,"x1":10,"y1":20,"x2":14,"y2":26,"tag":[1,2,3,4,5,6])"}) {
    for (const std::string& text : {"{" + members + "}", "[{" + members + "}]"}) {
      const BoxRecording read = accepted(text);
      EXPECT_THAT(read.boxes, ElementsAre(kBox)) << text;
      EXPECT_THAT(read.ids, ElementsAre(1)) << text;
      EXPECT_FALSE(names_frames(text));
    }
  }
  EXPECT_THAT(
      accepted(R"({"id":1,"x":10,"y":20,"w":4,"h":6,"trail":[1,2,3,4,5,6],"n":null})").notes,
      ElementsAre(HasSubstr("--origin corner"), "columns that are ignored: 'trail 4', 'n'"));
}

TEST(JsonBoxes, may_have_their_members_in_any_order_and_leave_out_what_is_ignored) {
  const std::string text =
      R"({"id":1,"x1":10,"y1":20,"x2":14,"y2":26,"hp":7}

{"y2":26,"x2":14,"y1":20,"x1":10,"id":2}
{"name":"a","id":3,"x1":10,"y1":20,"x2":14,"y2":26})";
  const BoxRecording read = accepted(text);
  EXPECT_THAT(read.ids, ElementsAre(1, 2, 3));
  EXPECT_THAT(read.boxes, ElementsAre(kBox, kBox, kBox));
}

TEST(JsonBoxes, a_fault_is_one_line_with_its_place_and_rule) {
  const std::string box = R"({"id":1,"x1":10,"y1":20,"x2":14,"y2":26})",
                    other = R"({"id":2,"x1":10,"y1":20,"x2":14,"y2":26})";
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = other;
    return changed.replace(changed.find(from), from.size(), to);
  };
  const std::vector<std::array<std::string, 3>> faults{
      {"\"x2\":14", "\"x2\":null", "max_x is 'null', it must be a finite float32 number"},
      {"\"x2\":14", "\"x2\":\"wide\"", "max_x is 'wide', it must be a finite"},
      {"\"x2\":14", "\"x2\":9", "max_x 9 is less than min_x 10"},
      {"\"id\":2", "\"id\":\"player\"", "id is 'player', it must be an integer"},
      {"\"id\":2", "\"id\":2.5", "id is '2.5', it must be an integer"},
      {"\"x2\":14,", "", "'x2' is missing, and the first box has it"},
      {"\"id\":2", "\"id\":2,\"mask\":1", "'mask' is not in the first box"}};
  for (const auto& [from, to, what] : faults) {
    EXPECT_THAT(refused(box + "\n\n" + with(from, to)), StartsWith("boxes.json:3: " + what));
    EXPECT_THAT(refused("[" + box + "," + with(from, to) + "]"),
                StartsWith("boxes.json: box 2: " + what));
  }
  const std::string nan = with("14", "NaN"), infinite = with("14", "-Infinity");
  EXPECT_EQ(refused(box + "\n" + nan),
            "boxes.json:2: NaN is no number of JSON, numbers must be finite");
  EXPECT_EQ(refused("[" + box + ",\n" + infinite + "]"),
            "boxes.json:2: Infinity is no number of JSON, numbers must be finite");
  EXPECT_EQ(refused(box + "\n" + box),
            "boxes.json:2: id 1 is already on line 1, ids must be unique; a recording of many "
            "frames has a column 'frame'");
  EXPECT_EQ(refused("[" + box + "," + box + "]"),
            "boxes.json: box 2: id 1 is already as box 1, ids must be unique; a recording of many "
            "frames has a column 'frame'");
  EXPECT_EQ(refused("[[" + box + "," + box + "]]"),
            "boxes.json: box 2: id 1 is already in frame 0, as box 1; ids must be unique in a "
            "frame");
}

TEST(JsonBoxes, what_is_no_box_is_said_to_be_none) {
  for (const std::string text : {"[]", "{}", "[[], []]", R"({"phasebox":1,"scene":"x"})"})
    EXPECT_EQ(refused(text),
              "boxes.json: no box in it; each box is an object with the members "
              "id,min_x,min_y,max_x,max_y")
        << text;
  EXPECT_THAT(refused(R"([{"title":"a"}])"),
              HasSubstr("has no column 'id' but the unknown 'title'"));
  EXPECT_THAT(refused(R"({"id":1,"bbox":[10,20,4,6]})"), HasSubstr("unknown 'bbox 0', 'bbox 1'"));
  EXPECT_THAT(refused(R"({"id":[1,2],"x":[1],"y":[1,2],"w":[1,2],"h":[1,2]})"),
              StartsWith("boxes.json: 'id' has 2 values and 'x' has 1"));
  EXPECT_THAT(refused(R"([{"id":1,"x":0,"y":0,"w":1,"h":1,"children":[{"id":2}]}])"),
              StartsWith("boxes.json: box 1: it has a list of boxes in it"));
  EXPECT_THAT(refused(R"([{"children":[{"id":2,"x":0,"y":0,"w":1,"h":1}],"id":1}])"),
              HasSubstr("it has a list of boxes in it"));
  EXPECT_THAT(refused("[{\"id\":1,\"x1\":10,\"y1\""), StartsWith("boxes.json:1: syntax error"));
}

TEST(JsonBoxes, that_are_hostile_are_refused_before_they_cost) {
  const std::string deep(1000, '[');
  EXPECT_THAT(refused(deep + "{"), HasSubstr("JSON is nested 64 levels deep at most"));
  std::string wide = "[{\"id\":1";
  for (int k = 0; k < 100'000; ++k) wide += fmt::format(",\"k{}\":0", k);
  EXPECT_THAT(refused(wide + "}]"), HasSubstr("it has more than 256 values"));
  std::string columns = "{\"id\":[1]";
  for (int k = 0; k < 1000; ++k) columns += fmt::format(",\"k{}\":[0]", k);
  EXPECT_THAT(refused(columns + "}"), HasSubstr("it has more than 256 values"));
  EXPECT_THAT(refused("{\"id\":1,\"x\":0,\"y\":0,\"w\":1,\"h\":1}\n{\"id\":2,\"n\":\"" +
                      std::string(70'000, 'x') + "\"}"),
              HasSubstr("boxes.json:2: the line is longer than 65536 bytes"));
}

TEST(JsonBoxes, one_per_line_are_followed_and_bad_lines_left_out) {
  const Forms forms = forms_of(3, 5);
  const BoxRecording expected = accepted(forms.csv, "boxes.csv");
  BoxStream stream("game");
  stream.give("loading {levels}\n");
  for (const char c : forms.lines + "{\"frame\": 2, \"id\": 9}\n{\"frame\": 2,\n")
    stream.give({&c, 1});
  stream.end();
  EXPECT_FALSE(stream.status().failed());
  EXPECT_EQ(stream.refused(), 2u);
  EXPECT_THAT(stream.last_refusal().english(), StartsWith("game:18: syntax error"));
  const auto frames = stream.take();
  ASSERT_EQ(frames.size(), 3u);
  for (std::size_t f = 0; f < 3; ++f) {
    EXPECT_EQ(frames[f]->frames.front(), expected.frames[f]);
    EXPECT_TRUE(std::ranges::equal(frames[f]->boxes, expected.boxes_of(f)));
  }
}

TEST(JsonBoxes, are_known_by_their_content_and_scenes_are_not_taken_for_them) {
  const Forms forms = forms_of(1, 600);
  const test::TemporaryFolder folder;
  const auto path = folder / "a.json";
  for (const std::string& text :
       {forms.lines, forms.list, forms.frames, forms.nested, forms.frame_lines,
        std::string("{\"id\":[1],\"x1\":[0],\"y1\":[0],\"x2\":[1],\"y2\":[1]}")}) {
    test::write(path, text);
    EXPECT_TRUE(is_box_file(path)) << text.substr(0, 100);
  }
  for (const std::string text :
       {R"({"phasebox":2,"sprites":[{"id":1,"x":1,"y":2,"width":3,"height":4}]})",
        R"({"id":"lesson","title":"x","width":3,"steps":[{"x":1,"y":2}]})", "{}", "[]", "[1,2]"}) {
    test::write(path, text);
    EXPECT_FALSE(is_box_file(path)) << text;
  }
  EXPECT_TRUE(is_box_file("made/later.jsonl"));
}

}  // namespace json_boxes_test
}  // namespace phasebox
