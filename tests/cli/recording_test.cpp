// SPDX-License-Identifier: MIT
// Recorded boxes by way of `phasebox render`, and files named without an option.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/random.hpp"
#include "base/text.hpp"
#include "cli_test.hpp"
#include "session/session.hpp"
#include "support/checks.hpp"
#include "support/compress.hpp"
#include "support/recordings.hpp"

namespace phasebox {
namespace recording_test {

constexpr const char* kFrames =
    "frame,id,min_x,min_y,max_x,max_y\n"
    "5,1,0,0,10,10\n5,2,5,5,20,20\n"
    "6,1,0,0,10,10\n6,2,10,5,20,20\n"
    "7,2,1,1,2,2\n7,1,0,0,10,10\n7,3,0,0,3,3\n";

json stats(const std::vector<std::string>& more) {
  const TemporaryFolder folder;
  test::write(folder / "boxes.csv", kFrames);
  std::vector<std::string> words{"render", "--scene", folder / "boxes.csv", "--stats",
                                 folder / "s.json"};
  words.insert(words.end(), more.begin(), more.end());
  const Outcome o = run_program(words);
  EXPECT_EQ(o.code, 0) << o.err;
  const std::string text = test::content_of(folder / "s.json");
  return text.empty() ? json::object() : json::parse(text);
}

TEST(Recording, renders_the_frame_after_so_many_steps_and_loops) {
  for (const auto& [steps, boxes, pairs] :
       {std::tuple{"0", 2, 1}, {"1", 2, 0}, {"2", 3, 3}, {"3", 2, 1}, {"7", 2, 0}}) {
    const json s = stats({"--frames", steps});
    EXPECT_EQ(s["scene"], "boxes.csv");
    EXPECT_EQ(s["narrowphase"], "none");
    EXPECT_EQ(s["sprites"], boxes) << steps;
    EXPECT_EQ(s["counters"]["candidates"], pairs) << steps;
  }
}

TEST(Recording, has_one_state_with_every_broadphase) {
  std::string first;
  for (const BroadphaseEntry* entry : broadphases()) {
    const std::string hash =
        stats({"--frames", "8", "--broadphase", std::string(entry->id)})["state_hash"];
    if (first.empty()) first = hash;
    EXPECT_EQ(hash, first) << entry->id;
  }
}

TEST(Recording, has_neither_seed_nor_count) {
  const TemporaryFolder folder;
  test::write(folder / "boxes.csv", kFrames);
  for (const std::string option : {"--seed", "--count"})
    expect_refused(
        {"render", "--scene", folder / "boxes.csv", option, "3", "--stats", folder / "s.json"},
        option);
}

TEST(Recording, a_bad_line_is_refused_with_its_number) {
  const TemporaryFolder folder;
  test::write(folder / "bad.csv", "id,min_x,min_y,max_x,max_y\n1,0,0,5,5\n2,3,3,1,4\n");
  expect_refused({"render", "--scene", folder / "bad.csv", "--stats", folder / "s.json"},
                 "bad.csv:3:");
}

TEST(Recording, a_file_stands_for_the_scene_or_the_other_way_round_but_not_both) {
  expect_refused({"somewhere.csv", "--scene", "sprites"}, "");
}

// ---- rules, and compressed files

/// The eligible overlapping pairs of every frame, as `phasebox pairs` writes them.
std::string expected_pairs(const BoxRecording& trace) {
  std::string text = "frame,a,b\n";
  RecordingCast cast;
  for (std::size_t f = 0; f < trace.size(); ++f) {
    cast.show(trace, f);
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
    for (const Pair p : test::exact_pairs(cast.frame()))
      pairs.emplace_back(std::minmax(cast.ids()[p.a], cast.ids()[p.b]));
    std::ranges::sort(pairs);
    for (const auto& [a, b] : pairs)
      text += std::to_string(trace.frames[f]) + "," + std::to_string(a) + "," + std::to_string(b) +
              "\n";
  }
  return text;
}

/// A game with walls, ships and missiles that ignore their own side, and with rules that change.
BoxRecording game_with_rules() {
  BoxRecording trace = test::shooter(6, 30, 120);
  for (std::size_t row = 0; row < trace.ids.size(); row += 5) trace.is_static[row] = 1;
  for (std::size_t row = 0; row < trace.ids.size(); row += 7) trace.filters[row] = {1, 0xFFFF};
  return trace;
}

struct GameFiles {
  GameFiles() {
    const std::string text = test::csv_text(trace);
    test::write(folder / "game.CSV", text);
    test::write(folder / "game.csv.gz",
                test::gzipped(text.substr(0, 999)) + test::gzipped(text.substr(999)));
    test::write(folder / "game.csv.zst", test::zstandard(text));
    test::write(folder / "game", test::gzipped(text));
  }
  std::string path(const std::string& name) const { return folder / name; }

  TemporaryFolder folder;
  BoxRecording trace = game_with_rules();
};

TEST(RecordingRules, pairs_obeys_them_with_every_broadphase) {
  const GameFiles files;
  const std::string expected = expected_pairs(files.trace);
  BoxRecording without = files.trace;
  without.filters.clear(), without.is_static.clear();
  ASSERT_NE(expected, expected_pairs(without)) << "the rules change nothing";
  for (const BroadphaseEntry* entry : broadphases()) {
    const Outcome o =
        run_program({"pairs", files.path("game.CSV"), "--broadphase", std::string(entry->id)});
    EXPECT_EQ(o.out, expected) << entry->id << o.err;
  }
}

TEST(RecordingRules, do_not_hide_boxes_from_a_query) {
  const TemporaryFolder folder;
  test::write(folder / "boxes.csv",
              "id,min_x,min_y,max_x,max_y,static,category,mask\n"
              "1,0,0,9,9,1,0,0\n2,5,5,9,9,0,1,0xFFFF\n3,50,5,59,9,0,1,1\n");
  const Outcome o =
      run_program({"near", folder / "boxes.csv", "--box", "0,0,20,20", "--broadphase", "rdc"});
  EXPECT_EQ(o.out, "id\n1\n2\n") << o.err;
}

TEST(RecordingRules, hold_in_the_scene_that_plays) {
  const GameFiles files;
  RecordingCast cast;
  for (const std::size_t frame : {0u, 7u}) {
    const Outcome o = run_program({"render", "--scene", files.path("game.csv.gz"), "--frames",
                                   std::to_string(frame), "--stats", files.path("s.json")});
    ASSERT_EQ(o.code, 0) << o.err;
    const json s = json::parse(test::content_of(files.path("s.json")));
    cast.show(files.trace, frame);
    EXPECT_EQ(s["counters"]["candidates"], test::exact_pairs(cast.frame()).size());
    EXPECT_EQ(s["oracle"]["verdict"], "exact");
  }
}

TEST(RecordingRules, are_the_reason_that_why_gives) {
  const TemporaryFolder folder;
  test::write(folder / "boxes.csv",
              "id,min_x,min_y,max_x,max_y,static\n1,0,0,9,9,1\n2,5,5,9,9,1\n3,5,5,9,9,0\n");
  const auto why = [&](const std::string& other) {
    return run_program({"why", "--boxes", folder / "boxes.csv", "--broadphase", "brute-force",
                        "--frames", "0", "--sprite", "1", "--sprite", other});
  };
  EXPECT_THAT(why("2").out, HasSubstr("may not collide")) << why("2").err;
  EXPECT_THAT(why("3").out, HasSubstr("hit")) << why("3").err;
}

TEST(RecordingRules, are_those_of_the_truth_that_bench_checks_by) {
  const GameFiles files;
  const Outcome o = run_program({"bench", "--boxes", files.path("game"), "--json",
                                 files.path("b.json"), "--frames", "4", "--budget", "0.2"});
  ASSERT_EQ(o.code, 0) << o.err << o.out;
  const json race = json::parse(test::content_of(files.path("b.json")))["races"][0];
  EXPECT_EQ(race["rows"].size(), broadphases().size());
  for (const json& row : race["rows"]) EXPECT_EQ(row["verdict"], "right") << row["broadphase"];
}

// Tables of other programs, each with one pair in it.
TEST(OtherForms, are_read_by_every_command_which_says_what_it_ignores) {
  const TemporaryFolder folder;
  test::write(folder / "table.csv",
              "id;x;y;width;height;hp\n4;0,5;0;9;9;1\n7;5;5;9,5;9;2\n9;50;5;9;9;3\n");
  test::write(folder / "gt.txt", "1,4,0.5,0,9,9,1,1,1\n1,7,5,5,9,9,1,1,1\n1,9,50,5,9,9,1,1,1\n");
  test::write(folder / "level.tmx",
              "<map width=\"1\" height=\"1\" tilewidth=\"9\" tileheight=\"9\" "
              "nextobjectid=\"7\">\n"
              "<layer name=\"solid\" width=\"1\" height=\"1\"><data encoding=\"csv\">1</data>"
              "</layer>\n<objectgroup><object id=\"4\" x=\"5\" y=\"5\" width=\"9\" "
              "height=\"9\"/><object id=\"5\" x=\"50\" y=\"5\"/></objectgroup>\n</map>\n");
  for (const auto& [name, pairs, note] :
       {std::tuple{"table.csv", "a,b\n4,7\n", "columns that are ignored: 'hp'"},
        {"gt.txt", "frame,a,b\n1,4,7\n", "no header; read as MOT's"},
        {"level.tmx", "a,b\n4,7\n", "guessed as solid: layers 'solid'; --solid"}}) {
    const std::string file = folder / name;
    EXPECT_EQ(run_program({"pairs", file, "--broadphase", "rdc"}).out, pairs);
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"pairs", file, "--broadphase", "rdc"},
          {"near", file, "--box", "0,0,5,5", "--broadphase", "rdc"},
          {"why", "--boxes", file, "--sprite", "4"},
          {"render", "--scene", file, "--frames", "1", "--stats", folder / "s.json"},
          {"bench", "--boxes", file, "--frames", "2", "--broadphase", "quadtree"},
          {"tune", "--boxes", file, "--budget", "0.5"}}) {
      const Outcome o = run_program(words);
      EXPECT_EQ(o.code, 0) << words[0] << o.err;
      EXPECT_THAT(o.err, testing::HasSubstr("phasebox: " + file + ": " + note)) << words[0];
    }
  }
}

// A map whose layer is called as no game calls what is solid, in files of any name.
TEST(MapOfTiled, is_known_by_its_content_and_solid_as_the_user_says) {
  const TemporaryFolder folder;
  const std::string json =
      R"({"tilewidth":9,"tileheight":9,"layers":[{"type":"tilelayer","name":"stones","width":1,
      "height":1,"data":[1]},{"type":"objectgroup","name":"things","objects":[{"id":4,"x":5,"y":5,
      "width":9,"height":9}]}]})";
  for (const std::string name : {"level.json", "level.txt", "level"}) {
    const std::string file = folder / name;
    test::write(file, json);
    EXPECT_EQ(run_program({"pairs", file}).out, "a,b\n");
    EXPECT_EQ(run_program({"pairs", file, "--solid", "stones"}).out, "a,b\n4,5\n");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"near", file, "--box", "0,0,2,2"},
          {"why", file, "--sprite", "5"},
          {"render", "--scene", file, "--frames", "1", "--stats", folder / "s.json"},
          {"bench", file, "--frames", "2", "--broadphase", "quadtree"},
          {"tune", file, "--budget", "0.5", "--broadphase", "brute-force"},
          {"link", file}}) {
      std::vector<std::string> solid = words;
      solid.insert(solid.end(), {"--solid", "stones"});
      const Outcome o = run_program(solid);
      EXPECT_EQ(o.code, 0) << words[0] << o.err;
      EXPECT_EQ(o.err, "") << words[0];
    }
    const Outcome merged = run_program({"merge", file, "--solid", "stones"});
    EXPECT_THAT(merged.out, testing::HasSubstr("5,0,0,9,9")) << merged.err;
  }
  expect_refused({"pairs", folder / "level", "--solid", "stone"},
                 "nothing in it is called 'stone'");
  expect_refused({"explain", "--solid", "stones"}, "--solid: only maps have layers");
}

// Two levels side by side, whose entity stands on a stone of the level on the right.
TEST(ProjectOfLdtk, has_the_pairs_of_all_its_levels) {
  const TemporaryFolder folder;
  const std::string level = R"("pxWid":9,"pxHei":9,"layerInstances":[)";
  test::write(folder / "game.json",
              R"({"__header__":{"app":"LDtk"},"worldLayout":"LinearHorizontal","defs":{"layers":[
      {"uid":1,"intGridValues":[{"value":1,"identifier":"stone"}]}]},"levels":[{)" +
                  level + R"({"__identifier":"Things","__type":"Entities","entityInstances":[
      {"__identifier":"Hero","px":[8,0],"width":5,"height":5}]}]},{)" +
                  level + R"({"__identifier":"Ground_","__type":"IntGrid","layerDefUid":1,
      "__gridSize":9,"__cWid":1,"__cHei":1,"intGridCsv":[1]}]}]})");
  const std::string file = folder / "game.json";
  const Outcome told = run_program({"pairs", file, "--solid", "stone"});
  EXPECT_EQ(told.out, "a,b\n1,2\n");
  EXPECT_EQ(told.err, "");
  EXPECT_EQ(run_program({"pairs", file, "--solid", "none"}).out, "a,b\n");
  EXPECT_THAT(run_program({"pairs", file}).err, HasSubstr("guessed as solid: layers 'stone'"));
  expect_refused({"pairs", file, "--solid", "stones"}, "its layers are 'Things', 'stone'");
}

TEST(OtherForms, have_pairs_by_frame_without_ids_and_without_a_header) {
  const TemporaryFolder folder;
  test::write(folder / "det.txt",
              "1,-1,0,0,9,9\n1,-1,20,0,9,9\n1,-1,5,5,9,9\n2,-1,0,0,9,9\n2,-1,1,1,9,9\n");
  const Outcome o = run_program({"pairs", folder / "det.txt"});
  EXPECT_EQ(o.out, "frame,a,b\n1,1,3\n2,1,2\n");
  EXPECT_THAT(o.err, HasSubstr("all ids are -1"));
}

TEST(OtherForms, have_x_and_y_where_the_option_says) {
  const TemporaryFolder folder;
  const std::string file = folder / "b.csv";  // as corners 1 and 2 overlap, as centers 2 and 3
  test::write(file, "id,x,y,width,height\n1,0,0,10,2\n2,9,0,6,2\n3,24,0,26,2\n");
  const Outcome guessed = run_program({"pairs", file});
  EXPECT_EQ(guessed.out, "a,b\n1,2\n");
  EXPECT_THAT(guessed.err, HasSubstr("--origin corner or center says it"));
  const Outcome centers = run_program({"pairs", file, "--origin", "center"});
  EXPECT_EQ(centers.out, "a,b\n2,3\n");
  EXPECT_EQ(centers.err, "");
  EXPECT_THAT(run_program({"merge", file, "--all", "--origin", "center"}).out,
              HasSubstr("1,-5,-1,5,1"));
  EXPECT_THAT(run_program({"tune", file, "--budget", "0.5", "--broadphase", "quadtree", "--origin",
                           "center"})
                  .out,
              HasSubstr("--origin center"));
  expect_refused({"explain", "--origin", "center"}, "--origin: only files of boxes");
  expect_refused({"pairs", file, "--origin", "middle"}, "--origin");
}

struct FormRow {
  int frame, id;
  double x0, y0, x1, y1;
};

/// Some 40 objects in three frames, of which a few come and go; whole quarters of px.
std::vector<FormRow> rows_of_a_game() {
  Random random(11);
  std::vector<FormRow> rows;
  for (int frame = 3; frame < 6; ++frame)
    for (int id = 1; id <= 40; ++id) {
      const double x = random.below(800) / 4.0 - 50, y = random.below(800) / 4.0 - 50;
      const double w = 4 + random.below(120) / 4.0, h = 4 + random.below(120) / 4.0;
      if (random.below(10) != 0) rows.push_back({frame, id, x, y, x + w, y + h});
    }
  return rows;
}

/// A head, and a line of this format for each row: 0 frame, 1 id, 2 to 5 the sides, 6 and 7 the
/// size, 8 and 9 the center, 10 and 11 half the size, 12 and 13 the sides y0 and y1 of y upwards.
std::string form_of(const std::vector<FormRow>& rows, std::string text, const std::string& line) {
  for (const FormRow& r : rows) {
    const double w = r.x1 - r.x0, h = r.y1 - r.y0;
    text += fmt::format(fmt::runtime(line), r.frame, r.id, r.x0, r.y0, r.x1, r.y1, w, h,
                        r.x0 + w / 2, r.y0 + h / 2, w / 2, h / 2, -r.y1, -r.y0);
  }
  return text;
}

std::string replaced(std::string text, char from, char to) {
  std::ranges::replace(text, from, to);
  return text;
}

/// [name, text] of all forms that have frames.
std::vector<std::pair<std::string, std::string>> forms_with_frames() {
  const auto rows = rows_of_a_game();
  const std::string head = "frame,id,min_x,min_y,max_x,max_y\n", line = "{},{},{},{},{},{}\n";
  const std::string own = form_of(rows, head, line), tabs = replaced(own, ',', '\t');
  const std::string points = replaced(replaced(own, ',', ';'), '.', ',');
  auto turned = rows;
  std::ranges::reverse(turned);
  return {
      {"own.csv", own},
      {"corner.csv", form_of(rows, "frame,id,x,y,width,height\n", "{0},{1},{2},{3},{6},{7}\n")},
      {"center.csv",
       form_of(rows, "frame,id,cx,cy,half_width,half_height\n", "{0},{1},{8},{9},{10},{11}\n")},
      {"middle.csv", form_of(rows, "cx,cy,width,height,frame,id\n", "{8},{9},{6},{7},{0},{1}\n")},
      {"rect.csv", form_of(rows, "frame,id,left,top,right,bottom\n", line)},
      {"up.csv", form_of(rows, "# y: up\n" + head, "{0},{1},{2},{12},{4},{13}\n")},
      {"top.csv",
       form_of(rows, "# y: up\nframe,id,left,top,right,bottom\n", "{0},{1},{2},{13},{4},{12}\n")},
      {"gt.txt", form_of(rows, "", "{0},{1},{2},{3},{6},{7},1,-1,-1,-1\n")},
      {"points.csv", points},
      {"sep.csv", "sep=;\n" + points},
      {"tabs.tsv", tabs},
      {"comma.tsv", replaced(tabs, '.', ',')},
      {"mark.csv", "\xEF\xBB\xBF" + own},
      {"cr.csv", replaced(own, '\n', '\r')},
      {"crlf.csv", form_of(rows, "frame,id,min_x,min_y,max_x,max_y\r\n", "{},{},{},{},{},{}\r\n")},
      {"quoted.csv",
       form_of(rows, "\"frame\",id,min_x,min_y,max_x,max_y\n", "{},\"{}\",\"{}\",{},{},{}\n")},
      {"turned.csv", form_of(turned, head, line)},
      {"banner.csv", "pygame 2.1\n" + own},
      {"packed", test::gzipped(own)},
      {"packed.csv.zst", test::zstandard(own)}};
}

/// The first frame alone, as two tables and as maps.
std::vector<std::pair<std::string, std::string>> forms_without_frames() {
  auto rows = rows_of_a_game();
  std::erase_if(rows, [&](const FormRow& r) { return r.frame != rows[0].frame; });
  const std::string object =
      "<object id=\"{1}\" x=\"{2}\" y=\"{3}\" width=\"{6}\" height=\"{7}\"/>\n";
  std::string json =
      form_of(rows, R"({"tilewidth":1,"layers":[{"type":"objectgroup","name":"a","objects":[)",
              R"({{"id":{1},"x":{2},"y":{3},"width":{6},"height":{7}}},)");
  json.back() = ']';
  return {{"own.csv", form_of(rows, "id,min_x,min_y,max_x,max_y\n", "{1},{2},{3},{4},{5}\n")},
          {"corner.csv", form_of(rows, "id,x,y,w,h\n", "{1},{2},{3},{6},{7}\n")},
          {"map.tmx", form_of(rows, "<map tilewidth=\"1\"><objectgroup>\n", object) +
                          "</objectgroup></map>\n"},
          {"map.tmj", json + "}]}"}};
}

/// What `pairs` says of a file, and what `tune` found it to be and to need.
std::pair<std::string, json> answers(const std::string& file, const std::string& folder) {
  const Outcome tune = run_program({"tune", file, "--budget", "0.5", "--broadphase", "brute-force",
                                    "--json", folder + "t.json"});
  EXPECT_EQ(tune.code, 0) << tune.err;
  const std::string text = test::content_of(folder + "t.json");
  const json found = text.empty() ? json::object() : json::parse(text);
  json answer{found["facts"], found["frames"], found["recommended"],
              found["ranking"][0]["box_tests"]};
  answer[0].erase("notes");
  return {run_program({"pairs", file, "--broadphase", "rdc"}).out, answer};
}

TEST(OtherForms, give_the_answers_of_our_own) {
  for (const auto& forms : {forms_with_frames(), forms_without_frames()}) {
    const TemporaryFolder folder;
    std::pair<std::string, json> expected;
    for (const auto& [name, text] : forms) {
      test::write(folder / name, text);
      const auto answer = answers(folder / name, folder / "");
      if (name == "own.csv") expected = answer;
      EXPECT_EQ(answer, expected) << name;
    }
    EXPECT_GT(std::ranges::count(expected.first, '\n'), 10) << expected.first;
  }
}

TEST(OtherForms, under_names_that_a_terminal_would_obey_are_called_by_question_marks) {
  const TemporaryFolder folder;
  const std::string file = folder / "a\x1B[31m\xFF\xC2\x9B\r.csv";
  test::write(file, kFrames);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"pairs", file + "2"},
        {"bench", file, "--frames", "2", "--broadphase", "quadtree"},
        {"why", file, "--sprite", "1"},
        {"merge", file},
        {"tune", file, "--budget", "0.5", "--broadphase", "quadtree"}}) {
    const Outcome o = run_program(words);
    EXPECT_TRUE(is_printable(o.out, "\n")) << words[0] << o.out;
    EXPECT_TRUE(is_printable(o.err, "\n")) << words[0] << o.err;
    EXPECT_TRUE(words[0] == "why" || (o.out + o.err).find("a?[31m") != std::string::npos) << o.out;
  }
}

TEST(OtherForms, are_counted_in_the_report_of_a_search) {
  const TemporaryFolder folder;
  test::write(folder / "b.csv",
              "id,left,top,w,h,isStatic,maskBits,hp\n1,0,0,9,9,1,-1,3\n2,5,5,9,9,0,6,3\n"
              "3,9,9,9,9,1,6,3\n4,1,1,5,5,0,-1,3\n");
  const Outcome o = run_program({"tune", "--boxes", folder / "b.csv", "--budget", "0.5", "--json",
                                 folder / "t.json", "--report", folder / "t.html"});
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("4 boxes (2 static, 2 filtered), 1 frame, "));
  EXPECT_THAT(o.out, HasSubstr("\n  note: columns that are ignored: 'hp'\n"));
  const json facts = json::parse(test::content_of(folder / "t.json"))["facts"];
  EXPECT_EQ(facts["static_boxes"], 2);
  EXPECT_EQ(facts["filtered_boxes"], 2);
  EXPECT_EQ(facts["notes"],
            json::array({"columns that are ignored: 'hp'",
                         "2 boxes can meet no other: 2 whose category and mask fit no other"}));
  const std::string report = test::content_of(folder / "t.html");
  EXPECT_THAT(report, HasSubstr("4 boxes (2 static, 2 filtered) per frame"));
  EXPECT_THAT(report, HasSubstr("columns that are ignored"));
}

TEST(OtherForms, far_from_zero_answer_as_they_do_near_it) {
  const std::string head = "id,x,y,w,h\n";
  const std::string far = head +
                          "1,50000000.5,-3e9,1,1\n2,50000001.25,-3e9,1,1\n"
                          "3,50000001.75,-3e9,1,1\n";
  EXPECT_EQ(run_program({"pairs", "-", "--broadphase", "quadtree"}, far).out, "a,b\n1,2\n2,3\n");
  EXPECT_EQ(run_program({"near", "-", "--box", "50000001.5,-3e9,50000001.6,-2.9e9", "--broadphase",
                         "quadtree"},
                        far)
                .out,
            "id\n2\n");
}

TEST(CompressedRecording, is_read_by_every_command_and_from_standard_input) {
  const GameFiles files;
  const std::string expected = expected_pairs(files.trace);
  for (const std::string name : {"game.CSV", "game.csv.gz", "game.csv.zst", "game"}) {
    EXPECT_EQ(run_program({"pairs", files.path(name), "--broadphase", "rdc"}).out, expected)
        << name;
    EXPECT_EQ(
        run_program({"pairs", "-", "--broadphase", "rdc"}, test::content_of(files.path(name))).out,
        expected)
        << name;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"near", files.path(name), "--box", "0,0,500,500", "--broadphase",
                                   "rdc"},
          {"why", "--boxes", files.path(name), "--sprite", "5"},
          {"render", "--scene", files.path(name), "--frames", "3", "--stats", files.path("s.json")},
          {"bench", "--boxes", files.path(name), "--frames", "2", "--broadphase", "quadtree"},
          {"tune", "--boxes", files.path(name), "--budget", "0.5"}}) {
      const Outcome o = run_program(words);
      EXPECT_EQ(o.code, 0) << words[0] << " " << name << o.err;
    }
  }
}

/// The rows of a CSV file as objects of JSON.
std::vector<std::string> objects_of(std::string_view csv) {
  std::vector<std::string> objects;
  while (csv.starts_with('#')) take_until(csv, '\n');
  const std::vector<std::string_view> names = split(take_until(csv, '\n'), ',');
  while (!csv.empty()) {
    const std::vector<std::string_view> values = split(take_until(csv, '\n'), ',');
    std::string& object = objects.emplace_back("{");
    for (std::size_t k = 0; k < names.size(); ++k)
      object += fmt::format("{}\"{}\": {}", k ? ", " : "", names[k], values[k]);
    object += "}";
  }
  return objects;
}

TEST(JsonRecording, is_read_by_every_command_whatever_its_name) {
  const GameFiles files;
  const std::string expected = expected_pairs(files.trace);
  const std::vector<std::string> objects = objects_of(test::csv_text(files.trace));
  test::write(files.path("lines.json"), fmt::format("{}\n", fmt::join(objects, "\n")));
  test::write(files.path("list"), fmt::format("[{}]", fmt::join(objects, ",\n")));
  for (const std::string name : {"lines.json", "list"}) {
    EXPECT_EQ(run_program({"pairs", files.path(name), "--broadphase", "rdc"}).out, expected);
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"why", "--boxes", files.path(name), "--sprite", "5"},
          {"render", "--scene", files.path(name), "--frames", "3", "--stats", files.path("s.json")},
          {"bench", files.path(name), "--frames", "2", "--broadphase", "quadtree"},
          {"link", files.path(name), "--broadphase", "quadtree"},
          {"tune", "--boxes", files.path(name), "--budget", "0.5"}}) {
      const Outcome o = run_program(words);
      EXPECT_EQ(o.code, 0) << words[0] << " " << name << o.err;
    }
  }
}

TEST(ForeignForm, is_refused_with_the_command_that_converts_it) {
  const TemporaryFolder folder;
  test::write(folder / "b.csv", "PAR1 and so on");
  expect_refused({"pairs", folder / "b.csv", "--broadphase", "rdc"},
                 "it is Parquet, which is not read; make CSV of it: python3 -c");
  test::write(folder / "level.tscn", "[gd_scene load_steps=2 format=3]\n");
  expect_refused({"pairs", folder / "level.tscn"},
                 "it is a scene of Godot, which is not read; make CSV of it: add "
                 "integrations/godot/phasebox_record.gd to");
}

TEST(CompressedRecording, that_is_damaged_is_refused_in_one_line_by_every_command) {
  const GameFiles files;
  const std::string whole = test::content_of(files.path("game.csv.zst"));
  test::write(files.path("half.csv.zst"), whole.substr(0, whole.size() / 2));
  std::string broken = test::content_of(files.path("game"));
  broken[broken.size() / 2] = static_cast<char>(broken[broken.size() / 2] ^ 0x10);
  test::write(files.path("broken.csv.gz"), broken);
  for (const std::string name : {"half.csv.zst", "broken.csv.gz"})
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"pairs", files.path(name), "--broadphase", "rdc"},
          {"near", files.path(name), "--box", "0,0,5,5", "--broadphase", "rdc"},
          {"why", "--boxes", files.path(name), "--sprite", "5"},
          {"render", "--scene", files.path(name), "--stats", files.path("s.json")},
          {"bench", "--boxes", files.path(name)},
          {"tune", "--boxes", files.path(name)}}) {
      expect_refused(words, name + ": the ");
    }
}

TEST(Recording, a_frame_column_of_another_name_is_named) {
  expect_refused({"pairs", "-", "--broadphase", "rdc"},
                 "standard input:3: id 5 is already on line 2, ids must be unique; a recording of "
                 "many frames has a column 'frame'; did you mean 'step'? Rename it",
                 "step,id,min_x,min_y,max_x,max_y\n1,5,0,0,1,1\n2,5,0,0,1,1\n");
}

}  // namespace recording_test
}  // namespace phasebox
