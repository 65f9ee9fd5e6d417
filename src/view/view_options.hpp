// SPDX-License-Identifier: MIT
// What the picture shows: the parameters of owner "view".
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "collide/param.hpp"
#include "view/overlays/registry.hpp"
#include "world/flight.hpp"

namespace phasebox {

enum class ThemeId : std::uint8_t { dark, flash, color_blind };
enum class ColorBy : std::uint8_t { image, group, cost, speed, category };

/// Parameters of owner "view". None of them changes the simulation.
struct ViewOptions {
  ThemeId theme = ThemeId::dark;
  bool sprites = true;
  OverlaySet overlays = default_overlays();
  bool legend = true;
  ColorBy color_by = ColorBy::image;
  float horizon = 0.5f;
  float horizon_acceleration = 0;
  bool space = false;
  bool stand = true;
  float layer_height = 60;
  float extrusion = 24;

  bool shows(Overlay overlay) const { return overlays.has(overlay); }
  /// How far ahead sprites are looked at.
  StraightFlight lookahead() const {
    return {static_cast<double>(horizon), static_cast<double>(horizon_acceleration)};
  }
};

inline constexpr std::array<std::string_view, 3> kThemeNames{"dark", "flash", "colour-blind"};
inline constexpr std::array<std::string_view, 5> kColorByNames{"image", "group", "cost", "speed",
                                                               "category"};

/// A row per option, and one per overlay with the overlay's id as its key.
std::span<const Param> view_rows();

}  // namespace phasebox
