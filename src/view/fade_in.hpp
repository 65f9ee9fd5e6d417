// SPDX-License-Identifier: MIT
// Groups that come and go are faded in.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "collide/event_log.hpp"

namespace phasebox {

/// Fades groups in over a tenth of a second, so that one that comes and goes does not flicker.
class FadeIn {
 public:
  static constexpr double kSeconds = 0.1;
  static constexpr std::size_t kMaxParts = 400;  ///< with more groups, none fades in

  /// Returns how strongly each group and temporary group of the events is drawn, 0 to 1, in their
  /// order; empty with more than kMaxParts, where all are drawn at full strength. `now` is in s. A
  /// group is not new if it shares at least half of the box around both with a group of the call
  /// before. O(groups²).
  std::span<const float> look(std::span<const Event> events, double now);
  std::span<const float> strengths() const { return strengths_; }
  /// Forgets all groups, so that those of the next call appear at once.
  void clear() {
    parts_.clear();
    strengths_.clear();
  }

 private:
  struct Part {
    Aabb box;
    double since;
  };
  std::vector<Part> parts_;
  std::vector<float> strengths_;
};

}  // namespace phasebox
