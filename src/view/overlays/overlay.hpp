// SPDX-License-Identifier: MIT
// The tools that overlays share: the colors of sprites, cells of the screen, what is in sight, and
// the row that describes an overlay.
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

/// Mixes `a` (t = 0) with `b` (t = 1) in each channel, alpha included; channels are rounded down.
Color mixed(Color a, Color b, float t);

/// The color of a sprite with these category bits: that of its lowest one, or gray without any.
Color category_color(const Theme&, unsigned bits);

/// The colors of all sprites of one frame, the same in the field and in the 3D view.
class SpriteColors {
 public:
  /// Stores per sprite in `notes` whether it collides, and its group or cost. `notes` must outlive
  /// this object; `broad` are the events of the broadphase. O(n + contacts + events).
  SpriteColors(const Session&, std::span<const Event> broad, const ViewOptions&, const Theme&,
               std::vector<std::uint32_t>& notes);

  SpriteId count() const { return count_; }
  bool collides(SpriteId i) const;
  /// Whether the sprite sleeps. Its picture is then dimmed, which shows that it costs no time.
  bool sleeps(SpriteId i) const {
    const auto quiet = session_.world().quiet_steps();
    return i < quiet.size() && quiet[i] >= World::kStepsToSleep;
  }
  /// The color that the options give the sprite; white leaves its picture as it is.
  Color own(SpriteId i) const;
  /// The color of sprites whose image is all white, which has no color of its own.
  Color blank() const;
  /// The color of a plain rectangle in place of the picture.
  Color plain(SpriteId i) const;
  Color recorded(SpriteId i) const {
    return collides(i) ? mixed(own(i), theme_[Role::collision], 0.6f) : own(i);
  }
  /// The greatest speed of a sprite in px per step, and the most box tests of one sprite. Each is 0
  /// unless sprites are colored by it.
  float top_speed() const { return top_speed_; }
  std::uint32_t top_cost() const { return top_cost_; }
  /// The sprite's picture with its place in this frame, in world px, and all its colors.
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

/// Divides the viewport into square cells, numbered row by row.
class ScreenCells {
 public:
  /// `side` is that of a cell in screen px before the line scale.
  ScreenCells(const Canvas& c, float side) : camera_(c.camera), side_(side * c.camera.line_scale) {
    const Vec2 cells = extent(camera_.viewport) * (1 / side_);
    columns_ = static_cast<std::size_t>(std::max(0.0f, cells.x)) + 1;
    rows_ = static_cast<std::size_t>(std::max(0.0f, cells.y)) + 1;
  }
  std::size_t size() const { return columns_ * rows_; }
  /// The number of the cell in which a point of the world lies; none outside of the viewport.
  std::optional<std::size_t> at(Vec2 world) const;
  /// The square of a cell, screen px.
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

/// Whether the event tells of a final group, a cell or a node, or of a temporary group or a node
/// that is divided.
constexpr bool is_part(EventKind k) {
  return k == EventKind::group || k == EventKind::split || k == EventKind::cell ||
         k == EventKind::node;
}
/// Whether the event tells of a final group, or of a temporary group or a node that is divided.
constexpr bool is_group(const Event& e) {
  return e.kind == EventKind::group || e.kind == EventKind::split;
}
/// Whether the events contain nodes. Splits are then drawn as the nodes that they are.
inline bool has_nodes(std::span<const Event> events) {
  return std::ranges::find(events, EventKind::node, &Event::kind) != events.end();
}
/// Whether the event is drawn as a part of its own. A split is not where there are nodes, because
/// the node that is divided is drawn.
constexpr bool is_drawn_part(const Event& e, bool splits_are_nodes) {
  return is_part(e.kind) && !(e.kind == EventKind::split && splits_are_nodes);
}

/// Adds a line between the middles of two boxes, if both exist and the line may be in sight.
void add_line(const Canvas&, Layer&, std::span<const Aabb> boxes, Pair, Color);
/// Adds a segment whose arrow head is `head` world px long, or as long as the segment if that is
/// shorter.
void add_arrow(Layer& lines, Vec2 from, Vec2 to, float head, Color color);

/// Outlines the boxes of two sprites, and draws a line between their middles.
void mark_pair(const Canvas&, std::span<const Aabb> boxes, Pair, float thickness, Color color);
/// Makes shapes of a layer fainter the more there are, so that together they do not hide what they
/// run across. Alpha is weight / sqrt(shapes), from `least` to `most`.
void fade(Layer&, float weight, float least, float most);
/// Whether a broadphase's log has events of that kind, as a line of the legend needs it.
template <EventKind kind>
bool has_broad(const EventLog& log, const Camera&) {
  return log.broad.count(kind) > 0;
}

/// Whether world pixels are large enough on the screen to mark those that were read.
bool shows_pixels(const Camera&);
/// Draws what a narrowphase examined: cells, hulls, and every pixel if `shows_pixels`.
void draw_closer_look(const Canvas&, std::span<const Event> events);
struct FieldState;
/// Draws the samples that were read in pairs of the sprite at the pointer, with their n. Only
/// n-sampled pixels has any.
void draw_lattice(const Canvas&, const FieldState&);
/// Draws a ring around each missed contact, with the number of frames if there are fewer than four.
void draw_missed_contacts(const Canvas&, std::span<const MissedContact>);
/// Draws a ring around a place, with its label in the hole of the text `id`.
void draw_marked(const Canvas&, Layer& rings, const MarkedPlace&, const char* id = "{}");
Color boundary_color(const Event&, const Theme&);
/// Draws the boundaries of a sweep along a slanted line.
void draw_slanted_boundaries(const Canvas&, const FieldState&);
/// Draws the first `done` impacts of a step, with arrows in the scale of all impacts. The last one
/// is pointed out, with the shapes of its sprites.
void draw_impacts_so_far(const Canvas&, std::span<const Impact>, std::size_t done, const Frame&);

/// All that an overlay may draw: one frame of a session, and what the user does with it.
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

/// An overlay as one row, from which options, settings, flags, menu, key, legend and drawing
/// follow.
struct OverlayRow {
  using Draw = void (*)(const Canvas&, const FieldState&);

  std::string_view id;     ///< kebab-case: the key in files and on command lines
  std::string_view title;  ///< a few words, as a menu line
  std::string_view help;   ///< one sentence
  char key = 0;            ///< the letter that switches it, a capital one with Shift; 0: none
  bool is_on = false;      ///< by default
  std::span<const LegendLine> legend = {};
  /// The functions that draw its parts, one per layer from below to above; null: nothing there.
  /// `ground` lies on the ground, `under` above that and below the sprites, `over` above the
  /// sprites, and `rulers` at the edges of the picture, above what the pointer does.
  Draw ground = nullptr, under = nullptr, over = nullptr, rulers = nullptr;
  /// Returns a sentence that says why it draws nothing in this session with this log, or an empty
  /// text. Null: it can always draw.
  std::string_view (*lack)(const Session&, const EventLog&) = nullptr;
};

/// Draws the sprites as pictures, rectangles, recorded boxes or density, and pins on static ones.
void draw_sprites(const Canvas&, const FieldState&);
/// Marks the selected and the hovered sprites, and draws the aim and the rubber band.
void draw_hand(const Canvas&, const FieldState&);

}  // namespace phasebox
