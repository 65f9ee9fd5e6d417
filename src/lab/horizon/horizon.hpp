// SPDX-License-Identifier: MIT
// Which boxes may meet within a horizon, and when: the lookahead of collision detection at the
// right time (Brown University, CS course notes on collision detection).
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.hpp"
#include "world/flight.hpp"

namespace phasebox {

/// Two boxes that are apart now and meet if both fly straight.
struct ComingImpact {
  Pair pair;
  double seconds = 0;  ///< until they first share area
  bool operator==(const ComingImpact&) const = default;
};

/// What a frame says about the time until the horizon.
struct Horizon {
  std::size_t now = 0;     ///< pairs whose boxes overlap
  std::size_t within = 0;  ///< pairs whose swept boxes overlap; those of now are among them
  std::size_t extra = 0;   ///< further pairs, whose boxes overlap by being swelled alone
  std::vector<ComingImpact> impacts;  ///< the first first; equal times in order of the pairs
  /// False: too many sprites or pairs, and nothing was counted.
  bool is_counted = false;
};

/// "12 candidates now, 31 within 0.5 s, 4 more by acceleration"; `time` is "within 0.5 s".
std::string describe(const Horizon&, std::string_view time);

/// Finds it by a sweep over the swelled boxes, once per frame and lookahead, however often it is
/// asked. Eligible pairs only. Cost: that of sort and sweep on these boxes; keeps 16 bytes per box.
class HorizonFinder {
 public:
  static constexpr std::size_t kMaxSprites = 20'000;
  static constexpr std::uint64_t kMaxPairs = 500'000;

  /// Of the frame as it is now.
  const Horizon& find(const Session&, const StraightFlight&);

 private:
  // Two answers are the same when these are.
  struct Asked {
    std::uint64_t step = 0, changes = 0, population = 0;
    StraightFlight ahead;
    bool operator==(const Asked&) const = default;
  };

  bool sweep(const Session&, const StraightFlight&);
  void take(const World&, std::span<const Aabb> boxes, Pair, const StraightFlight&);

  Horizon found_;
  std::optional<Asked> asked_;
  std::unique_ptr<Broadphase> finder_;
  std::vector<Aabb> boxes_;
  PairSink pairs_;
};

}  // namespace phasebox
