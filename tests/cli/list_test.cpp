// SPDX-License-Identifier: MIT
// `phasebox list` and the answers about the program itself.
#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "base/version.hpp"
#include "cli_test.hpp"
#include "collide/registry.hpp"
#include "session/session.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace list_test {

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

std::string with_links(const std::string& source) {
  return std::regex_replace(source, std::regex("https?://[^ ,;)]+"), "<$&>");
}

TEST(List, is_on_the_page_of_algorithms) {
  std::string page = test::content_of(kDocs + std::string("algorithms.md"));
  std::ranges::replace(page, '\n', ' ');  // its paragraphs are wrapped
  for (const char* kind : {"broadphases", "narrowphases"})
    for (const json& item : listed(kind)) {
      const std::string title = item["title"], id = item["id"], summary = item["summary"];
      EXPECT_THAT(page, HasSubstr("### " + title + " ")) << "run docs/algorithms.sh";
      EXPECT_THAT(page, HasSubstr("phase " + id + "`: " + summary + " "));
      const std::string source = item.value("source", "");
      EXPECT_THAT(page, HasSubstr(source.empty() ? "" : "Source: " + with_links(source) + "."));
      for (const json& row : item["parameters"]) {
        const std::string key = row["key"], unit = row["unit"], help = row["help"];
        EXPECT_THAT(page, HasSubstr("| `" + key + "` | " + unit + " | "));
        EXPECT_THAT(page, HasSubstr(" | " + help + " | "));
      }
    }
}

TEST(List, of_settings_has_every_owner_that_is_no_algorithm) {
  std::vector<std::string> ids;
  for (const json& item : listed("settings")) ids.push_back(item["id"]);
  std::vector<std::string> expected{"world", "response"};
  if (!test::is_headless()) expected.emplace_back("view");
  EXPECT_EQ(ids, expected);
}

TEST(List, has_a_picture_of_every_algorithm) {
  for (const char* kind : {"broadphases", "narrowphases"})
    for (const json& item : listed(kind)) {
      const std::string id = item["id"], file = kDocs + ("pictures/algorithms/" + id + ".png");
      EXPECT_TRUE(test::content_of(file).starts_with("\x89PNG"))
          << id << ": run docs/algorithms.sh";
    }
}

TEST(List, of_scenes_is_the_page_of_scenes) {
  const std::string page = test::content_of(kDocs + std::string("scenes.md"));
  for (const json& item : listed("scenes")) {
    const std::string id = item["id"], summary = item["summary"];
    EXPECT_NE(page.find("`" + id + "`: " + summary), page.npos) << id << ": run docs/algorithms.sh";
    EXPECT_TRUE(test::content_of(kDocs + ("pictures/scenes/" + id + ".png")).starts_with("\x89PNG"))
        << id;
  }
}

TEST(List, of_keys_is_there_exactly_when_there_is_a_window) {
  EXPECT_EQ(listed("keys").empty(), test::is_headless());
  const std::string text = run_program({"list", "keys"}).out;
  EXPECT_EQ(text.find("this program has no window") != std::string::npos, test::is_headless());
}

TEST(List, of_lessons_says_their_steps_in_both_languages) {
  const json lessons = listed("lessons");
  ASSERT_EQ(lessons.size(), 11u);
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
  EXPECT_THAT(text, HasSubstr("1. Every pair, about 3 minutes\n      1  Two circles"));
}

TEST(Program, has_the_version_of_the_project_and_says_what_reports_need) {
  const std::string said = run_program({"--version"}).out;
  EXPECT_THAT(said, StartsWith("phasebox " + std::string(kVersion)));
  for (const char* fact : {"compiler", "processor", "system", "threads", "vectors"})
    EXPECT_THAT(said, HasSubstr(std::string("\n") + fact + ": "));
}

TEST(Program, explains_itself) {
  for (const std::string command : {"list", "render", "pairs", "near", "pixels"}) {
    const Outcome o = run_program({command, "--help"});
    EXPECT_EQ(o.code, 0);
    EXPECT_THAT(o.out, HasSubstr("Usage: phasebox " + command));
    EXPECT_THAT(run_program({"--help"}).out, HasSubstr(command));
  }
}

/// What the help says of one option; empty where there is none of that name.
std::string help_on(const std::string& option, const std::string& help) {
  const std::size_t at = help.find("\n  " + option + " ");
  return at == help.npos ? "" : help.substr(at, help.find("\n  -", at + 1) - at);
}

// The help shows what a session without options begins with.
TEST(Program, prints_the_defaults_that_hold) {
  const Session session(test_images());
  const Param* seed = find_param(session.settings().group(owner_named("world")).rows, "seed");
  const std::string help = run_program({"render", "--help"}).out;
  const std::pair<const char*, std::string> defaults[] = {
      {"--scene", std::string(session.settings().scene->id)},
      {"--broadphase", std::string(session.settings().broadphase->id)},
      {"--narrowphase", std::string(session.settings().narrowphase->id)},
      {"--seed", format_value(*seed, seed->init)},
      {"--frames", "120"}};
  for (const auto& [option, value] : defaults)
    EXPECT_THAT(help_on(option, help), HasSubstr("(default: " + value + ")"));
}

TEST(Program, has_one_limit_for_counts) {
  for (const std::vector<std::string>& start :
       {std::vector<std::string>{"render"}, {"tune"}, {"bench"}, {"scaling"}}) {
    std::vector<std::string> words = start;
    words.insert(words.end(), {"--count", "1000001"});
    EXPECT_THAT(run_program(words).err, HasSubstr("1,000,000")) << start[0];
  }
}

TEST(Program, files_that_cannot_be_opened_are_refused_before_a_window_opens) {
  if (test::is_headless()) GTEST_SKIP() << "this program opens no files in a window";
  const test::TemporaryFolder folder;
  for (const char* name : {"bad.png", "bad.JPG", "bad.json", "bad.csv", "x.unknown"}) {
    const std::string file = folder / name;
    test::write(file, "?\n");
    expect_refused({file}, name);
  }
}

TEST(Program, settings_of_view_are_refused_where_nothing_is_drawn) {
  if (test::is_headless()) GTEST_SKIP() << "this program draws nothing at all";
  for (const std::string command : {"explain", "bench", "why"})
    for (const std::string key : {"view.boxes", "boxes"}) {
      std::vector<std::string> words{command, "--scene", "lesson", "--set", key + "=on"};
      if (command == "why") words.insert(words.end(), {"--sprite", "0"});
      expect_refused(words, "the window and phasebox render take the settings of view");
    }
}

TEST(Program, suggests_settings_of_the_response) {
  expect_refused({"explain", "--set", "restitutoin=1"}, "did you mean restitution");
}

TEST(Program, without_window_offers_only_what_it_can_do) {
  const std::string help = run_program({"--help"}).out + run_program({"render", "--help"}).out;
  for (const char* option : {"--ui-scale", "--lesson", "--size", "--out"})
    EXPECT_EQ(help.find(option) == std::string::npos, test::is_headless()) << option;
}

TEST(Program, bad_usage_is_one_line_with_the_remedy) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"rendr"}, "rendr; see phasebox --help"},
      {{"chekc", "--seconds", "5"}, "there is neither a command nor a file chekc"},
      {{"cliffs", "--of", "unknown"}, "unknown"},  // the former name of scaling is understood
      {{"list", "cats"}, "see phasebox list --help"},
      {{"--bogus"}, "see phasebox --help"},
      {{"--lesson", "pile", "--scene", "pile"}, "see phasebox --help"},
      {{"--size", "5"}, "--size: '5' is not WxH"},
      {{"--size", "0x5"}, "--size: '0x5' is not WxH"},
      {{"--size", "9000x5"}, "--size: '9000x5' is not WxH"},
      {{"--seed", "-1"}, "--seed: '-1' is not a whole number from 0 to 4,294,967,295"},
      {{"--ui-scale", "nan"}, "--ui-scale: 'nan' is not a number from 0.5 to 4"},
      {{"pairs", "-", "--broadphase"}, "see phasebox pairs --help"},
  };
  for (const auto& [words, expected] : cases) expect_refused(words, expected);
}

TEST(Program, without_window_says_what_it_can_do) {
  if (!test::is_headless()) GTEST_SKIP() << "this program has a window";
  expect_refused({}, "without window");
}

}  // namespace list_test
}  // namespace phasebox
