// SPDX-License-Identifier: MIT
// Finds the number of sprites from which on a broadphase is worth it: brute force with narrowphase
// then takes longer than the broadphase with narrowphase.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/sentence.hpp"
#include "bench/contestant.hpp"
#include "lab/started_study.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Median times, ms, of broadphase and narrowphase together with so many sprites.
struct BreakEvenPoint {
  std::size_t sprites = 0;
  double brute_force = 0, contestant = 0;
};

/// Holds the points measured so far. It is a copy, independent of the running work.
struct BreakEven {
  Contestant contestant;
  Sentence scene;                        ///< without the number of sprites
  std::vector<BreakEvenPoint> points{};  ///< in the order in which they were measured
  bool is_complete = false;
  Sentence failure{};  ///< why the scene refused a number of sprites, which ended the search

  /// The point with the fewest sprites at which the contestant was faster; null if there is none.
  const BreakEvenPoint* from() const;
};

/// The answer: "RDC is worth it here from about 180 sprites on (brute force 0.11 ms, RDC 0.10 ms)".
/// Before the first point, why there is none; empty while that is not known.
Sentence break_even_text(const BreakEven& found);

/// The chosen scene with `count` sprites, in a field in which they are as dense as so many
/// `sprites` in this `field`, px; not beyond the sizes that a field may have. The field stays where
/// there are no sprites.
command::ResizeScene at_same_density(Vec2 field, std::size_t sprites, std::uint32_t count);

namespace command {

/// Starts to search for the number of sprites from which on the contestant is worth it. It doubles
/// the number from 65 on until the contestant is faster than brute force, then bisects. The scene
/// makes as many sprites at the same density; of a recording, so many objects are left. Fails for
/// brute force itself, for a scene without sprites, which has no density, and for a recording whose
/// frames have at most 64 boxes, which all algorithms compare by the same loop.
struct StartBreakEven {
  using Result = BreakEven;
  static constexpr const char* kPhase = "making the scene";

  Contestant contestant;

  Status check(const Session& session) const;
  OwnedWork<Result> work(Session clone, const WorkLimit* limit = nullptr) const;
};

}  // namespace command

using BreakEvenStudy = StartedStudy<command::StartBreakEven>;

}  // namespace phasebox
