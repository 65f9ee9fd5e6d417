// SPDX-License-Identifier: MIT
// Reads lessons from JSON.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "lab/lessons/lesson.hpp"

namespace phasebox {

struct LessonFile {
  std::string_view name;  ///< names the file in messages; also the lesson's id if it gives none
  std::string_view text;  ///< the file's content, JSON
};

/// Whether a text is JSON of a lesson, which has "steps", and not of a scene, which has none.
bool is_lesson(std::string_view text);

/// Reads the scene file of that path, as a lesson writes it, and returns its content.
using ReadScene = std::function<Result<std::string>(const std::string& path)>;
/// Returns the text of a lesson with the content of each scene file in place of its path, so that
/// it needs no other file. Errors begin with `name` and name the step.
Result<std::string> with_scenes(std::string_view text, const std::string& name,
                                const ReadScene& read);

/// Parses one lesson from each file and sorts them by `Lesson::number`. Fails on broken JSON,
/// missing texts, goals or steps, unknown keys and relations, and two lessons with the same id or
/// number.
Result<std::vector<Lesson>> parse_lessons(std::span<const LessonFile> files);

}  // namespace phasebox
