// SPDX-License-Identifier: MIT
// What the 3D view is to draw, as plain instances per kind, and the outlines that sides stand on;
// no GL in it.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/geometry.hpp"
#include "collide/image.hpp"
#include "view/space/orbit_camera.hpp"
#include "view/theme.hpp"

namespace phasebox {

/// A sprite drawn upwards from its footprint, which is a picture's rectangle on the ground or,
/// where `is_box`, a plain one. Units of the space.
struct Solid {
  Vec2 center, half_x, half_y;
  float base = 0, top = 0;
  Color wall;                      ///< of the sides, before light; the whole of a box
  Color tint{255, 255, 255, 255};  ///< the picture on top: as Picture
  Color glow{0, 0, 0, 0}, hatch{0, 0, 0, 0};
  float cut = 0.5f;  ///< alpha, 0 to 1, below which the picture is not there
  std::uint16_t image = 0;
};

/// A translucent rectangle that lies at a height.
struct Plate {
  Aabb where;
  float height = 0;
  Color color;
};

/// A segment, with round ends; without length, a disc.
struct Wire {
  Vec3 a, b;
  Color color;
  float width = 1;  ///< screen px, before the line scale
  float dash = 0;   ///< 1: dashed
};

/// Text beside a point.
struct SpaceLabel {
  Vec3 at;
  Color color;
  std::string text;
};

/// What a picture is like as a whole.
struct ImageTone {
  std::shared_ptr<const Image> image;
  Color mean;        ///< of its opaque area
  float cut = 0.5f;  ///< half of its greatest alpha, 0 to 1
};

/// One picture. `clear` keeps all memory.
struct SpaceList {
  Ground ground;
  Color sky;                      ///< of what is not the field
  Color floor;                    ///< of the field
  std::vector<Wire> floor_wires;  ///< grid and border, below everything
  bool boxes = false;         ///< solids are plain boxes, for speed or because there is no picture
  bool walls = true;          ///< solids have sides; without, only their tops are drawn
  std::vector<Solid> solids;  ///< [sprites], in their order
  std::vector<Plate> plates;
  std::vector<Wire> wires;
  std::vector<SpaceLabel> labels;

  std::vector<std::uint32_t> scratch;  ///< per-sprite notes of what fills the list
  std::vector<float> height_scratch;   ///< the same: where each sprite stands
  std::vector<ImageTone> tones;        ///< by image; outlives `clear`

  void clear();
  /// The tone of an image, found once per image. O(pixels) then.
  const ImageTone& tone(const ImageSet&, std::size_t image);
};

/// A piece of the edge; the opaque area lies to its right (+x right, +y down). In half-extents of
/// the image from its middle: -1 to 1.
struct OutlinePiece {
  Vec2 from, to;
};

/// All loops around the area whose alpha is more than half of the image's greatest, holes included,
/// none of them further than 0.8 px (a 40th of a large image, a 10th of a tiny one) from the
/// pixels' own edge. O(pixels).
std::vector<OutlinePiece> outline_of(const Image& image);

}  // namespace phasebox
