// SPDX-License-Identifier: MIT
// Commands that replace all sprites by those of a scene.
#pragma once
#include <memory>
#include <string>

#include "base/number_format.hpp"
#include "world/scene/document.hpp"

namespace phasebox::command {

/// Starts a scene preset with the parameters it has now.
struct LoadScene {
  std::string id;

  Sentence undo_title() const { return {"scene {}", {spaced(id)}}; }
};
/// Starts the current scene again; same seed, same sprites.
struct Restart {
  /// begins with its sprites; null: with the scene's own
  std::shared_ptr<const SceneDocument> document{};

  Sentence undo_title() const { return "restart"; }
};
/// Replaces scene, settings and sprites by those of a document. Images of the session stay.
struct OpenDocument {
  std::shared_ptr<const SceneDocument> document;
  std::string path{};  ///< absolute path of its file; empty if no file holds it

  Sentence undo_title() const;
};

}  // namespace phasebox::command
