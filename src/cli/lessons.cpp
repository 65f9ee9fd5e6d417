// SPDX-License-Identifier: MIT
// The lessons that were built into the program.
#include "cli/lessons.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "io/files/embedded.hpp"

namespace phasebox {
namespace {

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

}  // namespace

Result<std::vector<Lesson>> builtin_lessons() {
  std::vector<LessonFile> files;
  for (const EmbeddedFile& file : embedded_lessons())
    files.push_back(
        {file.name, {reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()}});
  return parse_lessons(files);
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

Json lessons_json(std::span<const Lesson> lessons) {
  Json all = Json::array();
  for (const Lesson& lesson : lessons) {
    Json steps = Json::array();
    for (const LessonStep& step : lesson.steps) steps.push_back(step_json(step));
    all.push_back({{"id", lesson.id},
                   {"kind", "lesson"},
                   {"number", lesson.number},
                   {"title", lesson.title.en},
                   {"titles", words_json(lesson.title)},
                   {"minutes", lesson.minutes},
                   {"parameters", Json::array()},
                   {"steps", std::move(steps)}});
  }
  return all;
}

}  // namespace phasebox
