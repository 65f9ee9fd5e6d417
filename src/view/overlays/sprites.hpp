// SPDX-License-Identifier: MIT
// The sprites of a session and what is said about each of them.
#pragma once
#include "session/session.hpp"
#include "view/canvas.hpp"
#include "view/overlays/sprite_colors.hpp"
#include "view/scene_view.hpp"

namespace phasebox {

/// One drawing of one session; the parts of draw_session that look at sprites.
class SpriteView {
 public:
  /// Notes collisions and groups per sprite in the list's scratch column. O(n + contacts + events).
  SpriteView(const Canvas&, const Session&, std::span<const Event> broad, const ViewOptions&);

  void draw_boxes() const;
  void draw_pictures(Detail) const;
  void draw_pins() const;
  void draw_candidates() const;
  void draw_collisions(Detail) const;
  void draw_velocities() const;
  void draw_ids() const;
  void draw_hand(const Interaction&) const;

 private:
  void draw_recorded_boxes() const;
  void draw_contact_points() const;
  /// Calls `draw(i)` for every sprite in sight.
  template <class F>
  void each(F&& draw) const {
    for (SpriteId i = 0; i < count_; ++i)
      if (c_.sees(frame_.boxes[i])) draw(i);
  }

  const Canvas& c_;
  const Session& session_;
  const ViewOptions& options_;
  Frame frame_;
  SpriteColors colors_;
  SpriteId count_ = 0;
};

}  // namespace phasebox
