// SPDX-License-Identifier: MIT
// What is to be drawn, as plain instances per kind; no GL in it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/geometry.hpp"
#include "view/theme.hpp"

namespace phasebox {

/// A filled or outlined rectangle, a line from min to max, or an ellipse inscribed. World px. 20 bytes.
struct Shape {
  Aabb box;
  Colour colour;
};

/// An image: centre of its rectangle and the half-axes of it (x axis and y axis of the image), world px.
struct Picture {
  Vec2 center, half_x, half_y;
  Colour tint;                ///< multiplied; white leaves the image as it is
  Colour glow{0, 0, 0, 0};    ///< mixed in by its alpha (collision tint)
  std::uint16_t image = 0;
};

/// Text at a world point; drawn by whoever has a font.
struct Label {
  Vec2 at;
  Colour colour;
  std::string text;
};

/// Shapes that share how they are drawn; layers are drawn in the order in which they were opened.
struct Layer {
  enum class Kind : std::uint8_t { fill, outline, line, dashed, ellipse, disc, hatch } kind;
  float thickness = 1;          ///< screen px, for outlines and lines
  std::vector<Shape> shapes;
};

/// One picture. `clear` keeps all memory.
class DrawList {
 public:
  /// The layer to push shapes into from now on; drawn above all layers opened before.
  std::vector<Shape>& layer(Layer::Kind kind, float thickness = 1);
  void clear();

  std::vector<Picture> pictures;   ///< above the layers opened before `pictures_after`
  std::size_t pictures_after = 0;
  std::vector<Label> labels;
  const std::vector<Layer>& all_layers() const { return layers_; }
  std::size_t used() const { return used_; }  ///< the first `used()` of all_layers() are this frame's

 private:
  std::vector<Layer> layers_;
  std::size_t used_ = 0;
};

}  // namespace phasebox
