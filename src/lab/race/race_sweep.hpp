// SPDX-License-Identifier: MIT
// The race over the number of sprites: the same scene with 100, 200 ... 20,000 of them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/race.hpp"
#include "lab/background_study.hpp"
#include "session/session.hpp"

namespace phasebox {

/// What one contestant showed with that many sprites.
struct SweepPoint {
  std::uint32_t sprites = 0;
  RaceResult::Verdict verdict = RaceResult::Verdict::pending;
  bool is_exact = true;
  double median = 0, p95 = 0;              ///< ms per frame
  std::optional<std::uint64_t> box_tests;  ///< of the middle frame
  double pairs = 0;                        ///< true ones in the mean frame
  std::string fault;                       ///< wrong: in which frame, and what it found
};
struct SweepLine {
  std::string name;
  Contestant contestant;
  std::vector<SweepPoint> points;
};
struct SweepResult {
  std::string scene;             ///< that was raced on
  std::vector<SweepLine> lines;  ///< one per contestant, as far as it got
};

/// Runs beside the simulation, on a session of its own. A workload keeps its density, any other
/// scene its field.
class RaceSweep : public BackgroundStudy<SweepResult> {
 public:
  /// Begins, with a line without points for each; what ran before is stopped and forgotten. Refuses
  /// recorded boxes, which are as many as they are, and counts that no scene has.
  Status begin(const Session&, std::vector<SweepLine>, std::vector<std::uint32_t> counts);
};

}  // namespace phasebox
