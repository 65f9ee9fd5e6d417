// SPDX-License-Identifier: MIT
// Commands that replace all sprites by those of a scene or of a document.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "session/command/sprites.hpp"
#include "world/scene/document.hpp"

namespace phasebox::command {

/// Starts a scene of the registry with its present parameters, and applies the settings and
/// algorithms that it names. Ends a recording.
struct LoadScene {
  std::string id;

  Sentence undo_title() const;
};
/// Starts the chosen scene again at step 0; the same seed gives the same sprites. While a recording
/// plays, shows its first frame.
struct Restart {
  /// the sprites to start with; null or without sprites: those that the scene makes
  std::shared_ptr<const SceneDocument> document{};

  Sentence undo_title() const { return "restart"; }
};
/// Starts the chosen scene again with that number of sprites in a field of that size, as one
/// change. The window asks for a field that grows along with the number of sprites, so that their
/// density stays.
struct ResizeScene {
  std::uint32_t count;
  double width, height;  ///< of the field, px
  bool joins = true;     ///< as that of SetParam

  Sentence undo_title() const { return counted_sprites(count); }
};
/// Replaces scene, settings and sprites by those of a document; the scene makes the sprites if it
/// has none. Images of the session stay. Ends a recording.
struct OpenDocument {
  std::shared_ptr<const SceneDocument> document;
  std::string path{};  ///< absolute path of its file; empty if no file holds it

  Sentence undo_title() const;
};

}  // namespace phasebox::command
