// SPDX-License-Identifier: MIT
// What can be said of the cost of an algorithm before it was run: from a few sprites.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "collide/frame.hpp"

namespace phasebox {

/// What a choice depends on.
struct SceneTraits {
  double boxes = 0;
  double statics = 0;  ///< share of sprites that are flagged static
  double moving = 1;   ///< share of sprites that move
  double step = 0;     ///< px per frame of those that move, times the extent of a box
};

/// Two frames in a row of up to 64 sprites, spread evenly over the ids. Takes some 50 ns a frame,
/// and keeps 1 kB.
class SceneSample {
 public:
  /// Another population: nothing is known.
  void forget() { taken_ = 0; }
  /// The next frame of the same sprites; allocates nothing.
  void see(const Frame& f);
  const SceneTraits& traits() const { return traits_; }

 private:
  static constexpr std::size_t kMax = 64;

  std::array<Aabb, kMax> past_{};
  std::size_t taken_ = 0;
  SceneTraits traits_;
};

/// Costs in frames of the hierarchical grid on the same boxes.
struct Prior {
  double cost;   ///< of a frame
  double first;  ///< of the first one: with new memory, and what is built for many frames
};

/// Rough, as measured over the workloads and motions of the bench, 100 to 10,000 boxes: it says
/// what to try first, and what would be felt when it is tried; the choice is made by measured cost.
Prior prior_of(std::string_view id, const SceneTraits& traits);

/// The id of what answers the first frames, where nothing was measured.
std::string_view opener_for(const SceneTraits& traits);

}  // namespace phasebox
