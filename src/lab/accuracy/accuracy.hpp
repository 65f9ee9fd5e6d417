// SPDX-License-Identifier: MIT
// Accuracy of n-sampling: how many contacts each n misses on a scene's sprites, and what it reads.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "lab/background_study.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

inline constexpr int kMaxSampled = 16;  ///< n is measured from 1 to this

/// A contact's depth: the smaller side, px, of the rectangle around all pixels that both sprites
/// cover. Bin k holds the contacts of at most kDepths[k] px that no bin before holds; the last bin
/// holds the rest.
inline constexpr std::array<int, 4> kDepths{4, 8, 16, 32};
inline constexpr std::size_t kDepthBins = kDepths.size() + 1;
/// "at most 4 px", "5 to 8 px", ... "more than 32 px".
std::string depth_name(std::size_t bin);

struct AccuracyOptions {
  double rate = 0.05;               ///< share of contacts that may be missed, 0 to 1
  std::uint32_t contacts = 5000;    ///< as many are looked for
  std::uint32_t max_frames = 3000;  ///< steps after which it is left at what was found
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

  const AccuracyRow& of(int n) const { return rows[static_cast<std::size_t>(n - 1)]; }
  double miss_rate(int n) const;
  double reads_per_candidate(int n) const;
  /// The largest n that keeps within the rate even at the upper bound of its miss rate; 1, which is
  /// exact, when no other does.
  int suggestion() const;
};

/// The upper end of the interval that holds the true share with a confidence of 95 % when `k` of
/// `n` cases were counted (E. Wilson, 1927); 1 of no cases.
double wilson_upper(std::uint64_t k, std::uint64_t n);

/// One sentence for people: what the suggested n misses, is sure to miss at most, and reads.
std::string describe(const AccuracyResult& result);
Plot miss_plot(const AccuracyResult& result);  ///< % of contacts missed against n, all and by depth
Plot reads_plot(const AccuracyResult& result);  ///< pixels read per candidate against n

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
  std::string phase() const { return "sampling"; }

 private:
  void judge(const Frame& frame, Pair pair);
  bool is_known(const Frame& frame, Pair pair);

  Session session_;
  AccuracyResult result_;
  std::unordered_map<std::uint64_t, std::uint64_t> seen_;  // pair: how it lay when last looked at
  int alpha_threshold_ = 128;
  bool compares_circles_ = true;
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
