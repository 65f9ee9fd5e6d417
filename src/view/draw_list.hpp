// SPDX-License-Identifier: MIT
// A draw list: the shapes, pictures and labels of one frame as plain values. It does not use
// OpenGL.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "base/geometry.hpp"
#include "base/sentence.hpp"
#include "session/coincident_boundaries.hpp"
#include "view/merged_edges.hpp"
#include "view/theme.hpp"

namespace phasebox {

/// Two opposite corners of a rectangle, or the two ends of a line, and a color. It is uploaded as
/// it is (20 bytes).
struct Shape {
  Vec2 a, b;
  Color color;
};

/// An image that is drawn turned and scaled. Center and half-axes of its rectangle are in world px;
/// the half-axes point along the x and the y axis of the image.
struct Picture {
  Vec2 center, half_x, half_y;
  Color tint{255, 255, 255, 255};  ///< multiplies the image; white leaves it as it is
  Color glow{0, 0, 0, 0};          ///< mixed into the image, as much as its own alpha says
  Color outline{0, 0, 0, 0};       ///< around the opaque area; alpha 0: none
  Color hatch{0, 0, 0, 0};         ///< diagonal stripes over the opaque area; alpha 0: none
  std::uint16_t image = 0;         ///< number in the ImageSet
};
inline constexpr float kPictureOutline = 2;  ///< screen px before the line scale

/// A text whose top left corner is at a world point. The renderer has no font and does not draw it;
/// the caller does. It is kept as a short value and a literal, so that most labels need no memory
/// of their own.
struct Label {
  Vec2 at;
  Color color;
  std::string value;
  const char* id;  ///< the English text, a literal with a hole for the value
  Sentence text() const { return {id, {value}}; }
};

/// Shapes of one kind and thickness. Layers are drawn in the order in which they were opened.
struct Layer {
  enum class Kind : std::uint8_t {
    fill,            ///< rectangle, never thinner than one screen px
    outline,         ///< outline of a rectangle, half of it inside and half outside
    dashed_outline,  ///< outline with dashes, whose length does not follow the zoom
    line,            ///< segment with round ends
    dashed_line,
    disc,   ///< the ellipse inscribed in the rectangle, filled
    ring,   ///< the outline of that ellipse
    hatch,  ///< rectangle of diagonal stripes
    count_
  };
  enum class Space : std::uint8_t { world, screen };

  Kind kind = Kind::fill;
  Space space = Space::world;  ///< whether coordinates of shapes are world px or screen px
  float thickness = 1;         ///< screen px, of outlines, rings, lines and stripes
  std::vector<Shape> shapes;

  void add(Vec2 a, Vec2 b, Color color) { shapes.push_back({a, b, color}); }
  void add(const Aabb& box, Color color) { shapes.push_back({box.min, box.max, color}); }
};

/// The number of sprites whose boxes' middles lie in one square of the screen, and the sums of the
/// channels, 0 to 255 each, of their colors.
struct DensityCell {
  std::uint32_t sprites = 0, r = 0, g = 0, b = 0;
};

/// The shapes, pictures and labels of one frame. `clear` keeps the memory, so that drawing a
/// similar frame again allocates little or nothing.
class DrawList {
 public:
  /// Opens an empty layer above all others. The reference stays valid until the next `clear`.
  Layer& layer(Layer::Kind kind, float thickness = 1, Layer::Space space = Layer::Space::world);
  /// Returns the pictures, to add to. All of them lie above the layers opened before the last such
  /// call and below those opened after it; without a call, below all layers.
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

  /// The number of layers opened since the last `clear`.
  std::size_t layer_count() const { return used_; }
  /// Replaces every shape's color by `change(color)`. Tint, outline and hatch of a picture change
  /// as well, unless it has an outline whose color `change` keeps.
  template <class Change>
  void change_colors(Change change) {
    for (std::size_t i = 0; i < used_; ++i)
      for (Shape& shape : layers_[i].shapes) shape.color = change(shape.color);
    for (Picture& p : pictures_)
      if (change(p.outline) != p.outline || p.outline.a == 0) {
        p.tint = change(p.tint);
        p.outline = change(p.outline);
        p.hatch = change(p.hatch);
      }
  }
  /// Layer number i, counted from below; i < layer_count().
  const Layer& operator[](std::size_t i) const { return layers_[i]; }
  const std::vector<Picture>& pictures() const { return pictures_; }
  std::size_t pictures_after() const {
    return pictures_after_;
  }  ///< number of layers below the pictures

  std::vector<Label> labels;
  // Working memory of the functions that fill the list, kept here for reuse from frame to frame.
  std::vector<std::uint32_t> scratch;       ///< [sprites], as of SpriteColors
  std::vector<std::uint8_t> pixel_scratch;  ///< [pixels of a ruler], or [cells of the screen]
  std::vector<DensityCell> density_scratch;
  MergedEdges edge_scratch;
  CoincidentBoundaryFinder coincident_scratch;

 private:
  std::deque<Layer> layers_;  // a deque: references survive growth
  std::size_t used_ = 0;
  std::vector<Picture> pictures_;
  std::size_t pictures_after_ = 0;
};

}  // namespace phasebox
