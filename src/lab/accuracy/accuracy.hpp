// SPDX-License-Identifier: MIT
// Accuracy of n-sampling: how many contacts each n misses on a scene's sprites, and what it reads.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "lab/accuracy/delay.hpp"
#include "lab/accuracy/image_accuracy.hpp"
#include "lab/background_study.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

struct AccuracyOptions {
  double rate = 0.05;               ///< share of contacts that may be missed, 0 to 1
  std::uint32_t contacts = 5000;    ///< as many are looked for
  std::uint32_t max_frames = 3000;  ///< steps after which it is left at what was found
  std::uint32_t collisions = 300;   ///< as many are followed from their first frame; 0: none
};

/// What one n did.
struct AccuracyRow {
  std::uint64_t missed = 0, reads = 0;
  std::uint64_t false_hits = 0;  ///< touching though the sprites do not: never, by design
  std::array<std::uint64_t, kDepthBins> missed_by_depth{};
};

struct AccuracyResult {
  AccuracyOptions options;
  std::uint64_t candidates = 0, contacts = 0, frames = 0;
  std::uint64_t circle_rejects = 0;  ///< candidates whose pixels were not read
  std::array<std::uint64_t, kDepthBins> contacts_by_depth{};
  std::array<AccuracyRow, kMaxSampled> rows{};  ///< of n = 1, 2, ...
  std::vector<ImageAccuracy> images;            ///< that the sprites show, in order of their number
  DelayResult delays;

  const AccuracyRow& of(int n) const { return rows[static_cast<std::size_t>(n - 1)]; }
  double miss_rate(int n) const;
  double reads_per_candidate(int n) const;
  /// The largest n that keeps within the rate even at the upper bound of its miss rate; 1, which is
  /// exact, when no other does.
  int suggestion() const;
};

/// One sentence for people: what the suggested n misses, is sure to miss at most, and reads.
std::string describe(const AccuracyResult& result);
Plot miss_plot(const AccuracyResult& result);  ///< % of contacts missed against n, all and by depth
Plot reads_plot(const AccuracyResult& result);  ///< pixels read per candidate against n
/// Frames until a collision is seen against n: with and without jitter, and with it by depth.
Plot delay_plot(const AccuracyResult& result);

/// Takes candidates of frames of a session and judges every n by all pixels. A contact whose two
/// sprites lie to each other as when they were last looked at is not counted again.
class AccuracyMeter {
 public:
  /// The session shows sprites with pictures, see check_accuracy; its algorithms are chosen again.
  AccuracyMeter(Session session, AccuracyOptions options);

  /// Looks at one more frame; false when there are as many contacts as were asked for, or no more
  /// are to be had.
  bool advance();
  const AccuracyResult& result() const { return result_; }
  /// 0 to 1.
  double progress() const;
  std::string phase() const { return is_sampled_ ? "following collisions" : "sampling"; }

 private:
  bool sample_frame();
  void judge(const Frame& frame, Pair pair);
  void note_of_images(const Frame& frame, Pair pair, bool touch, const MissedBy& missed);
  bool is_known(const Frame& frame, Pair pair);

  Session session_;
  AccuracyResult result_;
  std::unordered_map<std::uint64_t, std::uint64_t> seen_;  // pair: how it lay when last looked at
  int alpha_threshold_ = 128;
  bool compares_circles_ = true;
  bool is_sampled_ = false;  // contacts are done; collisions are followed next
  std::optional<DelayMeter> delays_;
  int idle_ = 0;  // frames since anything new was seen
};

/// Refuses options out of range, and sessions without pictures (recorded boxes).
Status check_accuracy(const Session& session, const AccuracyOptions& options);

/// Begins to measure the current scene, on a clone.
struct MeasureAccuracy {
  AccuracyOptions options;
};
/// Leaves it at what was found so far.
struct StopAccuracy {};

/// The study: measures in the background.
class AccuracyStudy : public BackgroundStudy<AccuracyResult> {
 public:
  Status apply(const MeasureAccuracy& c, const Session& session);
  Status apply(const StopAccuracy&, const Session&) { return stop(), Status{}; }
  /// Of what it was measured: the scene's title.
  const std::string& subject() const { return subject_; }

 private:
  std::string subject_;
};

}  // namespace phasebox
