// SPDX-License-Identifier: MIT
// A lesson that the user makes, step by step.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sentence.hpp"
#include "lab/lessons/lessons.hpp"

namespace phasebox::ui {

struct ApplicationModel;

/// The stage of the step that is being made; each stage follows the one before it.
enum class DraftStage : std::uint8_t { nothing, set_up, records, recorded };

/// A lesson that the user is making. Each step is set up, recorded and described; then it is added
/// to the lesson.
struct LessonDraft {
  using Fact = std::pair<std::string_view, std::uint64_t>;
  using Facts = std::vector<Fact>;
  using Rule = std::pair<std::string, bool>;
  /// A change that the user made in a recording, offered as a condition of the step's goal.
  struct Offer {
    Condition condition;
    bool is_setting = false;  ///< about a parameter, an algorithm or the number of sprites
    bool is_chosen = false;   ///< it is part of the goal
  };
  bool is_open = false;  ///< the page on which lessons are made is shown
  DraftStage stage = DraftStage::nothing;
  Lesson lesson;              ///< holds the steps that were added
  LessonStep step;            ///< the step that is being made
  LessonStart start;          ///< the state when the step's recording began
  Facts facts;                ///< counts of the frame when the step was set up
  std::vector<Offer> offers;  ///< changes found when the recording stopped
  Sentence trouble;           ///< why something cannot be done, or empty
};

/// Takes the current sprites, settings and view as the beginning of the next step.
void set_up_step(ApplicationModel& model);
/// Restores the beginning of the step and starts the recording: what the user does from now on is
/// what the step will ask the student to do.
void record_step(ApplicationModel& model);
/// Stops the recording, pauses, and lists what has changed since the recording began as conditions
/// of the step's goal.
void stop_recording(ApplicationModel& model);
/// Adds the step to the lesson with the chosen conditions as its goal. Refuses a step that is
/// incomplete, whose goal leaves out another change of the recording, or that check() refuses; then
/// `trouble` says why.
void add_step(ApplicationModel& model);
/// Writes the lesson to a file, adds it to the list of lessons, and begins a new one. A message
/// says where, or why not.
void save_lesson(ApplicationModel& model, const std::filesystem::path& file);

}  // namespace phasebox::ui
