// SPDX-License-Identifier: MIT
// Reads lessons from JSON.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "lab/lessons/lesson.hpp"

namespace phasebox {

struct LessonFile {
  std::string_view name;  ///< names the file in messages; also the lesson's id if it gives none
  std::string_view text;  ///< the file's content, JSON
};

/// Parses one lesson from each file and sorts them by `Lesson::number`. Fails on broken JSON,
/// missing texts, goals or steps, unknown keys and relations, and two lessons with the same id or
/// number.
Result<std::vector<Lesson>> parse_lessons(std::span<const LessonFile> files);

}  // namespace phasebox
