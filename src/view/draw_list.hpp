// SPDX-License-Identifier: MIT
// Shapes for the renderer, as plain instances per kind; no GL in it.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "base/geometry.hpp"
#include "base/radix_sort.hpp"
#include "session/pipeline.hpp"
#include "view/camera.hpp"
#include "view/theme.hpp"

namespace phasebox {

struct Layer;

/// Outlines of boxes side by side, as in a grid: edges of one color that meet on screen become one.
/// Drawn by a processor, thousands cost more than all else. O(boxes); allocates only to grow.
class MergedEdges {
 public:
  /// For lines of one screen px, by the line scale of that camera.
  void begin(const Camera& camera) {
    camera_ = camera;
    width_ = std::max(1.0f, std::floor(camera.line_scale + 0.5f));
    colors_.clear();
    for (auto& edges : edges_) edges.clear();
  }
  /// Of a box in world px, in at most 256 colors.
  void add(const Aabb& box, Color color);
  /// Fills of all lines, in screen px.
  void draw(Layer& fills);

 private:
  // Screen px from the corner of the viewport.
  struct Edge {
    std::uint16_t at, from, to;
    std::uint8_t color;  // of colors_
  };

  std::uint8_t number_of(Color color) {
    const auto known = std::ranges::find(colors_, color);
    const auto number = static_cast<std::size_t>(known - colors_.begin());
    if (known == colors_.end() && number <= 0xFF) colors_.push_back(color);
    return static_cast<std::uint8_t>(std::min<std::size_t>(number, 0xFF));
  }
  float begin_of(float screen, Axis axis) const {
    // The first pixel of a line through that place, as outlines are drawn.
    screen -= low(camera_.viewport, axis);
    const bool is_odd = std::fmod(width_, 2.0f) > 0.5f;
    return is_odd ? std::floor(screen) - (width_ - 1) / 2 : std::floor(screen + 0.5f) - width_ / 2;
  }

  Camera camera_;
  float width_ = 1;  // screen px
  std::vector<Color> colors_;
  std::array<std::vector<Edge>, 2> edges_;  // by the axis along which they run
  RadixSort<Edge, 40> sort_;
};

/// Two opposite corners (for a line: its ends) and a color. 20 bytes.
struct Shape {
  Vec2 a, b;
  Color color;
};

/// An image: its rectangle's center and half-axes (x and y axis of the image), world px.
struct Picture {
  Vec2 center, half_x, half_y;
  Color tint{255, 255, 255, 255};  ///< multiplied; white leaves the image as it is
  Color glow{0, 0, 0, 0};          ///< mixed in by its alpha (collision tint)
  Color outline{0, 0, 0, 0};       ///< round the opaque area, kPictureOutline screen px wide
  Color hatch{0, 0, 0, 0};         ///< diagonal stripes over the opaque area
  std::uint16_t image = 0;
};
inline constexpr float kPictureOutline = 2;

/// Text whose top left corner is at a world point; drawn where there is a font.
struct Label {
  Vec2 at;
  Color color;
  std::string text;
};

/// Shapes that share how they are drawn; layers are drawn in the order in which they were opened.
struct Layer {
  enum class Kind : std::uint8_t {
    fill,            ///< rectangle, never thinner than one screen px
    outline,         ///< of a rectangle, inside and outside in equal parts
    dashed_outline,  ///< the same, dashed by screen distance
    line,            ///< segment with round ends
    dashed_line,
    disc,   ///< the ellipse inscribed in the rectangle, filled
    ring,   ///< ... its outline
    hatch,  ///< rectangle of diagonal stripes
    count_
  };
  enum class Space : std::uint8_t { world, screen };

  Kind kind = Kind::fill;
  Space space = Space::world;  ///< what the coordinates of the shapes are
  float thickness = 1;         ///< screen px, of outlines, rings, lines and stripes
  std::vector<Shape> shapes;

  void add(Vec2 a, Vec2 b, Color color) { shapes.push_back({a, b, color}); }
  void add(const Aabb& box, Color color) { shapes.push_back({box.min, box.max, color}); }
};

/// What lies in one square of the screen: how many sprites, and the sums of their colors.
struct DensityCell {
  std::uint32_t sprites = 0, r = 0, g = 0, b = 0;
};

/// One picture. `clear` keeps all memory, so that drawing the like again allocates nothing.
class DrawList {
 public:
  /// Opens a layer above all that were opened before. Stays valid while the list lives.
  Layer& layer(Layer::Kind kind, float thickness = 1, Layer::Space space = Layer::Space::world);
  /// Pictures lie between the layers opened before and after this call; else below all.
  std::vector<Picture>& open_pictures() {
    pictures_after_ = used_;
    return pictures_;
  }
  void clear() {
    used_ = 0;
    pictures_after_ = 0;
    pictures_.clear();
    labels.clear();
  }

  std::size_t layer_count() const { return used_; }
  /// Of every shape, and of the pictures that are not outlined in a color that stays.
  template <class Change>
  void change_colors(Change change) {
    for (std::size_t i = 0; i < used_; ++i)
      for (Shape& shape : layers_[i].shapes) shape.color = change(shape.color);
    for (Picture& p : pictures_)
      if (change(p.outline) != p.outline || p.outline.a == 0)
        p.tint = change(p.tint), p.outline = change(p.outline), p.hatch = change(p.hatch);
  }
  /// From below, i < layer_count().
  const Layer& operator[](std::size_t i) const { return layers_[i]; }
  const std::vector<Picture>& pictures() const { return pictures_; }
  std::size_t pictures_after() const { return pictures_after_; }  ///< layers below the pictures

  std::vector<Label> labels;
  // Of what fills the list, here only for its memory.
  std::vector<std::uint32_t> scratch;       ///< notes per sprite
  std::vector<std::uint8_t> pixel_scratch;  ///< notes per screen pixel
  std::vector<DensityCell> density_scratch;
  MergedEdges edge_scratch;
  CoincidentBoundaryFinder coincident_scratch;

 private:
  std::deque<Layer> layers_;  // a deque: references survive growth
  std::size_t used_ = 0;
  std::vector<Picture> pictures_;
  std::size_t pictures_after_ = 0;
};

struct Canvas {
  const Camera& camera;
  const Theme& theme;
  DrawList& list;
  Aabb sight;  ///< what is visible, and a little more, so that thick lines do not pop at the edge

  Canvas(const Camera& c, const Theme& t, DrawList& l)
      : camera(c), theme(t), list(l), sight(grown(c.visible(), c.world_px(16))) {}

  bool sees(const Aabb& box) const { return overlaps(box, sight); }
  /// Whether any part of the segment may be in sight.
  bool sees(Vec2 a, Vec2 b) const { return sees(united({a, a}, {b, b})); }
  float px(float screen_px) const { return camera.world_px(screen_px); }
  Color operator[](Role role) const { return theme[role]; }
  // Layers of their own.
  Layer& layer(Layer::Kind kind, float thickness = 1) const {
    return list.layer(kind, thickness * camera.line_scale);
  }
  Layer& fill() const { return layer(Layer::Kind::fill); }
  Layer& outline(float thickness = 1) const { return layer(Layer::Kind::outline, thickness); }
  Layer& dashed_outline(float thickness = 1) const {
    return layer(Layer::Kind::dashed_outline, thickness);
  }
  Layer& line(float thickness = 1) const { return layer(Layer::Kind::line, thickness); }
  Layer& dashed_line(float thickness = 1) const {
    return layer(Layer::Kind::dashed_line, thickness);
  }
  Layer& disc() const { return layer(Layer::Kind::disc); }
  Layer& ring(float thickness) const { return layer(Layer::Kind::ring, thickness); }
  void label(Vec2 at, std::string text, Role role = Role::text) const {
    list.labels.push_back({at, theme[role], std::move(text)});
  }
};

}  // namespace phasebox
