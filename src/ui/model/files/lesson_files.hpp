// SPDX-License-Identifier: MIT
// Lessons as files of the user's: listed, begun, and made in the window by doing each step once.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "lab/lessons.hpp"

namespace phasebox::ui {

struct ApplicationModel;

inline constexpr std::uint64_t kMaxLessonFile = std::uint64_t{16} << 20;  ///< bytes

/// Whether a text of JSON is a lesson, by the first of its keys that a scene does not have.
bool is_lesson(std::string_view text);
bool is_lesson_file(const std::filesystem::path& file);
/// Begins a lesson by its id, or that of a file, which is then among the others. Refused as
/// `file: step 2, goal: what, rule`; then nothing has changed.
Status begin_lesson(ApplicationModel& model, const std::string& id_or_file);
/// Lists all lessons of a folder in the order of their names; says which are wrong.
void list_lessons(ApplicationModel& model, const std::filesystem::path& folder);

/// A lesson in the making. A step is set up, recorded and described; then it joins the lesson.
struct LessonDraft {
  enum class Stage : std::uint8_t { nothing, set_up, records, recorded };
  using Fact = std::pair<std::string_view, std::uint64_t>;
  using Facts = std::vector<Fact>;
  /// What the user has changed, as a condition of the goal.
  struct Offer {
    Condition condition;
    bool is_setting = false;  ///< of a parameter, an algorithm or the number of sprites
    bool is_chosen = false;
  };
  bool is_open = false;  ///< in sight
  Stage stage = Stage::nothing;
  Lesson lesson;      ///< with the steps made so far
  LessonStep step;    ///< the next one
  LessonStart start;  ///< when its recording began
  Facts facts;        ///< of its set-up
  std::vector<Offer> offers;
  std::string trouble;  ///< why something cannot be done, or empty
};

/// Takes sprites, settings and view as what the next step begins with.
void set_up_step(ApplicationModel& model);
/// Goes back to that; what is done from now on is what the step asks for.
void record_step(ApplicationModel& model);
/// Offers what has changed since.
void stop_recording(ApplicationModel& model);
/// Adds what was set up, recorded and typed as a step; refuses what could not be solved.
void add_step(ApplicationModel& model);
/// Writes the lesson, lists it, and begins another one.
void save_lesson(ApplicationModel& model, const std::filesystem::path& file);

}  // namespace phasebox::ui
