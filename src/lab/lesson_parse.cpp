// SPDX-License-Identifier: MIT
// Lessons from JSON.
#include <algorithm>

#include <fmt/format.h>

#include "io/archive/archive.hpp"
#include "lab/lessons.hpp"

namespace phasebox {

void fields(FieldReader& f, Words& words) {
  f.field("en", words.en);
  f.field("zh", words.zh);
}

// [image, x, y, longer side] or [image, x, y, width, height]
void read(const Reader& at, LessonSetup::Placed& placed) {
  constexpr std::string_view kForm = "must be [image, x, y, longer side] or [image, x, y, w, h]";
  if (!at.is_list(kForm)) return;
  const std::size_t size = at.json().size();
  if (size < 4 || size > 5) return at.refuse(kForm);
  read(at.element(0), placed.image);
  read(at.element(1), placed.at.x), read(at.element(2), placed.at.y);
  read(at.element(3), placed.size.x);
  if (size > 4) read(at.element(4), placed.size.y);
}

// In place of those of the same name; in the order of names.
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
  f.optional("scene", setup.scene);
  f.optional("broadphase", setup.broadphase);
  f.optional("narrowphase", setup.narrowphase);
  f.optional("params", setup.params);
  f.if_given("sprites", [&](const Reader& at) {
    setup.sprites.reset();  // null: the scene's own, whatever the lesson says
    if (!at.json().is_null()) read(at, setup.sprites.emplace());
  });
  f.optional("paused", setup.paused);
}

void read(const Reader& at, Condition& condition) {
  if (!at.is_text()) return;
  Result<Condition> parsed = parse_condition(*at.json().text());
  if (!parsed) return at.refuse(parsed.error().text);
  condition = *std::move(parsed);
}

// A clause may be one condition.
void read(const Reader& at, std::vector<Condition>& clause) {
  if (!at.json().list()) return read(at, clause.emplace_back());
  at.each([&](const Reader& one) { read(one, clause.emplace_back()); });
}

void fields(FieldReader& f, LessonStep& step) {
  f.field("text", step.text);
  f.field("hint", step.hint);
  f.optional("setup", step.setup);
  f.field("goal", step.goal);
  if (step.goal.empty()) f.place().refuse("a step needs a goal");
}

void fields(FieldReader& f, Lesson& lesson) {
  constexpr Whole kSmall{0, 1000};
  f.field("number", lesson.number, kSmall);
  f.field("id", lesson.id);
  f.field("title", lesson.title);
  f.field("minutes", lesson.minutes, kSmall);
  LessonSetup setup;
  f.optional("setup", setup);
  f.with("steps", [&](const Reader& steps) {
    if (!steps.is_list()) return;
    // What a step does not say of its set-up, the lesson does.
    steps.each([&](const Reader& at) {
      auto& step = lesson.steps.emplace_back();
      step.setup = setup;
      read(at, step);
    });
  });
  if (lesson.steps.empty()) f.place().refuse("a lesson needs a step");
}

Result<std::vector<Lesson>> parse_lessons(std::span<const LessonFile> files) {
  std::vector<Lesson> lessons;
  for (const LessonFile& file : files) {
    ReadState state{fmt::format("lesson {}", file.name)};
    const auto json = parse_json(file.text, state.file, 1, JsonReal::float64);
    if (!json) return json.error();
    read(Reader(*json, state), lessons.emplace_back());
    if (state.error) return *std::move(state.error);
  }
  std::ranges::sort(lessons, {}, &Lesson::number);
  for (std::size_t i = 0; i < lessons.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (lessons[k].id == lessons[i].id || lessons[k].number == lessons[i].number)
        return Error{fmt::format("duplicate lesson {}, by id or by number", lessons[i].id)};
  return lessons;
}

}  // namespace phasebox
