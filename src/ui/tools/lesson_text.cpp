// SPDX-License-Identifier: MIT
// The letters that the Chinese lessons are written in.
#include "ui/tools/lesson_text.hpp"

namespace phasebox {

std::string chinese_letters(const Lessons& lessons) {
  std::string all = chinese_standing_text();
  for (const ToolWords& words : lesson_text::kAll) all += words.zh;
  for (const Lesson& lesson : lessons.all()) {
    all += lesson.title.zh;
    for (const LessonStep& step : lesson.steps) all += step.text.zh + step.hint.zh;
  }
  return all;
}

}  // namespace phasebox
