// SPDX-License-Identifier: MIT
// Every color of the tool, by role; drawing, legend and widgets read it from here.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "view/view_options.hpp"

namespace phasebox {

/// 8-bit RGBA, straight alpha; memory order r, g, b, a.
struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  /// This color with its alpha multiplied by `factor`, 0 to 1.
  constexpr Color with_alpha(float factor) const {
    return {r, g, b, static_cast<std::uint8_t>(static_cast<float>(a) * factor)};
  }
  constexpr bool operator==(const Color&) const = default;
};

/// Blends `a` (part = 0) with `b` (part = 1); each channel is rounded to the nearest value. The
/// result is opaque.
Color blended(Color a, Color b, float part);

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
  node,     // cells and nodes at depth 0; deeper ones follow the ramp
  sweep,    // how many boxes a sweep has open
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

struct Theme {
  std::string_view name;
  std::array<Color, static_cast<std::size_t>(Role::count_)> colors;
  std::array<Color, 8> depth_ramp;    ///< cells and nodes, by depth
  std::array<Color, 12> group_tints;  ///< of groups, images or ids, used in turn
  std::array<Color, 5> heat;          ///< from cold (little, slow), near the ground, to hot
  bool hatch_collisions = false;      ///< stripes mark collisions, where color would not suffice

  constexpr Color operator[](Role r) const { return colors[static_cast<std::size_t>(r)]; }
  /// The color of group, image or id number i. The colors repeat.
  constexpr Color tint(std::size_t i) const { return group_tints[i % group_tints.size()]; }
  /// Color of a cell or node at that depth; the deepest color serves all below.
  constexpr Color at_depth(std::size_t depth) const {
    return depth_ramp[depth < depth_ramp.size() ? depth : depth_ramp.size() - 1];
  }
  /// The color from cold (t = 0) to hot (t = 1); t is clamped to that range.
  Color heat_at(float t) const;
};

const Theme& theme(ThemeId id);

}  // namespace phasebox
