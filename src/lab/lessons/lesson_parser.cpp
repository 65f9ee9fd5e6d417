// SPDX-License-Identifier: MIT
// Reads lessons and their parts from JSON. The reader finds the functions `read` and `fields` by
// the type that they fill.
#include "lab/lessons/lesson_parser.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "io/archive/archive.hpp"
#include "io/archive/json.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {

// Reads an English text, or an object with a text for each language: {"en": ..., "zh": ...}.
void read(const Reader& at, Words& words) {
  words = {};
  if (!at.json().members()) return read(at, words.en);
  FieldReader f(at);
  f.optional("en", words.en);
  f.optional("zh", words.zh);
  f.end();
}

// Reads a sprite from [image, x, y, longer side] or [image, x, y, width, height], lengths in px.
void read(const Reader& at, LessonSetup::Placed& placed) {
  constexpr std::string_view kForm = "must be [image, x, y, longer side] or [image, x, y, w, h]";
  if (!at.is_list(kForm)) return;
  const std::size_t size = at.json().size();
  if (size < 4 || size > 5) return at.refuse(kForm);
  read(at.element(0), placed.image);
  read(at.element(1), placed.at.x);
  read(at.element(2), placed.at.y);
  read(at.element(3), placed.size.x);
  if (size > 4) read(at.element(4), placed.size.y);
}

// Adds parameters from {"OWNER.KEY": value, ...}. They replace those of the same name; the result
// is sorted by name.
void read(const Reader& at, std::vector<std::pair<std::string, std::string>>& params) {
  at.each_member([&](const std::string& key, const Reader& one) {
    std::erase_if(params, [&](const auto& p) { return p.first == key; });
    const Json& value = one.json();
    params.emplace_back(key, value.text()      ? *value.text()
                             : value.boolean() ? (*value.boolean() ? "on" : "off")
                                               : json_text(value, {.real = JsonReal::float64}));
  });
  std::ranges::sort(params, {}, &std::pair<std::string, std::string>::first);
}

void fields(FieldReader& f, LessonSetup& setup) {
  f.if_given("scene", [&](const Reader& at) {
    if (at.json().members())
      setup.scene = json_text(at.json(), {.real = JsonReal::float64});
    else
      read(at, setup.scene);
  });
  f.optional("broadphase", setup.broadphase);
  f.optional("narrowphase", setup.narrowphase);
  f.optional("params", setup.params);
  f.if_given("sprites", [&](const Reader& at) {
    setup.sprites.reset();  // null in a step: the scene's own sprites, whatever the lesson gives
    if (!at.json().is_null()) read(at, setup.sprites.emplace());
  });
  f.optional("paused", setup.paused);
  f.optional("launch", setup.launch);
  f.optional("group-sizes", setup.group_sizes);
}

void read(const Reader& at, Condition& condition) {
  if (!at.is_text()) return;
  Result<Condition> parsed = parse_condition(*at.json().text());
  if (parsed.failed()) return at.refuse(parsed.error().text);
  condition = *std::move(parsed);
}

// Reads a clause of a goal: a list of conditions, or one condition.
void read(const Reader& at, std::vector<Condition>& clause) {
  if (!at.json().list()) return read(at, clause.emplace_back());
  at.each([&](const Reader& one) { read(one, clause.emplace_back()); });
}

void fields(FieldReader& f, LessonStep& step) {
  f.field("text", step.text);
  f.optional("hint", step.hint);
  f.optional("after", step.after);
  f.optional("setup", step.setup);
  f.field("goal", step.goal);
  if (step.text.in(Language::english).empty()) f.place().refuse("a step needs a text");
  if (step.goal.empty()) f.place().refuse("a step needs a goal");
}

void fields(FieldReader& f, Lesson& lesson) {
  constexpr Whole kSmall{0, 1000};
  f.optional("number", lesson.number, kSmall);
  f.optional("id", lesson.id);
  f.field("title", lesson.title);
  f.optional("minutes", lesson.minutes, kSmall);
  LessonSetup setup;
  f.optional("setup", setup);
  f.with("steps", [&](const Reader& steps) {
    if (!steps.is_list()) return;
    // A step begins with the lesson's set-up, of which its own set-up replaces what it gives.
    const std::string file = f.place().place();
    steps.each([&](const Reader& at) {
      auto& step = lesson.steps.emplace_back();
      step.setup = setup;
      ReadState own{fmt::format("{}step {}", file.substr(0, file.size() - 1), lesson.steps.size())};
      read(Reader(at.json(), own), step);
      if (own.status.failed()) at.fail(own.status.error());
    });
  });
  if (lesson.steps.empty()) f.place().refuse("a lesson needs at least one of \"steps\"");
}

bool is_lesson(std::string_view text) {
  const Result<Json> json = parse_json(text, "", 1, JsonReal::float64);
  return !json.failed() && json->find("steps");
}

namespace {

// Replaces the path of a scene in the set-up of a lesson or step by what `read` gives for it.
Status embed_scene(Json& of, const ReadScene& read) {
  const Json* setup = of.find("setup");
  const Json* scene = setup ? setup->find("scene") : nullptr;
  if (!scene || !scene->text() || !scene->text()->ends_with(".json")) return {};
  const std::string path = *scene->text();
  const Result<std::string> text = read(path);
  if (text.failed()) return text.error();
  Result<Json> json = parse_json(*text, path, 1, JsonReal::float64);
  if (json.failed()) return json.error();
  of["setup"]["scene"] = *std::move(json);
  return {};
}

}  // namespace

Result<std::string> with_scenes(std::string_view text, const std::string& name,
                                const ReadScene& read) {
  Result<Json> json = parse_json(text, name, 1, JsonReal::float64);
  if (json.failed()) return json.error();
  if (const Status status = embed_scene(*json, read); status.failed())
    return Error{say("{}: setup: {}", Sentence::as_is(name), status.error().text)};
  if (const Json* all = json->find("steps"); all && all->list()) {
    Json steps = Json::array();
    for (Json step : *all->list()) {
      const Status status = embed_scene(step, read);
      steps.push_back(std::move(step));
      if (status.failed())
        return Error{say("{}: step {}, setup: {}", Sentence::as_is(name), steps.size(),
                         status.error().text)};
    }
    (*json)["steps"] = std::move(steps);
  }
  return json_text(*json, {.real = JsonReal::float64});
}

Result<std::vector<Lesson>> parse_lessons(std::span<const LessonFile> files) {
  std::vector<Lesson> lessons;
  for (const LessonFile& file : files) {
    ReadState state{std::string(file.name)};
    const auto json = parse_json(file.text, state.file, 1, JsonReal::float64);
    if (json.failed()) return json.error();
    Lesson& lesson = lessons.emplace_back();
    read(Reader(*json, state), lesson);
    if (state.status.failed()) return state.status.error();
    if (lesson.id.empty()) lesson.id = file.name;
  }
  std::ranges::sort(lessons, {}, &Lesson::number);
  for (std::size_t i = 0; i < lessons.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (lessons[k].id == lessons[i].id ||
          (lessons[i].number > 0 && lessons[k].number == lessons[i].number))
        return Error{
            say("duplicate lesson {}, by id or by number", Sentence::as_is(lessons[i].id))};
  return lessons;
}

}  // namespace phasebox
