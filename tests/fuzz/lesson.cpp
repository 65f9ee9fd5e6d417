// SPDX-License-Identifier: MIT
// Lessons: any bytes are lessons or one line of refusal; conditions that are read are written as
// they were, and set-ups are carried out or refused.
#include "fuzz/fuzz.hpp"
#include "io/pictures/images.hpp"
#include "lab/lessons/lesson_parser.hpp"
#include "lab/lessons/lesson_setup.hpp"
#include "world/scene/taught_rdc.hpp"

namespace phasebox::fuzz {
namespace {

void check_goal(const Goal& goal) {
  for (const auto& clause : goal)
    for (const Condition& condition : clause) {
      const std::string text = condition_text(condition);
      const auto again = parse_condition(text);
      check(!again.failed(), "a condition that was written cannot be read", text);
      check(condition_text(*again) == text, "a condition is read as something else", text);
    }
}

void check_setup(const LessonSetup& setup, const ImageSet& images) {
  Session session(images);
  const auto commands = setup_commands(setup, session, {});
  if (commands.failed()) return check_error(commands.error().text);
  for (const Command& c : *commands) check_error(session.apply(c));
}

void run(std::string_view input) {
  static const ImageSet kImages = builtin_images();
  const MemoryWatch watch((std::size_t{256} << 20) + 1000 * input.size());
  const LessonFile file{"lesson.json", input};
  const auto lessons = parse_lessons({&file, 1});
  if (lessons.failed()) return check_error(lessons.error().text);
  for (const Lesson& lesson : *lessons)
    for (const LessonStep& step : lesson.steps) {
      check_goal(step.goal);
      check_setup(step.setup, kImages);
    }
}

}  // namespace
}  // namespace phasebox::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  phasebox::use_taught_rdc();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  phasebox::fuzz::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
