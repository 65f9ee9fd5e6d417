// SPDX-License-Identifier: MIT
// What the parts of the scene view share: where they draw, in which colors, and what is in sight.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"
#include "collide/event_log.hpp"
#include "session/session.hpp"
#include "view/camera.hpp"
#include "view/draw_list.hpp"
#include "view/scene_view.hpp"
#include "view/theme.hpp"
#include "view/view_options.hpp"
#include "world/dynamics/dynamics.hpp"

namespace phasebox {

/// From `a` to `b` by `t`, 0 to 1, channel by channel.
Color mixed(Color a, Color b, float t);

/// Of a sprite with these bits of categories, by the lowest.
Color category_color(const Theme&, unsigned bits);

/// The colors of all sprites of one frame, the same in the field and in the 3D view.
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

/// One drawing of one field.
struct Canvas {
  const Camera& camera;
  const Theme& theme;
  DrawList& list;
  Aabb sight;  ///< what is visible, and a little more, so that thick lines do not pop at the edge

  Canvas(const Camera& c, const Theme& t, DrawList& l) : camera(c), theme(t), list(l) {
    constexpr float kMargin = 16;
    const Vec2 margin{c.world_px(kMargin), c.world_px(kMargin)};
    sight = {c.visible().min - margin, c.visible().max + margin};
  }

  bool sees(const Aabb& box) const { return overlaps(box, sight); }
  /// Whether any part of the segment may be in sight.
  bool sees(Vec2 a, Vec2 b) const { return overlaps(united({a, a}, {b, b}), sight); }
  float px(float screen_px) const { return camera.world_px(screen_px); }
  Layer& layer(Layer::Kind kind, float thickness = 1) const {
    return list.layer(kind, thickness * camera.line_scale);
  }
};

/// A segment with an arrow head of `head` world px at its end.
void add_arrow(Layer& lines, Vec2 from, Vec2 to, float head, Color color);

/// The ground outside the field, and the field's border.
void draw_outside(const Canvas&, const Aabb& field);
void draw_border(const Canvas&, const Aabb& field);
/// What a narrowphase looked at: cells, hulls, and from near enough every pixel.
void draw_closer_look(const Canvas&, std::span<const Event> events);
/// Hits amber and thick, the others gray; the chosen one with its boxes and parts.
void draw_comparisons(const Canvas&, const Comparisons&, std::span<const Aabb> boxes);
void draw_query(const Canvas&, const RegionQuery&, std::span<const Aabb> boxes);
Color boundary_color(const Event&, const Theme&);
/// The first `done` of a step's impacts, with arrows as long as they are among all; the last one
/// stands out: the shapes that met, where they met, and the impulse.
void draw_impacts_so_far(const Canvas&, std::span<const Impact>, std::size_t done, const Frame&);

// One declaration per overlay, in the file of its family.

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

// The sprites of a session, and what the pointer does with them.

/// As pictures, plain rectangles, recorded boxes or their density; pins on those that never move.
void draw_sprites(const Canvas&, const FieldState&);
/// How many sprites there are, square by square, in the mean of their colors.
void draw_density(const Canvas&, const FieldState&);
/// What is selected, hovered, aimed, or about to be selected.
void draw_hand(const Canvas&, const FieldState&);

}  // namespace phasebox
