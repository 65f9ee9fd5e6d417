// SPDX-License-Identifier: MIT
// The eye of the 3D view, which turns round a point above or on the field; what is to be drawn, as
// plain instances per kind, and the outlines that sides stand on. No GL in it.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/geometry.hpp"
#include "collide/image.hpp"
#include "view/theme.hpp"

namespace phasebox {

// Points and directions of the 3D view: +x right and +z down in the field, +y up from it.

/// A point or vector of the space, in its units (Ground).
struct Vec3 {
  float x = 0, y = 0, z = 0;
  constexpr bool operator==(const Vec3&) const = default;
};
constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator*(Vec3 a, float k) { return {a.x * k, a.y * k, a.z * k}; }
constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(Vec3 a) { return std::sqrt(dot(a, a)); }

/// A half-line: `from + along * t`, t >= 0.
struct Ray {
  Vec3 from, along;
  constexpr Vec3 at(float t) const { return from + along * t; }
};

// Where the field lies in the space of the 3D view, whatever its size and place in the world.

/// The field centered, its longer side kSide units: small numbers for any size and place of fields.
struct Ground {
  static constexpr double kSide = 1280;  ///< units; so a unit of the default field is one px

  double center_x = 640, center_y = 360;  ///< world px
  double px = 1;                          ///< world px per unit
  Vec2 half{640, 360};                    ///< half the field's extent, units

  static Ground of(const Aabb& field);

  Vec2 flat(Vec2 world) const {
    return {static_cast<float>((static_cast<double>(world.x) - center_x) / px),
            static_cast<float>((static_cast<double>(world.y) - center_y) / px)};
  }
  /// Units that a vector of world px is long.
  Vec2 scaled(Vec2 world) const {
    return {static_cast<float>(static_cast<double>(world.x) / px),
            static_cast<float>(static_cast<double>(world.y) / px)};
  }
  Vec3 at(Vec2 world, float height) const {
    const Vec2 p = flat(world);
    return {p.x, height, p.y};
  }
  Vec2 to_world(Vec3 p) const {
    return {static_cast<float>(static_cast<double>(p.x) * px + center_x),
            static_cast<float>(static_cast<double>(p.z) * px + center_y)};
  }
};

/// Perspective from the unit space of a Ground to screen px. The eye is always above the field.
struct OrbitCamera {
  static constexpr float kMinPitch = 5, kMaxPitch = 89;           ///< degrees
  static constexpr float kMinDistance = 20, kMaxDistance = 8000;  ///< units
  static constexpr float kReach = 2000;                           ///< units, of the target
  static constexpr float kFirstYaw = -20, kFirstPitch = 48;       ///< degrees
  static constexpr float kFieldOfView = 36;                       ///< degrees, of the shorter side

  Aabb viewport{{0, 0}, {640, 720}};  ///< the pane on the screen, px
  Vec3 target;                        ///< what the eye turns round, units
  float yaw = kFirstYaw;              ///< degrees; 0: from the field's lower side
  float pitch = kFirstPitch;          ///< degrees above the horizon
  float distance = 1500;              ///< units, from the eye to the target
  float line_scale = 1;               ///< factor on lines, for dense screens

  Vec3 eye() const { return target - axes()[2] * distance; }
  /// Unit vectors of the screen: to its right, to its top, into it.
  std::array<Vec3, 3> axes() const;
  /// Screen px that one unit is long at distance one.
  float focal() const;
  /// Nearer is not drawn, units.
  float near_plane() const { return distance * 0.02f; }
  float far_plane() const { return distance + 8000; }
  /// To OpenGL's clip space of the viewport, column by column.
  std::array<float, 16> matrix() const;

  /// Screen px, also outside the viewport; nothing when the point is not in front of the eye.
  std::optional<Vec2> to_screen(Vec3 p) const;
  /// From the eye through a screen point; `along` has length one.
  Ray ray(Vec2 screen) const {
    const auto [right, up, into] = axes();
    const Vec2 off = (screen - center(viewport)) * (1 / focal());
    const Vec3 along = into + right * off.x - up * off.y;
    return {eye(), along * (1 / length(along))};
  }

  void orbit(Vec2 screen_delta);
  /// Moves along the ground as if it were dragged.
  void pan(Vec2 screen_delta);
  /// Comes nearer by `factor` > 1; the ground under `screen` stays there.
  void zoom_at(Vec2 screen, float factor);
  /// Looks from the first angles at all of a field with things up to `height` units on it.
  void reset(const Ground& ground, float height) {
    yaw = kFirstYaw, pitch = kFirstPitch;
    fit(ground, height);
  }

 private:
  void fit(const Ground& ground, float height);
};

/// A sprite raised from its footprint, a picture's rectangle or (`is_box`) a plain one; units.
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

  void clear() {
    floor_wires.clear(), solids.clear(), plates.clear(), wires.clear(), labels.clear();
    boxes = false, walls = true;
  }
  /// The tone of an image, found once per image. O(pixels) then.
  const ImageTone& tone(const ImageSet&, std::size_t image);
};

/// An edge piece, the opaque area to its right (+x right, +y down); -1 to 1 in image half-extents.
struct OutlinePiece {
  Vec2 from, to;
};

/// All loops, holes included, around the area with alpha above half the image's greatest, within
/// 0.8 px (a 40th of a large image, a 10th of a tiny one) of the pixels' own edge. O(pixels).
std::vector<OutlinePiece> outline_of(const Image& image);

}  // namespace phasebox
