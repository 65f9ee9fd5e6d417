// SPDX-License-Identifier: MIT
// Depths and their bins.
#include "lab/accuracy/contact_depth.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace phasebox {

std::string depth_name(std::size_t bin) {
  if (bin == 0) return fmt::format("at most {} px", kDepths[0]);
  if (bin == kDepths.size()) return fmt::format("more than {} px", kDepths.back());
  return fmt::format("{} to {} px", kDepths[bin - 1] + 1, kDepths[bin]);
}

std::size_t depth_bin(int depth) {
  const auto at = std::ranges::lower_bound(kDepths, depth);
  return static_cast<std::size_t>(at - kDepths.begin());
}

int contact_depth(const PixelView& a, const PixelView& b, const PixelRect& overlap, int threshold) {
  PixelRect common{overlap.x1, overlap.y1, overlap.x0, overlap.y0};
  for (int y = overlap.y0; y < overlap.y1; ++y)
    for (int x = overlap.x0; x < overlap.x1; ++x) {
      if (a.alpha(x, y) < threshold || b.alpha(x, y) < threshold) continue;
      common = {std::min(common.x0, x), std::min(common.y0, y), std::max(common.x1, x + 1),
                std::max(common.y1, y + 1)};
    }
  return common.empty() ? 0 : std::min(common.width(), common.height());
}

}  // namespace phasebox
