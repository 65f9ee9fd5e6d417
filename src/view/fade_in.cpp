// SPDX-License-Identifier: MIT
// Matches groups with those of the call before by the overlap of their boxes.
#include "view/fade_in.hpp"

#include <algorithm>
#include <utility>

#include "view/overlays/overlay.hpp"

namespace phasebox {

std::span<const float> FadeIn::look(std::span<const Event> events, double now) {
  const auto size = [](const Aabb& box) { return extent(box).x * extent(box).y; };
  const bool is_first = parts_.empty();
  std::vector<Part> before = std::exchange(parts_, {});
  strengths_.clear();
  for (const Event& e : events) {
    if (!is_group(e)) continue;
    const auto known = std::ranges::find_if(before, [&](const Part& part) {
      return overlaps(part.box, e.box) &&
             2 * size(intersection(part.box, e.box)) >= size(united(part.box, e.box));
    });
    const double since = is_first ? -kSeconds : known == before.end() ? now : known->since;
    parts_.push_back({e.box, since});
    strengths_.push_back(static_cast<float>(std::min((now - since) / kSeconds, 1.0)));
    if (parts_.size() > kMaxParts) {
      clear();
      return strengths_;
    }
  }
  return strengths_;
}

}  // namespace phasebox
