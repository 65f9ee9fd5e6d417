// SPDX-License-Identifier: MIT
// What the parts of the scene view share: where they draw, in which colors, and what is in sight.
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "view/scene_view.hpp"

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

  SpriteId count() const { return count_; }
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
  Color recorded(SpriteId i) const {
    return collides(i) ? mixed(own(i), theme_[Role::collision], 0.6f) : own(i);
  }
  /// Of all sprites, where they are colored by it: px per step; box tests of one sprite.
  float top_speed() const { return top_speed_; }
  std::uint32_t top_cost() const { return top_cost_; }
  /// The sprite's picture where it is in this frame, in world px, with all its colors.
  Picture picture(SpriteId i) const;

 private:
  const Session& session_;
  const ViewOptions& options_;
  const Theme& theme_;
  const std::vector<std::uint32_t>& notes_;
  Frame frame_;
  SpriteId count_ = 0;
  float top_speed_ = 0;
  std::uint32_t top_cost_ = 0;
};

/// The viewport in square cells of the screen, row by row.
class ScreenCells {
 public:
  /// Cells of so many px before the line scale.
  ScreenCells(const Canvas& c, float side) : camera_(c.camera), side_(side * c.camera.line_scale) {
    const Vec2 cells = extent(camera_.viewport) * (1 / side_);
    columns_ = static_cast<std::size_t>(std::max(0.0f, cells.x)) + 1;
    rows_ = static_cast<std::size_t>(std::max(0.0f, cells.y)) + 1;
  }
  std::size_t size() const { return columns_ * rows_; }
  /// In which cell a point of the world lies; none outside of the viewport.
  std::optional<std::size_t> at(Vec2 world) const;
  /// Screen px.
  Aabb place(std::size_t cell) const {
    const Vec2 min = camera_.viewport.min + Vec2{static_cast<float>(cell % columns_) * side_,
                                                 static_cast<float>(cell / columns_) * side_};
    return {min, min + Vec2{side_, side_}};
  }

 private:
  const Camera& camera_;
  float side_;
  std::size_t columns_, rows_;
};

/// Whether a group, cell or node is divided off.
constexpr bool is_part(EventKind k) {
  return k == EventKind::group || k == EventKind::split || k == EventKind::cell ||
         k == EventKind::node;
}
/// Whether splits are drawn as the nodes that they are.
inline bool has_nodes(std::span<const Event> events) {
  return std::ranges::find(events, EventKind::node, &Event::kind) != events.end();
}

/// A line between the middles of two sprites, if they are there and it may be in sight.
void add_line(const Canvas&, Layer&, std::span<const Aabb> boxes, Pair, Color);
/// A segment with an arrow head of `head` world px at its end.
void add_arrow(Layer& lines, Vec2 from, Vec2 to, float head, Color color);

/// What a narrowphase looked at: cells, hulls, and from near enough every pixel.
void draw_closer_look(const Canvas&, std::span<const Event> events);
struct FieldState;
/// The pixels that were read of pairs of the sprite at the pointer, with the n that was used.
void draw_lattice(const Canvas&, const FieldState&);
/// A ring around each, with the number of frames.
void draw_missed_contacts(const Canvas&, std::span<const MissedContact>);
void draw_marked(const Canvas&, Layer& rings, const MarkedPlace&);
/// Hits amber and thick, the others gray; the chosen one with its boxes and parts.
void draw_comparisons(const Canvas&, const Comparisons&, std::span<const Aabb> boxes);
void draw_query(const Canvas&, const RegionQuery&, std::span<const Aabb> boxes);
Color boundary_color(const Event&, const Theme&);
/// A step's first `done` impacts, arrows scaled by all; the last with shapes, place, impulse.
void draw_impacts_so_far(const Canvas&, std::span<const Impact>, std::size_t done, const Frame&);

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

/// All the program knows of an overlay: options, settings, flags, menu, key, legend, drawing.
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
  /// Why it draws nothing in this session with this log, a sentence, else empty. Null: always may.
  std::string_view (*lack)(const Session&, const EventLog&) = nullptr;
};

/// The sprites as pictures, rectangles, recorded boxes or density; pins on those that never move.
void draw_sprites(const Canvas&, const FieldState&);
/// What is selected, hovered, aimed, or about to be selected.
void draw_hand(const Canvas&, const FieldState&);

}  // namespace phasebox
