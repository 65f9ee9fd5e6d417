// SPDX-License-Identifier: MIT
// Lessons in files: reads, checks, lists and begins them.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.hpp"
#include "lab/lessons/lesson_parser.hpp"

namespace phasebox::ui {

struct ApplicationModel;

inline constexpr std::uint64_t kMaxLessonFile = std::uint64_t{16} << 20;  ///< bytes

/// Whether a file is named like a scene and holds a lesson. Reads the file; false if it cannot be
/// read.
bool is_lesson_file(const std::filesystem::path& file);
/// Begins the lesson with that id, or the one in a file, which is added to the list of lessons. A
/// bad file is refused as `file: step 2, goal: what, rule`; then no lesson is begun.
Status begin_lesson(ApplicationModel& model, const std::string& id_or_file);
/// Adds the lessons in the .json files of a folder to the list of lessons, in the order of the
/// files' names; warns about bad ones.
void list_lessons(ApplicationModel& model, const std::filesystem::path& folder);

/// Checks a lesson in a session of its own, so that the result does not depend on the scene that is
/// open now.
Status check(const ApplicationModel& model, const Lesson& lesson);
/// Parses and checks a lesson that needs no other file. `name` names it in messages, and is its id
/// unless it gives one.
Result<Lesson> lesson_of(const ApplicationModel& model, std::string text, const std::string& name);
/// Reads and checks the lesson of a file. A lesson without an id gets the file's absolute path as
/// its id.
Result<Lesson> load_lesson(const ApplicationModel& model, const std::filesystem::path& file);

}  // namespace phasebox::ui
