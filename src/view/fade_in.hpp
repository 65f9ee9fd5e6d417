// SPDX-License-Identifier: MIT
// Fades new groups of a broadphase in.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "collide/event_log.hpp"

namespace phasebox {

/// Fades groups of a broadphase in over a tenth of a second, so that one that exists for a few
/// frames does not flicker.
class FadeIn {
 public:
  static constexpr double kSeconds = 0.1;        ///< from invisible to full strength
  static constexpr std::size_t kMaxParts = 400;  ///< if there are more groups, none fades in

  /// Returns how strongly each final or temporary group of the events is drawn, 0 to 1, in their
  /// order [groups]. It is empty if there are more than kMaxParts; all are drawn at full strength
  /// then. `now` is the time in s. A group is the same as one of the call before if both overlap in
  /// at least half of the box around both. All are at full strength if that call had none.
  /// O(groups²).
  std::span<const float> look(std::span<const Event> events, double now);
  /// The result of the last `look`.
  std::span<const float> strengths() const { return strengths_; }
  /// Forgets all groups, so that those of the next call appear at once.
  void clear() {
    parts_.clear();
    strengths_.clear();
  }

 private:
  struct Part {
    Aabb box;
    double since;  // time at which it was first seen, s
  };
  std::vector<Part> parts_;
  std::vector<float> strengths_;
};

}  // namespace phasebox
