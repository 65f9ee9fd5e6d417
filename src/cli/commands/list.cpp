// SPDX-License-Identifier: MIT
// `phasebox list`: prints what there is to choose and to set, as the registries say.
#include <algorithm>
#include <array>
#include <iterator>

#include "cli/commands/commands.hpp"
#include "cli/picture.hpp"
#include "io/archive/json.hpp"
#include "io/files/embedded.hpp"
#include "lab/lessons/lesson_parser.hpp"
#include "world/dynamics/options.hpp"
#include "world/scene/scene.hpp"
#include "world/world.hpp"

namespace phasebox::cli {
namespace {

constexpr std::array<std::string_view, 6> kListKinds{"scenes", "broadphases", "narrowphases",
                                                     "keys",   "settings",    "lessons"};

struct ListOptions {
  std::string what;  ///< one of kListKinds, or empty: all
  bool json = false;
  std::span<const KeyRow> keys;
};

struct Item {
  std::string_view id, title, summary = {}, source = {}, keys = {};
  std::span<const Param> rows = {};
  const BroadphaseEntry* broadphase = nullptr;  // null unless it is a broadphase
};

template <class Entry>
std::vector<Item> registry_items(std::span<const Entry* const> entries) {
  std::vector<Item> items;
  for (const Entry* e : entries) {
    // The rows belong to the library or the plug-in, so they outlive the instance that gives them.
    Item item{.id = e->id, .title = e->title, .summary = e->summary};
    item.rows = e->make()->params().rows;
    if constexpr (requires { e->source; }) item.source = e->source;
    if constexpr (std::is_same_v<Entry, BroadphaseEntry>) item.broadphase = e;
    items.push_back(item);
  }
  return items;
}

std::vector<Item> items_of(std::string_view kind, std::span<const KeyRow> keys) {
  if (kind == "scenes") return registry_items(scenes());
  if (kind == "broadphases") return registry_items(broadphases());
  if (kind == "narrowphases") return registry_items(narrowphases());
  std::vector<Item> items;
  const auto add = [&](std::string_view id, std::string_view title, std::string_view summary,
                       std::span<const Param> rows) {
    if (!rows.empty())
      items.push_back({.id = id, .title = title, .summary = summary, .rows = rows});
  };
  if (kind == "settings") {
    add("world", "World", "The field, whatever the scene.", kWorldRows);
    add("response", "Response", "What sprites do when they meet.", kResponseRows);
    add("view", "View", "What the picture shows; of the window and of render.",
        Painter().params().rows);
  } else {
    for (const KeyRow& row : keys)
      items.push_back({.id = row.id, .title = row.title, .keys = row.keys});
  }
  return items;
}

// ---- JSON

Json row_json(const Param& row) {
  const bool is_number = row.kind == Param::Kind::real || row.kind == Param::Kind::integer;
  constexpr std::string_view kKinds[] = {"real", "integer", "flag", "choice"};
  return {{"key", row.key},
          {"unit", row.unit},
          {"kind", kKinds[static_cast<std::size_t>(row.kind)]},
          {"min", is_number ? param_json(row, row.lo) : Json()},
          {"max", is_number ? param_json(row, row.hi) : Json()},
          {"default", param_json(row, row.init)},
          {"choices", row.choices},
          {"help", row.help}};
}

Json item_json(const Item& item, std::string_view kind) {
  Json json{{"id", item.id},
            {"kind", kind == "settings" ? kind : kind.substr(0, kind.size() - 1)},
            {"title", item.title}};
  if (!item.summary.empty()) json["summary"] = item.summary;
  if (!item.source.empty()) json["source"] = item.source;
  if (!item.keys.empty()) json["keys"] = item.keys;
  if (item.broadphase) {
    json["is_coherent"] = item.broadphase->is_coherent;
    json["complexity"] = item.broadphase->complexity;
  }
  Json& rows = json["parameters"] = Json::array();
  for (const Param& row : item.rows) rows.push_back(row_json(row));
  return json;
}

// ---- text

void append_rows(std::string& text, std::span<const Param> rows) {
  std::size_t key_width = 0, range_width = 0, value_width = 0;
  for (const Param& row : rows) {
    key_width = std::max(key_width, row.key.size());
    range_width = std::max(range_width, describe_range(row).english().size());
    value_width = std::max(value_width, format_value(row, row.init).size());
  }
  for (const Param& row : rows)
    fmt::format_to(std::back_inserter(text), "      {:<{}}  {:<{}}  default {:<{}}  {}\n", row.key,
                   key_width, describe_range(row).english(), range_width,
                   format_value(row, row.init), value_width, row.help);
}

std::string kind_text(std::string_view kind, const std::vector<Item>& items) {
  std::string text(kind);
  text += '\n';
  if (kind == "keys" && items.empty()) text += "  none: this program has no window\n";
  std::size_t id_width = 0, key_width = 0;
  for (const Item& item : items) {
    id_width = std::max(id_width, item.id.size());
    key_width = std::max(key_width, item.keys.size());
  }
  for (const Item& item : items) {
    if (kind == "keys") {
      fmt::format_to(std::back_inserter(text), "  {:<{}}  {:<{}}  {}\n", item.keys, key_width,
                     item.id, id_width, item.title);
      continue;
    }
    fmt::format_to(std::back_inserter(text), "  {:<{}}  {}: {}\n", item.id, id_width, item.title,
                   item.summary);
    append_rows(text, item.rows);
  }
  return text;
}

// ---- lessons

Json words_json(const Words& words) { return {{"en", words.en}, {"zh", words.zh}}; }

Json step_json(const LessonStep& step) {
  Json goal = Json::array();
  for (const std::vector<Condition>& clause : step.goal) {
    Json any = Json::array();
    for (const Condition& condition : clause) any.push_back(condition_text(condition));
    goal.push_back(std::move(any));
  }
  return {
      {"text", words_json(step.text)}, {"hint", words_json(step.hint)}, {"goal", std::move(goal)}};
}

std::string lessons_text(std::span<const Lesson> lessons) {
  std::string text = "lessons\n";
  std::size_t width = 0;
  for (const Lesson& lesson : lessons) width = std::max(width, lesson.id.size());
  for (const Lesson& lesson : lessons) {
    fmt::format_to(std::back_inserter(text), "  {:<{}}  {}. {}, about {} minutes\n", lesson.id,
                   width, lesson.number, lesson.title.en, lesson.minutes);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
      fmt::format_to(std::back_inserter(text), "      {}  {}\n", i + 1, lesson.steps[i].text.en);
  }
  return text;
}

Json lesson_json(const Lesson& lesson) {
  Json steps = Json::array();
  for (const LessonStep& step : lesson.steps) steps.push_back(step_json(step));
  return {{"id", lesson.id},
          {"kind", "lesson"},
          {"number", lesson.number},
          {"title", lesson.title.en},
          {"titles", words_json(lesson.title)},
          {"minutes", lesson.minutes},
          {"parameters", Json::array()},
          {"steps", std::move(steps)}};
}

int run_list(const ListOptions& options) {
  const std::vector<Lesson> lessons = must(builtin_lessons(), kOurFailure);
  Json json = Json::array();
  std::string text;
  for (const std::string_view kind : kListKinds) {
    if (!options.what.empty() && options.what != kind) continue;
    if (!text.empty()) text += '\n';
    if (kind == "lessons") {
      for (const Lesson& lesson : lessons) json.push_back(lesson_json(lesson));
      text += lessons_text(lessons);
      continue;
    }
    const std::vector<Item> items = items_of(kind, options.keys);
    for (const Item& item : items) json.push_back(item_json(item, kind));
    text += kind_text(kind, items);
  }
  return print(options.json ? json_text(json, {.indent = 2}) + "\n" : text);
}

}  // namespace

Result<std::vector<Lesson>> builtin_lessons() {
  std::vector<LessonFile> files;
  for (const EmbeddedFile& file : embedded_lessons()) files.push_back({file.name, file.text()});
  return parse_lessons(files);
}

Run list_command(Options& to, const Program& program) {
  const auto options = std::make_shared<ListOptions>();
  const std::vector<std::string> kinds(kListKinds.begin(), kListKinds.end());
  to.choice(
        "KIND", "", kinds, [=](std::size_t k) { options->what = kinds[k]; },
        fmt::format("{}", fmt::join(kinds, ", ")))
      .by_default("all");
  to.flag("--json", options->json, "As a JSON array of objects");
  return [options, &program] {
    options->keys = program.window.keys;
    return run_list(*options);
  };
}

}  // namespace phasebox::cli
