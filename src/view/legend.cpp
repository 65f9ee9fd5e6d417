// SPDX-License-Identifier: MIT
// What each colour in the picture means.
#include "view/scene_view.hpp"

namespace phasebox {
namespace {

constexpr std::array kStructure{
    LegendLine{Role::final_group, "final group"},
    LegendLine{Role::temporary_group, "temporary group, fading with depth"},
    LegendLine{Role::node, "cell or node, by depth"},
};

bool in_trace(Role role, const Recorder& broad) {
  switch (role) {
    case Role::final_group: return broad.count(Mark::group) > 0;
    case Role::temporary_group: return broad.count(Mark::split) > 0;
    case Role::node: return broad.count(Mark::cell) + broad.count(Mark::node) > 0;
    case Role::open_boundary:
    case Role::close_boundary: return broad.count(Mark::boundary) > 0;
    default: return true;
  }
}

}  // namespace

std::vector<LegendLine> legend(const ViewOptions& options) {
  std::vector<LegendLine> lines;
  if (options.structure) lines.assign(kStructure.begin(), kStructure.end());
  if (options.boxes) lines.push_back({Role::box, "box"});
  if (options.candidates) lines.push_back({Role::candidate, "candidate pair"});
  if (options.collisions) lines.push_back({Role::collision, "collision"});
  if (options.boundaries) {
    lines.push_back({Role::open_boundary, "open boundary"});
    lines.push_back({Role::close_boundary, "close boundary"});
  }
  if (options.velocities) lines.push_back({Role::velocity, "velocity, 30 steps ahead"});
  return lines;
}

std::vector<LegendLine> legend(const ViewOptions& options, const Trace& shown) {
  std::vector<LegendLine> lines = legend(options);
  std::erase_if(lines, [&](const LegendLine& line) { return !in_trace(line.role, shown.broad); });
  return lines;
}

}  // namespace phasebox
