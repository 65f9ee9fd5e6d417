// SPDX-License-Identifier: MIT
// Measures how many contacts the narrowphase of n-sampled pixels misses, which reads only every
// n-th pixel on both axes, and suggests n and an inset of the boxes for each image.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/sentence.hpp"
#include "lab/started_study.hpp"
#include "plot/plot.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The depth of a contact is the smaller side, px, of the rectangle around all pixels that are
/// opaque in both sprites. Bin k holds depths up to kDepths[k] px that no lower bin holds; the last
/// bin holds all deeper ones.
inline constexpr std::array<int, 4> kDepths{4, 8, 16, 32};
inline constexpr std::size_t kDepthBins = kDepths.size() + 1;
/// Names a depth bin: "at most 4 px", "5 to 8 px", ... "more than 32 px".
Sentence depth_name(std::size_t bin);

/// The study measures sampling with every n from 1 to this. Sampling with n compares the pixels of
/// every n-th column and row of the common rectangle of two boxes; n = 1 compares all.
inline constexpr int kMaxSampled = 16;

/// The upper end of the 95 % confidence interval of a share, 0 to 1, where `k` of `n` cases were
/// counted (Edwin Wilson, "Probable Inference", 1927); 1 when n is 0.
double wilson_upper(std::uint64_t k, std::uint64_t n);

/// [n - 1] for n from 1 to kMaxSampled: whether sampling every n-th pixel missed the contact.
using MissedBy = std::array<bool, kMaxSampled>;

/// The smallest whole inset, in % of the size, that separates two overlapping boxes when both
/// shrink about their centers by it; 0 for boxes that do not overlap. 100 separates any two.
int parting_inset(const Aabb& a, const Aabb& b);

/// The counts of one image, over the candidate pairs in which at least one sprite has this image.
struct ImageAccuracy {
  std::string name;
  std::uint16_t number = 0;  ///< index in the session's images
  /// The largest n, at least 1, such that each opaque pixel of the image and of its animation
  /// frames lies in an opaque square of n x n px. While the image is neither turned nor scaled,
  /// sampling with up to this n skips no part of it: a missed contact holds no such square.
  int safe_n = 1;
  std::uint64_t candidates = 0, contacts = 0;
  /// [n - 1] contacts that sampling every n-th pixel missed.
  std::array<std::uint64_t, kMaxSampled> missed{};
  /// [inset in %] contacts, and candidates that do not touch, whose boxes `parting_inset` separates
  /// by this inset.
  std::array<std::uint64_t, 101> contacts_parted{}, others_parted{};

  void add(bool touch, int inset, const MissedBy& missed_by) {
    ++candidates;
    contacts += touch;
    ++(touch ? contacts_parted : others_parted)[static_cast<std::size_t>(inset)];
    for (std::size_t k = 0; k < missed.size(); ++k) missed[k] += missed_by[k];
  }

  /// The largest n from 2 to kMaxSampled for which the 95 % upper bound of the share of missed
  /// contacts is at most `rate` (0 to 1); 1, which reads every pixel, when there is none.
  int suggested_n(double rate) const;
  /// The largest inset, %, for which the 95 % upper bound of the share of lost contacts is at most
  /// `rate` (0 to 1); 0 when there is none.
  int suggested_inset(double rate) const;
  /// The share (0 to 1) of the candidates without a contact that this inset, %, separates.
  double removed_by(int inset) const;
};

struct AccuracyResult;

/// Starts to compare sampling with every n to reading all pixels of the candidates, within limits.
/// It also ends when the scene shows no new candidates for long. The clone gets another broadphase
/// and narrowphase. Fails for a rate or a number of contacts out of range, and for sessions that
/// play recorded boxes, which have no pixels.
struct AccuracyOptions {
  using Result = AccuracyResult;
  static constexpr const char* kPhase = "choosing candidates";

  double rate = 0.05;               ///< share of contacts that may be missed, 0 to 1
  std::uint32_t contacts = 5000;    ///< measuring ends once it has seen so many contacts
  std::uint32_t max_frames = 3000;  ///< measuring ends after so many steps of the scene

  Status check(const Session& session) const;
  OwnedWork<Result> work(Session clone, const WorkLimit* limit = nullptr) const;
};

/// The counts of sampling with one n, over all candidates.
struct AccuracyRow {
  std::uint64_t missed = 0, reads = 0;  ///< contacts missed; pixels read
  /// Hits although no pixel is opaque in both sprites; 0 unless sampling is wrong, since it reads
  /// real pixels.
  std::uint64_t false_hits = 0;
  std::array<std::uint64_t, kDepthBins> missed_by_depth{};  ///< [depth bin] contacts missed
};

/// Everything that a measurement has found so far.
struct AccuracyResult {
  AccuracyOptions options;
  Sentence scene;
  std::uint64_t candidates = 0, contacts = 0, frames = 0;  ///< `frames`: sampled frames
  /// Candidates whose pixels were not read, because the circles around the sprites lie apart.
  std::uint64_t circle_rejects = 0;
  std::array<std::uint64_t, kDepthBins> contacts_by_depth{};
  std::array<AccuracyRow, kMaxSampled> rows{};  ///< [n - 1] the counts of sampling with n
  std::vector<ImageAccuracy> images;  ///< images that sprites have at the start, by number

  const AccuracyRow& of(int n) const { return rows[static_cast<std::size_t>(n - 1)]; }
  double miss_rate(int n) const;
  double reads_per_candidate(int n) const;
  /// The largest n for which the 95 % upper bound of the share of missed contacts is at most
  /// `options.rate`; 1, which is exact, when there is none above 1.
  int suggestion() const;
};

/// Text for the user: how many contacts the suggested n misses, the upper bound, and the pixels
/// read; or why no n above 1 can be suggested.
Sentence describe(const AccuracyResult& result);
/// Plots the share of missed contacts, %, against n: of all contacts, and of those of each depth
/// bin.
Plot miss_plot(const AccuracyResult& result);
/// Plots the mean number of pixels read per candidate against n.
Plot reads_plot(const AccuracyResult& result);

using AccuracyStudy = StartedStudy<AccuracyOptions>;

}  // namespace phasebox
