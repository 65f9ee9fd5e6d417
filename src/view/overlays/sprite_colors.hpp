// SPDX-License-Identifier: MIT
// Which colors a sprite has, by the options: the same in the field and in the 3D view.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "session/session.hpp"
#include "view/draw_list.hpp"
#include "view/theme.hpp"
#include "view/view_options.hpp"

namespace phasebox {

/// From `a` to `b` by `t`, 0 to 1, channel by channel.
Color mixed(Color a, Color b, float t);

/// Of a sprite with these bits of categories, by the lowest.
Color category_color(const Theme&, unsigned bits);

/// The colors of all sprites of one frame.
class SpriteColors {
 public:
  /// Notes collisions and groups per sprite in `notes`, which must outlive this; `broad` are the
  /// events of the broadphase. O(n + contacts + events).
  SpriteColors(const Session&, std::span<const Event> broad, const ViewOptions&, const Theme&,
               std::vector<std::uint32_t>& notes);

  /// How many sprites have colors.
  SpriteId count() const { return count_; }
  /// Whether the sprite is to be marked as colliding.
  bool collides(SpriteId i) const;
  /// Whether the sprite sleeps: its picture is dimmed, so that it is seen what costs time.
  bool sleeps(SpriteId i) const {
    const auto quiet = session_.world().quiet_steps();
    return i < quiet.size() && quiet[i] >= World::kStepsToSleep;
  }
  /// What the options give the sprite; white leaves its picture as it is.
  Color own(SpriteId i) const;
  Color blank() const;
  /// Of a plain rectangle in place of the picture.
  Color plain(SpriteId i) const;
  /// Of a recorded box.
  Color recorded(SpriteId i) const;
  /// The sprite's picture where it is in this frame, in world px, with all its colors.
  Picture picture(SpriteId i) const;

 private:
  const Session& session_;
  const ViewOptions& options_;
  const Theme& theme_;
  const std::vector<std::uint32_t>& notes_;
  Frame frame_;
  SpriteId count_ = 0;
  float top_speed_ = 0;         // px per step, of all sprites
  std::uint32_t top_cost_ = 0;  // box tests of the sprite that had most
};

}  // namespace phasebox
