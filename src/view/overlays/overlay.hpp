// SPDX-License-Identifier: MIT
// What overlays share: the colors of sprites, cells of the screen, functions that draw common
// shapes, and the row that describes an overlay.
#pragma once
#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "session/findings.hpp"
#include "view/canvas.hpp"
#include "view/legend.hpp"
#include "view/scene_view.hpp"

namespace phasebox {

/// Mixes `a` (t = 0) with `b` (t = 1), 0 <= t <= 1, in each channel, alpha included. Channels are
/// rounded down.
Color mixed(Color a, Color b, float t);

/// The color of a sprite whose collision category is `bits`: the theme's tint of the lowest bit, or
/// gray if there is none.
Color category_color(const Theme&, unsigned bits);

/// The colors of all sprites of one frame, the same in the field and in the 3D view.
class SpriteColors {
 public:
  /// Fills `notes` [sprites], which must outlive this object, with what the colors depend on:
  /// whether the sprite collides, and the tint of its group or its number of box tests. `broad` are
  /// the events of the broadphase from which groups and tests are taken. `tints` are those of
  /// groups, by `SteadyTints`; if it is empty or does not have one for each sprite, they are taken
  /// from the events. O(n + contacts + events).
  SpriteColors(const Session&, std::span<const Event> broad, std::span<const std::uint32_t> tints,
               const ViewOptions&, const Theme&, std::vector<std::uint32_t>& notes);

  /// The number of sprites that can be drawn.
  SpriteId count() const { return count_; }
  /// Whether the sprite has a contact and the overlay "collisions" is on.
  bool collides(SpriteId i) const;
  /// Whether the sprite sleeps: dynamics does not move it until something wakes it. Its picture is
  /// then dimmed.
  bool sleeps(SpriteId i) const {
    const auto quiet = session_.world().quiet_steps();
    return i < quiet.size() && quiet[i] >= World::kStepsToSleep;
  }
  /// The color that the option `color_by` gives the sprite, also if it collides. White means that
  /// its picture stays as it is. Among the colors of categories, the sprite that the arrow keys
  /// steer has that of text, so that it is found among others of its category.
  Color own(SpriteId i) const;
  /// The color of sprites with white images, which would vanish on a white background.
  Color blank() const;
  /// The color of a plain rectangle that is drawn in place of the picture: that of collisions if
  /// the sprite collides.
  Color plain(SpriteId i) const;
  /// The color of a recorded box: its own, mixed with that of collisions if it collides.
  Color recorded(SpriteId i) const {
    return collides(i) ? mixed(own(i), theme_[Role::collision], 0.6f) : own(i);
  }
  /// The greatest speed of a sprite, px per step, and the greatest number of box tests of one
  /// sprite. Each is 0 unless sprites are colored by it.
  float top_speed() const { return top_speed_; }
  std::uint32_t top_cost() const { return top_cost_; }
  /// The sprite's picture, placed where the sprite is, in world px, with all its colors.
  Picture picture(SpriteId i) const;

 private:
  const Session& session_;
  const ViewOptions& options_;
  const Theme& theme_;
  const std::vector<std::uint32_t>& notes_;
  Frame frame_;
  SpriteId count_ = 0;
  std::optional<SpriteId> steered_{};  // by the arrow keys; none unless colored by category
  float top_speed_ = 0;
  std::uint32_t top_cost_ = 0;
};

/// Divides the viewport into square cells, numbered row by row from the top left. The last ones of
/// a row or column may reach beyond the viewport.
class ScreenCells {
 public:
  /// `side` is the side of a cell, screen px before the line scale. The camera must outlive this.
  ScreenCells(const Canvas& c, float side) : camera_(c.camera), side_(side * c.camera.line_scale) {
    const Vec2 cells = extent(camera_.viewport) * (1 / side_);
    columns_ = static_cast<std::size_t>(std::max(0.0f, cells.x)) + 1;
    rows_ = static_cast<std::size_t>(std::max(0.0f, cells.y)) + 1;
  }
  std::size_t size() const { return columns_ * rows_; }
  /// The number of the cell in which a point of the world, px, lies; none outside of all cells.
  std::optional<std::size_t> at(Vec2 world) const;
  /// The square of the cell with that number, screen px.
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

/// Whether an event of that kind names a part of a broadphase's structure: a final group, a cell, a
/// node, or (split) a temporary group or a node that is divided.
constexpr bool is_part(EventKind k) {
  return k == EventKind::group || k == EventKind::split || k == EventKind::cell ||
         k == EventKind::node;
}
/// Whether the event names a final group, or (split) a temporary group or a node that is divided.
constexpr bool is_group(const Event& e) {
  return e.kind == EventKind::group || e.kind == EventKind::split;
}
/// Whether there are nodes among the events. Splits then belong to nodes, which are drawn instead.
inline bool has_nodes(std::span<const Event> events) {
  return std::ranges::find(events, EventKind::node, &Event::kind) != events.end();
}
/// Whether the event is drawn as a part of the structure. A split is not if `splits_are_nodes` (see
/// `has_nodes`), because the node that it divides has an event of its own.
constexpr bool is_drawn_part(const Event& e, bool splits_are_nodes) {
  return is_part(e.kind) && !(e.kind == EventKind::split && splits_are_nodes);
}

/// Adds a line between the middles of the boxes of a pair, if both exist and the line may be in
/// sight. `boxes` [n] are those of all sprites.
void add_line(const Canvas&, Layer&, std::span<const Aabb> boxes, Pair, Color);
/// Adds an arrow, in the unit of the layer `lines`. Its head is `head` long, or as long as the
/// arrow if that is shorter. Adds nothing if both ends are equal.
void add_arrow(Layer& lines, Vec2 from, Vec2 to, float head, Color color);

/// Outlines the boxes of both sprites of a pair and draws a line between their middles, if both
/// exist. `thickness` is in screen px before the line scale.
void mark_pair(const Canvas&, std::span<const Aabb> boxes, Pair, float thickness, Color color);
/// Makes the shapes of a layer fainter the more there are, so that together they do not hide what
/// lies under them. Multiplies their alpha by weight / sqrt(number of shapes), clamped to `least`
/// .. `most`.
void fade(Layer&, float weight, float least, float most);
/// Whether the broadphase has logged or counted events of `kind`. It is a `LegendLine::is_shown`,
/// which is why it takes a camera.
template <EventKind kind>
bool has_broad(const EventLog& log, const Camera&) {
  return log.broad.count(kind) > 0;
}

/// Whether a world px is at least 5 screen px (times the line scale) large, so that pixels that a
/// narrowphase read can be marked one by one.
bool shows_pixels(const Camera&);
/// Draws what a narrowphase examined, by its events: cells and nodes, hulls with their closest
/// points, and the pixels that it read if `shows_pixels`.
void draw_closer_look(const Canvas&, std::span<const Event> events);
struct FieldState;
/// Draws the pixels that the narrowphase n-sampled pixels read in pairs of the sprite at the
/// pointer, and the distance n between them. Draws nothing with another narrowphase, without such a
/// sprite, or unless `Interaction::shows_samples`.
void draw_lattice(const Canvas&, const FieldState&);
/// Draws a ring around each missed contact. If there are fewer than four, the number of frames for
/// which it was missed stands beside it.
void draw_missed_contacts(const Canvas&, std::span<const MissedContact>);
/// Adds a ring around a place to the layer `rings`, and the text `id` with the place's label in its
/// hole unless that is empty.
void draw_marked(const Canvas&, Layer& rings, const MarkedPlace&, const char* id = "{}");
/// The color of a boundary event: that of open (begin) or of close (end).
Color boundary_color(const Event&, const Theme&);
/// Draws the boundaries of a sweep along a line that is parallel to no axis, as ticks along it,
/// with dots where boundaries coincide.
void draw_slanted_boundaries(const Canvas&, const FieldState&);
/// Draws rulers along two edges, with a tick for each boundary and a dot where some coincide, if
/// `shows_ties`; and the lines of the legend about ties.
void draw_rulers(const Canvas&, const FieldState&);
std::span<const LegendLine> tie_legend();
/// Draws the first `done` impacts of a step, with arrows in the scale of all its impacts. The last
/// of them is pointed out, with the shapes of its sprites. Draws nothing if `done` is 0.
void draw_impacts_so_far(const Canvas&, std::span<const Impact>, std::size_t done, const Frame&);

/// What an overlay gets to draw: one frame of a session with its events, the options, and what the
/// pointer does.
struct FieldState {
  const Session& session;
  ShownEvents events;
  const ViewOptions& options;
  const Interaction& hand;
  Detail detail;
  Frame frame;
  SpriteColors colors;

  SpriteId count() const { return colors.count(); }
  /// Calls `draw(i)` for every sprite whose box is in sight.
  template <class F>
  void each(const Canvas& c, F&& draw) const {
    for (SpriteId i = 0; i < count(); ++i)
      if (c.sees(frame.boxes[i])) draw(i);
  }
};

/// The description of an overlay. Its option, setting, command-line flag, menu line, key, legend
/// and drawing follow from it.
struct OverlayRow {
  using Draw = void (*)(const Canvas&, const FieldState&);

  std::string_view id;     ///< kebab-case: the key in files and on command lines
  std::string_view title;  ///< a few words, for menus
  std::string_view help;   ///< one sentence
  char key = 0;            ///< the letter that switches it, a capital one with Shift; 0: none
  bool is_on = false;      ///< by default
  std::span<const LegendLine> legend = {};
  /// The functions that draw its parts; null if it has none there. They are called in this order:
  /// `ground` below all else, `under` above the field's border and below the sprites, and `over`
  /// above the sprites.
  Draw ground = nullptr, under = nullptr, over = nullptr;
  /// Returns a sentence that says why the overlay draws nothing in this session with this log, or
  /// an empty text if it can draw. Null: it can always draw.
  std::string_view (*lack)(const Session&, const EventLog&) = nullptr;
};

/// Draws the sprites as pictures, rectangles, recorded boxes or density, as the detail says, and
/// pins on static ones.
void draw_sprites(const Canvas&, const FieldState&);
/// Marks the selected and the hovered sprites, and draws the aim of a launch and the rubber band.
void draw_hand(const Canvas&, const FieldState&);

}  // namespace phasebox
