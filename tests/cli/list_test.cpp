// SPDX-License-Identifier: MIT
// `phasebox list` and the answers about the program itself.
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "../io/files.hpp"
#include "cli/cli.hpp"
#include "core/registry.hpp"
#include "program.hpp"

namespace phasebox {
namespace {

using nlohmann::json;
using test::Outcome;
using test::run_program;
using testing::HasSubstr;
using testing::StartsWith;

json listed(const std::string& kind) {
  std::vector<std::string> words{"list"};
  if (!kind.empty()) words.push_back(kind);
  words.push_back("--json");
  const Outcome o = run_program(words);
  EXPECT_EQ(o.code, 0) << o.err;
  return json::parse(o.out);
}

template <class Entry>
void expect_registry(const std::string& kind, std::span<const Entry* const> entries) {
  const json list = listed(kind);
  ASSERT_EQ(list.size(), entries.size()) << kind;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(list[i]["id"], entries[i]->id);
    EXPECT_EQ(list[i]["title"], entries[i]->title);
    EXPECT_EQ(list[i]["summary"], entries[i]->summary);
    const auto rows = entries[i]->make()->params().rows;
    ASSERT_EQ(list[i]["parameters"].size(), rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const json& p = list[i]["parameters"][r];
      EXPECT_EQ(p["key"], rows[r].key);
      EXPECT_EQ(p["unit"], rows[r].unit);
      EXPECT_EQ(p["help"], rows[r].help);
      if (p["kind"] == "real" || p["kind"] == "integer") {
        EXPECT_FLOAT_EQ(p["min"].get<float>(), static_cast<float>(rows[r].lo));
        EXPECT_FLOAT_EQ(p["max"].get<float>(), static_cast<float>(rows[r].hi));
        EXPECT_FLOAT_EQ(p["default"].get<float>(), static_cast<float>(rows[r].init));
      } else if (p["kind"] == "choice") {
        EXPECT_EQ(p["choices"].size(), rows[r].choices.size());
        EXPECT_EQ(p["default"], format_value(rows[r], rows[r].init));
      } else {
        EXPECT_TRUE(p["default"].is_boolean());
      }
    }
  }
}

TEST(List, as_json_says_what_the_registries_say) {
  expect_registry("scenes", scenes());
  expect_registry("broadphases", broadphases());
  expect_registry("narrowphases", narrowphases());
}

TEST(List, says_of_broadphases_how_complex_they_are_and_whether_they_keep_frames) {
  const json list = listed("broadphases");
  ASSERT_EQ(list.size(), broadphases().size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(list[i]["is_coherent"], broadphases()[i]->is_coherent) << list[i]["id"];
    EXPECT_EQ(list[i]["complexity"], broadphases()[i]->complexity) << list[i]["id"];
  }
  EXPECT_FALSE(listed("scenes")[0].contains("complexity"));
}

TEST(List, as_text_names_every_entry_and_parameter) {
  const Outcome o = run_program({"list"});
  EXPECT_EQ(o.code, 0);
  for (const BroadphaseEntry* entry : broadphases()) {
    EXPECT_THAT(o.out, HasSubstr(entry->title));
    for (const Param& row : entry->make()->params().rows) EXPECT_THAT(o.out, HasSubstr(row.help));
  }
  EXPECT_THAT(o.out, HasSubstr("snap-size"));
}

TEST(List, without_kind_lists_everything_as_one_array) {
  const json all = listed("");
  EXPECT_GE(all.size(), scenes().size() + broadphases().size() + narrowphases().size());
  for (const json& item : all) {
    EXPECT_TRUE(item["id"].is_string());
    EXPECT_TRUE(item["title"].is_string());
    EXPECT_TRUE(item["parameters"].is_array());
  }
}

constexpr const char* kDocs = PHASEBOX_SOURCE_DIR "/docs/";

TEST(List, as_markdown_is_the_page_of_algorithms) {
  const std::string page = run_program({"list", "--markdown"}).out;
  EXPECT_TRUE(test::content_of(kDocs + std::string("algorithms.md"))
                  .starts_with(page + "\n## Sources\n"))  // written by hand
      << "run docs/algorithms.sh; the page should begin with:\n"
      << page;
  for (const BroadphaseEntry* entry : broadphases()) {
    EXPECT_THAT(page, HasSubstr("### " + std::string(entry->title) + "\n"));
    EXPECT_THAT(page, HasSubstr("Source: " + std::string(entry->source) + "."));
    for (const Param& row : entry->make()->params().rows)
      EXPECT_THAT(page, HasSubstr("| `" + std::string(row.key) + "` | " + std::string(row.unit)));
  }
}

/// Width and height in the head of a PNG file.
std::pair<unsigned, unsigned> size_of_png(const std::string& file) {
  const auto number = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
      value = value << 8 | static_cast<unsigned char>(file[i]);
    return value;
  };
  return {number(16), number(20)};
}

template <class Entry>
void expect_pictures(std::span<const Entry* const> entries) {
  for (const Entry* entry : entries) {
    const std::string id(entry->id);
    const std::string file = test::content_of(kDocs + ("pictures/algorithms/" + id + ".png"));
    ASSERT_TRUE(file.starts_with("\x89PNG")) << id << " has no picture; run docs/algorithms.sh";
    EXPECT_EQ(size_of_png(file), std::pair(640u, 360u)) << id;
    EXPECT_LT(file.size(), 200'000u) << id;
  }
}

TEST(List, as_markdown_has_a_picture_of_every_algorithm) {
  expect_pictures(broadphases());
  expect_pictures(narrowphases());
}

TEST(List, of_keys_is_there_exactly_when_there_is_a_window) {
  EXPECT_EQ(listed("keys").empty(), test::is_headless());
  const std::string text = run_program({"list", "keys"}).out;
  EXPECT_EQ(text.find("this program has no window") != std::string::npos, test::is_headless());
}

TEST(List, of_lessons_says_their_steps_in_both_languages) {
  const json lessons = listed("lessons");
  ASSERT_EQ(lessons.size(), 8u);
  EXPECT_EQ(lessons[0]["id"], "brute-force");
  for (const json& lesson : lessons) {
    EXPECT_TRUE(lesson["titles"]["zh"].is_string());
    for (const json& step : lesson["steps"]) {
      EXPECT_FALSE(step["text"]["en"].empty());
      EXPECT_FALSE(step["text"]["zh"].empty());
      EXPECT_FALSE(step["goal"].empty());
    }
  }
  EXPECT_EQ(lessons[1]["steps"][0]["goal"], json::parse(R"([["groups = 3"]])"));
  const std::string text = run_program({"list", "lessons"}).out;
  EXPECT_THAT(text,
              HasSubstr("1. Everybody with everybody, about 3 minutes\n      1  Two circles"));
}

TEST(Program, has_the_version_of_the_project) {
  const std::string cmake = test::content_of(PHASEBOX_SOURCE_DIR "/CMakeLists.txt");
  EXPECT_THAT(cmake, HasSubstr("VERSION " + std::string(kVersion) + " "));
  EXPECT_THAT(run_program({"--version"}).out, StartsWith("phasebox " + std::string(kVersion)));
}

TEST(Program, explains_itself) {
  for (const std::string command : {"list", "render", "pairs", "near", "pixels"}) {
    const Outcome o = run_program({command, "--help"});
    EXPECT_EQ(o.code, 0);
    EXPECT_THAT(o.out, HasSubstr("Usage: phasebox " + command));
    EXPECT_THAT(run_program({"--help"}).out, HasSubstr(command));
  }
}

TEST(Program, bad_usage_is_one_line_with_the_remedy) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"rendr"}, "rendr; see phasebox --help"},
      {{"list", "cats"}, "see phasebox list --help"},
      {{"list", "keys", "--markdown"}, "it is always all algorithms, leave out 'keys'"},
      {{"list", "--json", "--markdown"}, "see phasebox list --help"},
      {{"--bogus"}, "see phasebox --help"},
      {{"--lesson", "pile", "--scene", "pile"}, "see phasebox --help"},
      {{"--size", "5"}, "--size: '5' is not WxH"},
      {{"--size", "0x5"}, "--size: '0x5' is not WxH"},
      {{"--size", "9000x5"}, "--size: '9000x5' is not WxH"},
      {{"--seed", "-1"}, "--seed: '-1' is not a whole number from 0 to 4294967295"},
      {{"--ui-scale", "nan"}, "--ui-scale: 'nan' is not a number from 0.5 to 4"},
      {{"pairs", "-", "--broadphase"}, "see phasebox pairs --help"},
  };
  for (const auto& [words, expected] : cases) {
    const Outcome o = run_program(words);
    EXPECT_EQ(o.code, 2) << o.err;
    EXPECT_TRUE(test::is_one_line_error(o.err)) << o.err;
    EXPECT_THAT(o.err, HasSubstr(expected));
  }
}

TEST(Program, without_window_says_what_it_can_do) {
  if (!test::is_headless()) GTEST_SKIP() << "this program has a window";
  const Outcome o = run_program({});
  EXPECT_EQ(o.code, 2);
  EXPECT_TRUE(test::is_one_line_error(o.err)) << o.err;
  EXPECT_THAT(o.err, HasSubstr("without window"));
}

}  // namespace
}  // namespace phasebox
