// SPDX-License-Identifier: MIT
// One declaration per overlay, at the end of its file.
#pragma once
#include <span>
#include <string_view>

#include "view/canvas.hpp"
#include "view/overlays/sprite_colors.hpp"
#include "view/scene_view.hpp"

namespace phasebox {

/// What is drawn: one frame of a session, and what the user does with it.
struct FieldState {
  const Session& session;
  ShownEvents events;
  const ViewOptions& options;
  const Interaction& hand;
  Detail detail;
  Frame frame;
  SpriteColors colors;

  SpriteId count() const { return colors.count(); }
  /// Calls `draw(i)` for every sprite in sight.
  template <class F>
  void each(const Canvas& c, F&& draw) const {
    for (SpriteId i = 0; i < count(); ++i)
      if (c.sees(frame.boxes[i])) draw(i);
  }
};

/// Everything that the rest of the program knows of an overlay: options, settings, flags, menu,
/// key, legend and drawing read it.
struct OverlayRow {
  using Draw = void (*)(const Canvas&, const FieldState&);

  std::string_view id;     ///< kebab-case: the key in files and on command lines
  std::string_view title;  ///< a few words, as a menu line
  std::string_view help;   ///< one sentence
  char key = 0;            ///< the letter that switches it, a capital one with Shift; 0: none
  bool is_on = false;      ///< at first
  std::span<const LegendLine> legend = {};
  /// Where it draws: on the ground, over that under the sprites, over the sprites, and last of all,
  /// above what the pointer does, at the edges of the picture. Any of them, or several.
  Draw ground = nullptr, under = nullptr, over = nullptr, rulers = nullptr;
  /// Why it has nothing to draw in this session with this event log, as a sentence; empty when it
  /// may have. Null: it always may.
  std::string_view (*lack)(const Session&, const EventLog&) = nullptr;
};

}  // namespace phasebox
