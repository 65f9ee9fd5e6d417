// SPDX-License-Identifier: MIT
// A lesson as data: steps with a text, a set-up and a goal each (assets/lessons/*.json).
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "lab/lessons/language.hpp"
#include "lab/lessons/lesson_goal.hpp"
#include "session/command.hpp"
#include "session/session.hpp"

namespace phasebox {

/// What the user sees when a step begins.
struct LessonSetup {
  struct Placed {
    std::string image;  ///< by name
    Vec2 at;            ///< px
    Vec2 size;          ///< px; y 0: the image keeps its shape and x is its longer side
  };
  std::string scene = "lesson", broadphase = "rdc", narrowphase = "none";  ///< registry ids
  std::vector<std::pair<std::string, std::string>> params;  ///< OWNER.KEY and its value
  std::optional<std::vector<Placed>> sprites;               ///< absent: the scene's own
  bool paused = true;
};

struct LessonStep {
  Words text, hint;
  LessonSetup setup;
  Goal goal;
};

struct Lesson {
  int number = 0;  ///< from 1, in teaching order
  std::string id;  ///< kebab-case
  Words title;
  int minutes = 0;  ///< that it takes, about
  std::vector<LessonStep> steps;
};

/// A file of assets/lessons.
struct LessonFile {
  std::string_view name;  ///< for messages
  std::string_view text;  ///< JSON
};

/// Reads lessons and puts them in teaching order. Refuses broken JSON, a missing text, unknown keys
/// and relations, and two lessons with the same id or number.
Result<std::vector<Lesson>> parse_lessons(std::span<const LessonFile> files);

/// What brings a session to the set-up: every parameter of it, and of "view" the overlays, gets its
/// default or what the set-up wants; theme, grid and legend stay as the user has them. Refuses
/// names that the session does not know.
Result<std::vector<Command>> setup_commands(const LessonSetup& setup, const Session& session,
                                            const ParamGroup& view);

}  // namespace phasebox
