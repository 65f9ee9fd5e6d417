// SPDX-License-Identifier: MIT
// The view options: the list of all overlays, and the parameters of owner "view".
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "collide/param.hpp"
#include "world/flight.hpp"

namespace phasebox {

// clang-format off
// All overlays, in the order of menu, legend and docs. Within a layer, later ones lie above earlier ones. Each name is
// that of an `OverlayRow` at the end of the overlay's file.
#define PHASEBOX_OVERLAYS(X) \
  X(grid)                    \
  X(boxes)                   \
  X(swept_boxes)             \
  X(structure)               \
  X(candidates)              \
  X(collisions)              \
  X(boundaries)              \
  X(sweep_line)              \
  X(closest_features)        \
  X(velocities)              \
  X(impacts)                 \
  X(ids)
// clang-format on

#define PHASEBOX_OVERLAY(name) name,
/// The overlays of the list, and their number.
enum class Overlay : std::uint8_t { PHASEBOX_OVERLAYS(PHASEBOX_OVERLAY) count_ };
#undef PHASEBOX_OVERLAY
inline constexpr auto kOverlayCount = static_cast<std::size_t>(Overlay::count_);

/// A set of overlays, for example those that are on.
class OverlaySet {
 public:
  constexpr OverlaySet() = default;  ///< none
  constexpr OverlaySet(std::initializer_list<Overlay> all) {
    for (const Overlay o : all) set(o, true);
  }
  constexpr bool has(Overlay o) const { return (bits_ & bit(o)) != 0; }
  constexpr void set(Overlay o, bool on) { bits_ = on ? bits_ | bit(o) : bits_ & ~bit(o); }

 private:
  static_assert(kOverlayCount <= 64);
  static constexpr std::uint64_t bit(Overlay o) {
    return std::uint64_t{1} << static_cast<unsigned>(o);
  }
  std::uint64_t bits_ = 0;
};

struct OverlayRow;
/// The rows of all overlays [kOverlayCount], by `Overlay`.
std::span<const OverlayRow* const> overlays();
/// The overlay with that id, or null.
const OverlayRow* find_overlay(std::string_view id);
OverlaySet default_overlays();

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
  /// The lookahead for which swept boxes are drawn.
  StraightFlight lookahead() const {
    return {static_cast<double>(horizon), static_cast<double>(horizon_acceleration)};
  }
};

inline constexpr std::array<std::string_view, 3> kThemeNames{"dark", "flash", "color-blind"};
inline constexpr std::array<std::string_view, 5> kColorByNames{"image", "group", "cost", "speed",
                                                               "category"};

/// A row per option, and one per overlay with the overlay's id as its key.
std::span<const Param> view_rows();

}  // namespace phasebox
