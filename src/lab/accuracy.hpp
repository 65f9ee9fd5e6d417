// SPDX-License-Identifier: MIT
// Measures how many contacts n-sampled pixels miss, and suggests n and an inset for each image.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "base/sentence.hpp"
#include "lab/background_study.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The depth of a contact is the smaller side, px, of the rectangle around all pixels that both
/// sprites cover. Bin k holds depths up to kDepths[k] px that no lower bin holds; the last bin
/// holds all deeper ones.
inline constexpr std::array<int, 4> kDepths{4, 8, 16, 32};
inline constexpr std::size_t kDepthBins = kDepths.size() + 1;
/// Names a depth bin: "at most 4 px", "5 to 8 px", ... "more than 32 px".
Sentence depth_name(std::size_t bin);

inline constexpr int kMaxSampled = 16;  ///< every n from 1 to this is measured

/// The upper bound at 95 % confidence of the true share, where `k` of `n` cases were counted (Edwin
/// Wilson, "Probable Inference", 1927); 1 when n is 0.
double wilson_upper(std::uint64_t k, std::uint64_t n);

/// [n - 1] is true when sampling with that n missed the contact.
using MissedBy = std::array<bool, kMaxSampled>;

/// The smallest whole inset, in % of the size, that separates two overlapping boxes when both
/// shrink about their centers; 100 separates any two.
int parting_inset(const Aabb& a, const Aabb& b);

/// Counts over the candidate pairs in which at least one sprite shows this image.
struct ImageAccuracy {
  std::string name;
  std::uint16_t number = 0;  ///< index in the session's images
  /// Largest n that misses no contact while the image is neither turned nor scaled.
  int safe_n = 1;
  std::uint64_t candidates = 0, contacts = 0;
  std::array<std::uint64_t, kMaxSampled>
      missed{};  ///< [n - 1] contacts that sampling with n missed
  /// [inset] contacts, and candidates that do not touch, by the inset that separates their boxes.
  std::array<std::uint64_t, 101> contacts_parted{}, others_parted{};

  void add(bool touch, int inset, const MissedBy& missed_by) {
    ++candidates;
    contacts += touch;
    ++(touch ? contacts_parted : others_parted)[static_cast<std::size_t>(inset)];
    for (std::size_t k = 0; k < missed.size(); ++k) missed[k] += missed_by[k];
  }

  /// The largest n whose miss rate is at most `rate` at the 95 % upper bound; 1 when none is.
  int suggested_n(double rate) const;
  /// The largest inset, %, that loses at most the share `rate` of the contacts at the 95 % upper
  /// bound; 0 when none does.
  int suggested_inset(double rate) const;
  /// The share (0 to 1) of candidates without a contact that this inset rejects.
  double removed_by(int inset) const;
};

/// The limits of a measurement.
struct AccuracyOptions {
  double rate = 0.05;               ///< share of contacts that may be missed, 0 to 1
  std::uint32_t contacts = 5000;    ///< measuring ends after so many contacts
  std::uint32_t max_frames = 3000;  ///< measuring ends after so many steps
};

/// The counts of sampling with one n over all candidates.
struct AccuracyRow {
  std::uint64_t missed = 0, reads = 0;
  /// Hits where no pixel is opaque in both; always 0, since samples are real pixels.
  std::uint64_t false_hits = 0;
  std::array<std::uint64_t, kDepthBins> missed_by_depth{};
};

/// Everything that a measurement has found so far.
struct AccuracyResult {
  AccuracyOptions options;
  std::uint64_t candidates = 0, contacts = 0, frames = 0;
  std::uint64_t circle_rejects = 0;  ///< candidates whose pixels were not read
  std::array<std::uint64_t, kDepthBins> contacts_by_depth{};
  std::array<AccuracyRow, kMaxSampled> rows{};  ///< [n - 1]
  std::vector<ImageAccuracy> images;            ///< those that sprites show, ascending by number

  const AccuracyRow& of(int n) const { return rows[static_cast<std::size_t>(n - 1)]; }
  double miss_rate(int n) const;
  double reads_per_candidate(int n) const;
  /// The largest n whose miss rate is at most `options.rate` at the upper bound; else 1, which is
  /// exact.
  int suggestion() const;
};

/// One sentence: how many contacts the suggested n misses, the upper bound, and the pixels read.
Sentence describe(const AccuracyResult& result);
Plot miss_plot(const AccuracyResult& result);  ///< % of contacts missed against n, all and by depth
Plot reads_plot(const AccuracyResult& result);  ///< pixels read per candidate against n

/// Makes the measurement, which compares every n with all pixels of the candidates. The session
/// must have pictures (check_accuracy); its algorithms are replaced.
std::unique_ptr<PiecewiseWork<AccuracyResult>> accuracy_meter(Session session,
                                                              AccuracyOptions options);

/// Fails for options out of range and for sessions without pictures (recorded boxes).
Status check_accuracy(const Session& session, const AccuracyOptions& options);

/// Measures a clone of the current scene in the background.
struct MeasureAccuracy {
  AccuracyOptions options;
};
/// Stops the measurement and keeps what it has found.
struct StopAccuracy {};

class AccuracyStudy : public BackgroundStudy<AccuracyResult> {
 public:
  using Commands = std::variant<MeasureAccuracy, StopAccuracy>;
  Status apply(const MeasureAccuracy& c, const Session& session);
  Status apply(const StopAccuracy&, const Session&) {
    stop();
    return Status{};
  }
  /// The title of the scene that was measured.
  const Sentence& subject() const { return subject_; }

 private:
  Sentence subject_;
};

}  // namespace phasebox
