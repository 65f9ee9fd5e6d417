// SPDX-License-Identifier: MIT
// Every color of the program, by its role. Drawing, legend and widgets take colors from here.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "view/view_options.hpp"

namespace phasebox {

/// A color of 8 bits per channel, not premultiplied by its alpha; in memory r, g, b, a.
struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  /// This color with its alpha multiplied by `factor`, 0 to 1, and rounded down.
  constexpr Color with_alpha(float factor) const {
    return {r, g, b, static_cast<std::uint8_t>(static_cast<float>(a) * factor)};
  }
  constexpr bool operator==(const Color&) const = default;
};

/// Blends `a` (part = 0) with `b` (part = 1), 0 <= part <= 1. Each channel is rounded to the
/// nearest value. Their alphas are ignored: the result is opaque.
Color blended(Color a, Color b, float part);

/// What a color is used for. A theme has a color for each role.
enum class Role : std::uint8_t {
  background,
  grid,
  field_border,
  final_group,
  temporary_group,
  collision,
  candidate,
  box,
  open_boundary,
  close_boundary,
  selection,
  missed,
  aim,
  velocity,
  text,
  text_dim,
  panel,
  panel_border,
  accent,
  warning,
  node,     // cells and nodes at depth 0; for others see Theme::depth_ramp
  sweep,    // profile of how many boxes a sweep has open
  swap,     // neighbors in a sorted list that changed places
  fat,      // fat AABBs: boxes kept larger than those of their sprites
  hull,     // edges of convex hulls
  closest,  // closest points of two hulls
  sample,   // pixels that were read
  query,    // the rectangle of a query
  found,    // sprites that a query found
  visited,  // nodes, cells and sprites that a query visited
  impact,   // where sprites pushed each other, and how hard
  count_
};

/// The colors of the program in one of its looks.
struct Theme {
  std::string_view name;
  std::array<Color, static_cast<std::size_t>(Role::count_)> colors;
  std::array<Color, 8> depth_ramp;    ///< cells and nodes, by depth
  std::array<Color, 12> group_tints;  ///< told apart: of groups, images or ids, used in turn
  std::array<Color, 5> heat;          ///< from cold (little, slow), like the background, to hot
  bool hatch_collisions = false;      ///< stripes mark collisions in addition to the color

  constexpr Color operator[](Role r) const { return colors[static_cast<std::size_t>(r)]; }
  /// The color of group, image or id number i. Colors repeat after twelve.
  constexpr Color tint(std::size_t i) const { return group_tints[i % group_tints.size()]; }
  /// The color of a cell or node at that depth; the last one of the ramp serves all deeper ones.
  constexpr Color at_depth(std::size_t depth) const {
    return depth_ramp[depth < depth_ramp.size() ? depth : depth_ramp.size() - 1];
  }
  /// The color from cold (t = 0) to hot (t = 1); t is clamped to that range.
  Color heat_at(float t) const;
};

/// The theme with that id.
const Theme& theme(ThemeId id);

}  // namespace phasebox
