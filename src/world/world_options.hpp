// SPDX-License-Identifier: MIT
// What holds for the whole world: its size, its edges, snap, and the seed.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "collide/param.hpp"
#include "world/world.hpp"

namespace phasebox {

/// What sprites do at the border of the field.
enum class Edges : std::uint8_t { bounce, wrap, open, center };

/// Parameters of owner "world".
struct WorldOptions {
  float width = 1280, height = 720;
  Edges edges = Edges::bounce;
  bool snap = false;
  float snap_size = 16;
  Volume volume = Volume::tight;
  std::uint32_t seed = 1;

  Aabb field() const { return {{0, 0}, {width, height}}; }
};

inline constexpr std::array<std::string_view, 4> kEdgesNames{"bounce", "wrap", "open", "center"};
inline constexpr std::array<std::string_view, 3> kVolumeNames{"tight", "fixed", "circle"};

inline constexpr std::array kWorldRows{
    param<&WorldOptions::width>("width", 64, 1000000, "px", "Width of the field."),
    param<&WorldOptions::height>("height", 64, 1000000, "px", "Height of the field."),
    choice<&WorldOptions::edges>("edges", kEdgesNames,
                                 "What sprites do at the border: bounce back, come in again on the "
                                 "other side, leave, or bounce when their center gets there."),
    flag<&WorldOptions::snap>(
        "snap",
        "Shift every sprite so that its box starts on a grid line; boundaries "
        "then coincide. Switching it off puts every sprite back."),
    param<&WorldOptions::snap_size>("snap-size", 1, 256, "px",
                                    "Distance of the snap grid's lines."),
    choice<&WorldOptions::volume>(
        "volume", kVolumeNames,
        "Box of every sprite: tight around its rotated opaque area, fixed "
        "at every angle, or around its smallest circle."),
    param<&WorldOptions::seed>("seed", 0, 4294967295.0, "",
                               "Number from which the scene's random values follow."),
};

}  // namespace phasebox
