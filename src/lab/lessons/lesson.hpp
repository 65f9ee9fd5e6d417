// SPDX-License-Identifier: MIT
// A lesson: steps with a text, a set-up and a goal.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/geometry.hpp"
#include "lab/lessons/goal.hpp"
#include "lab/lessons/words.hpp"
#include "world/scene/document.hpp"

namespace phasebox {

/// The state of session and window that a step begins with.
struct LessonSetup {
  struct Placed {
    std::string image;  ///< the image's name
    Vec2 at;            ///< position of the sprite, px
    /// Width and height, px. If y is 0, x is the longer side and the image keeps its shape.
    Vec2 size;
  };
  /// The id of a scene in the registry; or, as a lesson file gives it, the name of a scene file
  /// beside it or the content of one, which is then read into `document`.
  std::string scene = "lesson";
  std::shared_ptr<const SceneDocument> document;  ///< the scene file; null: `scene` is an id
  /// Ids of the algorithms. When empty, the scene file decides, and without one "rdc" and "none".
  std::string broadphase, narrowphase;
  /// ("OWNER.KEY", value as text) of the parameters that do not have their defaults.
  std::vector<std::pair<std::string, std::string>> params;
  std::optional<std::vector<Placed>> sprites;  ///< none: the scene's own sprites
  bool paused = true;        ///< whether the step begins with the simulation paused
  bool launch = false;       ///< whether a drag on empty ground launches a sprite
  bool group_sizes = false;  ///< whether a plot shows what RDC does with each group size
};

/// One step: a text asks the user to reach the goal, a hint helps after a while, and `after`, which
/// may be empty, says what is found out when the goal is reached.
struct LessonStep {
  Words text, hint, after;
  LessonSetup setup;
  Goal goal;
};

struct Lesson {
  int number = 0;  ///< place in the teaching order, from 1; 0: not in it
  std::string id;  ///< kebab-case; the file's name when the file gives none
  Words title;
  int minutes = 0;  ///< minutes that the lesson takes; 0: not given
  std::vector<LessonStep> steps;
  /// The content of the lesson's file, with its scenes in it; empty of a lesson of the program.
  std::string text = {};
};

}  // namespace phasebox
