// SPDX-License-Identifier: MIT
// What the pairs of a frame are, known by other means than the algorithms that are judged by it.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/recording.hpp"
#include "collide/frame.hpp"

namespace phasebox {

/// Stands for a set of pairs in any order: how many, and the sum of their hashes. A pair left out,
/// doubled, invented or turned round changes it.
struct PairDigest {
  std::uint64_t count = 0, hash = 0;
  void add(Pair p);
  bool operator==(const PairDigest&) const = default;
};

PairDigest digest(std::span<const Pair> pairs);

/// The exact pairs of a frame: every two boxes compared up to kMaxForAllPairs boxes, a plain sweep
/// over the boxes in order of their begins on one axis beyond. Shares no code with the registry.
PairDigest true_pairs(const Frame& frame);

/// Whether an algorithm may find these: the true pairs, or a part of them where it is not exact.
bool is_allowed(const PairDigest& found, const PairDigest& truth, bool is_exact);
/// "12 pairs instead of 14", or "other pairs" where there are as many.
std::string difference(const PairDigest& found, const PairDigest& truth);

/// Beyond that the sweep is faster.
inline constexpr std::size_t kMaxForAllPairs = 500;

/// The exact pairs of a recording's frames, each found when it is first needed and then kept.
class FrameTruth {
 public:
  /// The recording must outlive it.
  explicit FrameTruth(const Recording& recording)
      : recording_(&recording), found_(recording.size()) {}

  bool knows(std::size_t frame) const { return found_[frame].has_value(); }
  const PairDigest& of(std::size_t frame);
  /// Takes the truth of a frame from elsewhere.
  void set(std::size_t frame, const PairDigest& truth) { found_[frame] = truth; }
  /// Pairs per frame, mean over the frames known so far.
  double mean_pairs() const;

 private:
  const Recording* recording_;
  std::vector<std::optional<PairDigest>> found_;  // [frames]
};

/// The same pairs themselves, sorted, in place of what `pairs` held.
void list_true_pairs(const Frame& frame, std::vector<Pair>& pairs,
                     std::size_t max_for_all = kMaxForAllPairs);

/// Appends the exact pairs of sprite i with those of higher numbers, sorted: one box compared with
/// all that follow.
void add_true_pairs_of(const Frame& frame, SpriteId i, std::vector<Pair>& pairs);

}  // namespace phasebox
