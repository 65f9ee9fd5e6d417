// SPDX-License-Identifier: MIT
// Lessons in files: reads, checks, lists and begins them.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "lab/lessons/lesson.hpp"

namespace phasebox::ui {

struct ApplicationModel;

inline constexpr std::uint64_t kMaxLessonFile = std::uint64_t{16} << 20;  ///< bytes

/// Whether a text of JSON is a lesson, which has steps, and not a scene, which has none.
bool is_lesson(std::string_view text);
/// Whether a file is named like a scene and holds a lesson; reads it.
bool is_lesson_file(const std::filesystem::path& file);
/// Begins the lesson with that id, or the one in a file, which is added to the list. A bad lesson
/// is refused as `file: step 2, goal: what, rule`; then nothing has changed.
Status begin_lesson(ApplicationModel& model, const std::string& id_or_file);
/// Adds all lessons of a folder to the list in the order of their names; warns about bad ones.
void list_lessons(ApplicationModel& model, const std::filesystem::path& folder);

/// Checks a lesson in a session and a view of its own, so that the result does not depend on what
/// is open now.
Status check(const ApplicationModel& model, const Lesson& lesson);
/// Reads and checks the lesson of a file, whose id becomes the file's path unless it has one.
Result<Lesson> load_lesson(const ApplicationModel& model, const std::filesystem::path& file);

}  // namespace phasebox::ui
