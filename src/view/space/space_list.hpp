// SPDX-License-Identifier: MIT
// The list of what one frame of the 3D view draws, as one array of plain values per kind. It does
// not use OpenGL.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/box3.hpp"
#include "base/geometry.hpp"
#include "collide/image.hpp"
#include "view/space/ground.hpp"
#include "view/theme.hpp"

namespace phasebox {

/// A sprite as the 3D view draws it: a footprint that is raised from the height `base` to `top`.
/// The footprint is the rectangle of the sprite's picture, turned as the sprite is, or its
/// axis-aligned box if `SpaceList::boxes` is set. Places and heights are in units of Ground.
struct Solid {
  Vec2 center, half_x, half_y;  ///< footprint: middle and half-axes, in x and z
  float base = 0, top = 0;      ///< heights above the field
  Color wall;                   ///< of the sides, before light; of the top, too, if boxes are drawn
  Color tint{255, 255, 255, 255};  ///< like glow and hatch as in Picture; unused for boxes
  Color glow{0, 0, 0, 0}, hatch{0, 0, 0, 0};
  float cut = 0.5f;         ///< alpha, 0 to 1, below which the picture is left out
  std::uint16_t image = 0;  ///< number in the ImageSet
};

/// A translucent, level rectangle at a height, in units of Ground.
struct Plate {
  Aabb where;  ///< in x and z
  float height = 0;
  Color color;
};

/// A segment with round ends. One without length is drawn as a disc. Its ends are in units of
/// Ground.
struct Wire {
  Vec3 a, b;
  Color color;
  float width = 1;  ///< screen px, before the line scale
  float dash = 0;   ///< 1: dashed, 0: solid
};

/// A text that the interface writes over the picture of the 3D view.
struct SpaceLabel {
  Vec3 at;  ///< the point that it names, units of Ground
  Color color;
  std::string text;
};

/// The color and the opacity of an image as a whole.
struct ImageTone {
  std::shared_ptr<const Image> image;  ///< the image that it was computed from
  Color mean;        ///< mean color of its pixels, weighted by alpha; black if it is transparent
  float cut = 0.5f;  ///< half of its greatest alpha, 0 to 1
};

/// All that one frame of the 3D view draws. `draw_space` fills it. `clear` empties the arrays and
/// keeps their memory, so that the next frame allocates little.
struct SpaceList {
  Ground ground;
  Color sky;                      ///< color of all that is not the field
  Color floor;                    ///< color of the field
  std::vector<Wire> floor_wires;  ///< grid and border, drawn before all else
  bool boxes = false;             ///< solids are plain boxes, for speed or for a recording
  bool walls = true;              ///< solids have sides; without, only their tops are drawn
  std::vector<Solid> solids;      ///< [sprites] in their order; empty if sprites are off
  std::vector<Plate> plates;
  std::vector<Wire> wires;
  std::vector<SpaceLabel> labels;

  std::vector<std::uint32_t> scratch;  ///< working memory of SpriteColors [sprites]
  /// [sprites] The boxes of all sprites, raised from `Solid::base` by the height of a sprite: x and
  /// y in world px, z in units.
  std::vector<Box3> raised;
  std::vector<ImageTone> tones;  ///< by number of the image; `clear` keeps them

  void clear() {
    floor_wires.clear();
    solids.clear();
    plates.clear();
    wires.clear();
    labels.clear();
    boxes = false;
    walls = true;
  }
  /// The tone of the image with that number. It is computed in O(pixels) at the first call, and
  /// again after the set got another image of that number. Valid until the next call.
  const ImageTone& tone(const ImageSet&, std::size_t image);
};

}  // namespace phasebox
