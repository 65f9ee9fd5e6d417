// SPDX-License-Identifier: MIT
// Lessons from JSON.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lab/lessons.hpp"

namespace phasebox {
namespace {

using nlohmann::json;

void allow_keys(const json& object, std::initializer_list<std::string_view> keys) {
  for (const auto& item : object.items())
    if (std::ranges::find(keys, item.key()) == keys.end())
      throw std::runtime_error(fmt::format("there is no key '{}'; those that there are: {}",
                                           item.key(), fmt::join(keys, ", ")));
}

Words words_of(const json& j) {
  allow_keys(j, {"en", "zh"});
  return {j.at("en").get<std::string>(), j.at("zh").get<std::string>()};
}

std::string value_text(const json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// [image, x, y, longer side] or [image, x, y, width, height]
LessonSetup::Placed placed_of(const json& j) {
  if (j.size() < 4 || j.size() > 5)
    throw std::runtime_error("a sprite is [image, x, y, longer side] or [image, x, y, w, h]");
  return {.image = j[0].get<std::string>(),
          .at = {j[1].get<float>(), j[2].get<float>()},
          .size = {j[3].get<float>(), j.size() > 4 ? j[4].get<float>() : 0}};
}

LessonSetup setup_of(const json& j) {
  allow_keys(j, {"scene", "broadphase", "narrowphase", "params", "sprites", "paused"});
  LessonSetup s;
  s.scene = j.value("scene", s.scene);
  s.broadphase = j.value("broadphase", s.broadphase);
  s.narrowphase = j.value("narrowphase", s.narrowphase);
  s.paused = j.value("paused", s.paused);
  const json params = j.value("params", json::object());
  for (const auto& item : params.items())
    s.params.emplace_back(item.key(), value_text(item.value()));
  if (!j.contains("sprites")) return s;
  s.sprites.emplace();
  for (const json& sprite : j["sprites"]) s.sprites->push_back(placed_of(sprite));
  return s;
}

Condition condition_of(const json& j) {
  Result<Condition> condition = parse_condition(j.get<std::string>());
  if (!condition) throw std::runtime_error(condition.error().text);
  return *std::move(condition);
}

Goal goal_of(const json& j) {
  Goal goal;
  for (const json& clause : j) {
    auto& any = goal.emplace_back();
    if (clause.is_array())
      for (const json& condition : clause) any.push_back(condition_of(condition));
    else
      any.push_back(condition_of(clause));
  }
  if (goal.empty()) throw std::runtime_error("a step needs a goal");
  return goal;
}

// What a step does not say of its set-up, the lesson does.
LessonStep step_of(const json& j, const json& lesson_setup) {
  allow_keys(j, {"text", "hint", "setup", "goal"});
  json setup = lesson_setup;
  if (j.contains("setup")) setup.merge_patch(j["setup"]);
  return {.text = words_of(j.at("text")),
          .hint = words_of(j.at("hint")),
          .setup = setup_of(setup),
          .goal = goal_of(j.at("goal"))};
}

// A number of a lesson or of its minutes.
int small_number(const json& j, const char* key) {
  constexpr double kMost = 1000;
  const double value = j.at(key).get<double>();
  if (!(value >= 0 && value <= kMost) || value != std::floor(value))
    throw std::runtime_error(fmt::format("{}: must be a whole number from 0 to {}", key, kMost));
  return static_cast<int>(value);
}

Lesson lesson_of(const json& j) {
  allow_keys(j, {"number", "id", "title", "minutes", "setup", "steps"});
  Lesson lesson{.number = small_number(j, "number"),
                .id = j.at("id").get<std::string>(),
                .title = words_of(j.at("title")),
                .minutes = small_number(j, "minutes"),
                .steps = {}};
  const json setup = j.value("setup", json::object());
  for (const json& step : j.at("steps")) lesson.steps.push_back(step_of(step, setup));
  if (lesson.steps.empty()) throw std::runtime_error("a lesson needs a step");
  return lesson;
}

}  // namespace

Result<std::vector<Lesson>> parse_lessons(std::span<const LessonFile> files) {
  std::vector<Lesson> lessons;
  for (const LessonFile& file : files) {
    try {
      lessons.push_back(lesson_of(json::parse(file.text)));
    } catch (const std::exception& e) {
      return Error{fmt::format("lesson {}: {}", file.name, e.what())};
    }
  }
  std::ranges::sort(lessons, {}, &Lesson::number);
  for (std::size_t i = 0; i < lessons.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (lessons[k].id == lessons[i].id || lessons[k].number == lessons[i].number)
        return Error{fmt::format("lesson {} is there twice, by id or by number", lessons[i].id)};
  return lessons;
}

}  // namespace phasebox
