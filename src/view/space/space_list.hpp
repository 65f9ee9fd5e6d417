// SPDX-License-Identifier: MIT
// The list of what one frame of the 3D view draws, as plain instances per kind. No OpenGL in it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/geometry.hpp"
#include "collide/image.hpp"
#include "view/space/ground.hpp"
#include "view/theme.hpp"

namespace phasebox {

/// A sprite raised from its footprint, which is the rectangle of a picture or (`SpaceList::boxes`)
/// a plain one; units.
struct Solid {
  Vec2 center, half_x, half_y;
  float base = 0, top = 0;
  Color wall;                      ///< color of the sides, before light, or of a whole box
  Color tint{255, 255, 255, 255};  ///< of the picture on top, like glow and hatch: see Picture
  Color glow{0, 0, 0, 0}, hatch{0, 0, 0, 0};
  float cut = 0.5f;  ///< alpha, 0 to 1, below which the picture is left out
  std::uint16_t image = 0;
};

/// A translucent rectangle that lies at a height.
struct Plate {
  Aabb where;
  float height = 0;
  Color color;
};

/// A segment with round ends. One without length is a disc.
struct Wire {
  Vec3 a, b;
  Color color;
  float width = 1;  ///< screen px, before the line scale
  float dash = 0;   ///< 1: dashed
};

struct SpaceLabel {
  Vec3 at;
  Color color;
  std::string text;
};

/// The color and the opacity of an image as a whole.
struct ImageTone {
  std::shared_ptr<const Image> image;
  Color mean;        ///< mean color of its pixels, weighted by alpha
  float cut = 0.5f;  ///< half of its greatest alpha, 0 to 1
};

/// All that one frame of the 3D view draws. `clear` keeps all memory.
struct SpaceList {
  Ground ground;
  Color sky;                      ///< color of all that is not the field
  Color floor;                    ///< color of the field
  std::vector<Wire> floor_wires;  ///< grid and border, below everything
  bool boxes = false;         ///< solids are plain boxes, for speed or because there is no picture
  bool walls = true;          ///< solids have sides; without, only their tops are drawn
  std::vector<Solid> solids;  ///< [sprites], in their order
  std::vector<Plate> plates;
  std::vector<Wire> wires;
  std::vector<SpaceLabel> labels;

  std::vector<std::uint32_t> scratch;  ///< working memory of SpriteColors [sprites]
  std::vector<float> height_scratch;   ///< height on which each sprite stands, units [sprites]
  std::vector<ImageTone> tones;        ///< by image; outlives `clear`

  void clear() {
    floor_wires.clear();
    solids.clear();
    plates.clear();
    wires.clear();
    labels.clear();
    boxes = false;
    walls = true;
  }
  /// The tone of an image. It is computed once per image, in O(pixels).
  const ImageTone& tone(const ImageSet&, std::size_t image);
};

}  // namespace phasebox
