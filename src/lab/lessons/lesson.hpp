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
    Vec2 at;            ///< px
    Vec2 size;          ///< px; y = 0: x is the longer side and the image keeps its shape
  };
  /// A scene's registry id. A lesson file may also give the name of a scene file beside it, or the
  /// text of one.
  std::string scene = "lesson";
  std::shared_ptr<const SceneDocument> document;  ///< content of that scene file
  /// Registry ids. When empty, the scene file decides, and without one "rdc" and "none" are used.
  std::string broadphase, narrowphase;
  std::vector<std::pair<std::string, std::string>> params;  ///< (OWNER.KEY, value)
  std::optional<std::vector<Placed>> sprites;               ///< none: the scene's own sprites
  bool paused = true;
  bool launch = false;       ///< a drag on empty ground launches a sprite
  bool group_sizes = false;  ///< shows beside the field what RDC does with each group size
};

struct LessonStep {
  Words text, hint;
  LessonSetup setup;
  Goal goal;
};

struct Lesson {
  int number = 0;  ///< teaching order from 1; 0: none
  std::string id;  ///< kebab-case; the path when the file gives none
  Words title;
  int minutes = 0;  ///< minutes that the lesson takes; 0: not given
  std::vector<LessonStep> steps;
};

}  // namespace phasebox
