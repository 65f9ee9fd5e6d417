// SPDX-License-Identifier: MIT
// The race over the number of sprites: the same scene with 100, 200 ... 20,000 of them.
#pragma once
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/race.hpp"
#include "lab/job.hpp"
#include "session/session.hpp"

namespace phasebox {

/// A contestant of the sweep.
struct SweepRival {
  std::string name, broadphase;
  std::vector<std::pair<std::string, double>> values;  ///< of all parameters
};

/// What one contestant showed with that many sprites.
struct SweepPoint {
  std::uint32_t sprites = 0;
  Rival::Verdict verdict = Rival::Verdict::pending;
  bool is_exact = true;
  double median = 0, p95 = 0;              ///< ms per frame
  std::optional<std::uint64_t> box_tests;  ///< of the middle frame
  double pairs = 0;                        ///< true ones in the mean frame
  std::string fault;                       ///< wrong: in which frame, and what it found
};
struct SweepLine {
  std::string name;
  std::vector<SweepPoint> points;
};

/// Runs beside the simulation, on a session of its own. A workload keeps its density, any other
/// scene its field.
class RaceSweep {
 public:
  /// Begins; what ran before is stopped and forgotten. Refuses recorded boxes, which are as many as
  /// they are, and counts that no scene has.
  Status start(const Session&, std::vector<SweepRival>, std::vector<std::uint32_t> counts);
  /// The results so far are kept.
  void cancel() { job_.stop(); }
  const Job& job() const { return job_; }
  /// One line per contestant, as far as it got.
  std::vector<SweepLine> lines() const;
  /// The scene that was raced on; empty before the first sweep.
  const std::string& scene() const { return scene_; }

 private:
  struct Work;

  mutable std::mutex mutex_;  // of the lines
  std::vector<SweepLine> lines_;
  std::string scene_;
  Job job_;  // last: it ends before the rest goes
};

}  // namespace phasebox
