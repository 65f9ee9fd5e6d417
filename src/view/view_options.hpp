// SPDX-License-Identifier: MIT
// The options of the view: the list of all overlays, and the parameters of the owner "view".
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "collide/param.hpp"
#include "collide/shape_query.hpp"
#include "world/flight.hpp"

namespace phasebox {

// clang-format off
// All overlays, in the order of menu, legend and docs. Where two draw in the same layer, the later
// one lies above. For each name, an `OverlayRow` called `name_overlay` is defined in view/overlays.
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
/// The overlays, in the order of the list; count_ is their number.
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
/// The descriptions of all overlays [kOverlayCount], by the value of `Overlay`.
std::span<const OverlayRow* const> overlays();
/// The description of the overlay with that id, or null.
const OverlayRow* find_overlay(std::string_view id);
/// The overlays that are on unless the user changes it.
OverlaySet default_overlays();

enum class ThemeId : std::uint8_t { dark, flash, color_blind };
/// What the color of a sprite shows: its own image, its group, how often its box was compared, its
/// speed, or its collision category.
enum class ColorBy : std::uint8_t { image, group, cost, speed, category };

/// The parameters of the owner "view"; `view_rows` says their units and meanings. None of them
/// changes the simulation.
struct ViewOptions {
  ThemeId theme = ThemeId::dark;
  bool sprites = true;
  OverlaySet overlays = default_overlays();
  bool legend = true;
  ColorBy color_by = ColorBy::image;
  float border = 1;                          ///< thickness of the line around the field, screen px
  QueryShape query_shape = QueryShape::box;  ///< what Ctrl+drag asks for
  std::uint8_t query_count = 8;              ///< boxes that a query for the nearest ones finds
  float horizon = 0.5f;                      ///< time for which swept boxes look ahead, s
  float horizon_acceleration = 0;            ///< greatest one of a sprite until then, px/s²
  bool space = false;                        ///< shows the 3D view beside the flat one
  bool stand = true;        ///< 3D view: sprites stand on their groups, cells or nodes
  float layer_height = 60;  ///< 3D view: height of one depth, units of Ground
  float extrusion = 24;     ///< 3D view: height of a sprite, units of Ground
  bool three_axes = false;  ///< 3D view: shows RDC's groups along x, y and height instead

  /// Whether the overlay is on.
  bool shows(Overlay overlay) const { return overlays.has(overlay); }
  /// The flight for which swept boxes are drawn.
  StraightFlight lookahead() const {
    return {static_cast<double>(horizon), static_cast<double>(horizon_acceleration)};
  }
};

inline constexpr std::array<std::string_view, 3> kThemeNames{"dark", "flash", "color-blind"};
inline constexpr std::array<std::string_view, 5> kColorByNames{"image", "group", "cost", "speed",
                                                               "category"};

/// The parameters of the owner "view": one per option, and one per overlay with the overlay's id as
/// its key.
std::span<const Param> view_rows();

}  // namespace phasebox
