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
  std::string_view name;  ///< name used in messages
  std::string_view text;  ///< JSON
};

/// Parses lessons and sorts them by teaching order. Fails on broken JSON, missing texts, unknown
/// keys and relations, and two lessons with the same id or number.
Result<std::vector<Lesson>> parse_lessons(std::span<const LessonFile> files);

}  // namespace phasebox
