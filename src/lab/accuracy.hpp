// SPDX-License-Identifier: MIT
// Accuracy of n-sampled pixels: missed contacts, allowed n and inset per image.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "collide/narrowphase/pixels/pixels.hpp"
#include "lab/background_study.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

/// A contact's depth: the smaller side, px, of the rectangle around all common pixels. Bin k holds
/// contacts of at most kDepths[k] px that no bin before holds; the last bin the rest.
inline constexpr std::array<int, 4> kDepths{4, 8, 16, 32};
inline constexpr std::size_t kDepthBins = kDepths.size() + 1;
/// "at most 4 px", "5 to 8 px", ... "more than 32 px".
std::string depth_name(std::size_t bin);

inline constexpr int kMaxSampled = 16;  ///< n is measured from 1 to this

/// Upper bound at 95 % confidence of the true share for `k` of `n` (E. Wilson, 1927); 1 of none.
double wilson_upper(std::uint64_t k, std::uint64_t n);

/// Which n missed a contact: [n - 1].
using MissedBy = std::array<bool, kMaxSampled>;

/// The least whole inset, %, about their middles that parts two overlapping boxes; 100 parts all.
int parting_inset(const Aabb& a, const Aabb& b);

/// What the candidates of an image's sprites showed.
struct ImageAccuracy {
  std::string name;
  std::uint16_t number = 0;  ///< in the session's images
  int safe_n = 1;            ///< of the image as it is, neither turned nor scaled
  std::uint64_t candidates = 0, contacts = 0;
  std::array<std::uint64_t, kMaxSampled> missed{};  ///< contacts, by n
  /// Contacts, and candidates that do not touch, by the inset that parts their boxes.
  std::array<std::uint64_t, 101> contacts_parted{}, others_parted{};

  void add(bool touch, int inset, const MissedBy& missed_by) {
    ++candidates;
    contacts += touch;
    ++(touch ? contacts_parted : others_parted)[static_cast<std::size_t>(inset)];
    for (std::size_t k = 0; k < missed.size(); ++k) missed[k] += missed_by[k];
  }

  /// The largest n whose misses keep within the rate, at the upper bound of 95 %; 1 when none does.
  int suggested_n(double rate) const;
  /// The largest inset that loses no more contacts than that rate, by the same bound; 0 when none.
  int suggested_inset(double rate) const;
  /// Of the candidates that do not touch, 0 to 1, those which that inset rejects.
  double removed_by(int inset) const;
};

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
  std::vector<ImageAccuracy> images;            ///< that the sprites show, in order of their number

  const AccuracyRow& of(int n) const { return rows[static_cast<std::size_t>(n - 1)]; }
  double miss_rate(int n) const;
  double reads_per_candidate(int n) const;
  /// The largest n whose miss rate's upper bound is within the rate; else 1, which is exact.
  int suggestion() const;
};

/// One sentence for people: what the suggested n misses, is sure to miss at most, and reads.
std::string describe(const AccuracyResult& result);
Plot miss_plot(const AccuracyResult& result);  ///< % of contacts missed against n, all and by depth
Plot reads_plot(const AccuracyResult& result);  ///< pixels read per candidate against n

/// By all pixels of the candidates. Needs pictures (check_accuracy); algorithms are chosen again.
std::unique_ptr<PiecewiseWork<AccuracyResult>> accuracy_meter(Session session,
                                                              AccuracyOptions options);

/// Refuses options out of range, and sessions without pictures (recorded boxes).
Status check_accuracy(const Session& session, const AccuracyOptions& options);

/// Begins to measure the current scene, on a clone.
struct MeasureAccuracy {
  AccuracyOptions options;
};
/// Leaves it at what was found so far.
struct StopAccuracy {};

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
