// SPDX-License-Identifier: MIT
// Compares the pairs that a broadphase found with the exact ones, and estimates how many exact
// pairs a frame has.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/sentence.hpp"
#include "collide/frame.hpp"
#include "session/findings.hpp"
#include "session/session.hpp"

namespace phasebox {

/// Estimates how many eligible pairs of boxes overlap, by testing every k-th sprite against all
/// others. Up to 1,000 sprites all are tested, which is exact; up to two million sprites it makes
/// at most about 64 million box tests, and beyond that 32 per sprite. Allocates nothing.
std::uint64_t estimate_pairs(const Frame& frame);

/// The pairs of one kind of fault: their number, and the first kMaxNamed of them.
struct Faults {
  static constexpr std::size_t kMaxNamed = 1000;

  std::uint64_t count = 0;
  std::vector<Pair> pairs;

  void add(Pair p) {
    if (++count <= kMaxNamed) pairs.push_back(p);
  }
  void add(const Faults& more) {
    count += more.count;
    const std::size_t room = kMaxNamed - std::min(pairs.size(), kMaxNamed);
    const auto named = std::span(more.pairs).first(std::min(room, more.pairs.size()));
    pairs.insert(pairs.end(), named.begin(), named.end());
  }
};

/// The comparison of the pairs that an algorithm found with the exact pair set.
struct Verdict {
  std::uint64_t sprites = 0;   ///< sprites of the frame
  std::uint64_t checked = 0;   ///< sprites whose pairs were compared with the exact ones
  std::uint64_t overlaps = 0;  ///< exact pairs of the checked sprites
  Faults false_negatives;      ///< exact pairs that the algorithm had to find and did not
  Faults allowed_misses;       ///< exact pairs that a parameter allows it to leave out
  Faults false_positives;      ///< found, but not overlapping or not eligible
  Faults duplicates;           ///< pairs found more than once; each repetition counts

  /// Whether the algorithm keeps its promise; allowed misses are no fault.
  bool is_right() const {
    return false_negatives.count + false_positives.count + duplicates.count == 0;
  }
  /// Whether the pairs found are exactly the overlapping ones.
  bool is_exact() const { return is_right() && allowed_misses.count == 0; }
  bool is_sampled() const { return checked < sprites; }
  /// Adds the verdict on other sprites, or on the same ones in other frames; `checked` stays at
  /// most the number of sprites.
  void add(const Verdict& more);
};

/// Compares the exact pairs `truth` with the pairs `found`, both sorted by key, and adds the
/// differences to `into`. `threshold` is in px: above 0, a pair that was not found is an allowed
/// miss if its boxes, inset by that much on each side, do not overlap; 0 allows no miss.
void judge(const Frame& frame, std::span<const Pair> truth, std::span<const Pair> found,
           float threshold, Verdict& into);

/// Checks all sprites of the last detected frame of n sprites. Compares every two boxes up to 500
/// sprites; beyond that it sweeps: O(n log n + pairs that overlap on one axis).
Verdict full_verdict(const Session& session);

/// Describes a verdict: "exact", or all kinds of faults and misses that it has, as "3 false
/// negatives: 12 and 40 ...", "1 false positive: 3 and 9" and "189 of 203 overlaps found
/// (threshold 2 px leaves out 14)", joined by commas. Sprites are named by index, or by their id in
/// a recording.
Sentence describe(const Verdict& verdict, const Session& session);
/// Says how many sprites were checked: "checked 2,000 of 100,000 sprites (sampled)"; empty if
/// all were.
Sentence describe_sample(const Verdict& verdict);

/// Checks the broadphase's pairs of each detected frame. Small frames are checked whole: up to 400
/// sprites, and up to kMaxWhole sprites with at most kMaxPairs pairs. In larger frames it checks,
/// in turn, as many sprites as fit into the budget, each against all sprites of higher index. The
/// verdict then sums up the last 60 to 120 frames, or fewer where all sprites are checked sooner.
class Oracle {
 public:
  static constexpr std::size_t kMaxWhole = 1000;  ///< most sprites of a frame that is checked whole
  static constexpr std::size_t kMaxPairs = 5000;  ///< of a frame with more than 400 sprites
  static constexpr double kBudget = 0.4;          ///< ms per frame that a sample may take

  /// `budget` is in ms per frame; at least one sprite is checked, however long that takes.
  explicit Oracle(double budget = kBudget) : budget_(budget) {}

  /// Checks the session's frame; called after every detection.
  void observe(const Session& session);
  /// Forgets the verdict, which may not hold for the new code of a plug-in.
  void renew_broadphases() { close(); }
  /// Forgets the verdict, frees what the checks have kept, and sets the budget to kBudget.
  void close() { *this = Oracle(); }
  const Verdict& verdict() const { return verdict_; }
  /// The false negatives and allowed misses whose boxes overlap in `frame`, to be drawn.
  std::vector<Pair> marked(const Frame& frame) const;
  /// Contacts that the narrowphase of n-sampled pixels missed in the last observed frame. They are
  /// found by reading every pixel of the candidates without a contact. Empty with another
  /// narrowphase, beyond kMaxWhole sprites, and beyond kMaxPairs pairs.
  std::span<const MissedContact> missed_contacts() const { return missed_contacts_; }
  /// Whether missed_contacts() are all: the narrowphase is exact, or all of its candidates without
  /// a contact were read pixel by pixel.
  bool knows_contacts() const { return knows_contacts_; }
  /// The time that the last `observe` took, ms.
  double cost() const { return cost_; }

 private:
  static constexpr int kRound = 60;  // most frames whose checks form one sample
  // Up to so many sprites, every two are compared; beyond, the exact pairs are found by a sweep.
  static constexpr std::size_t kMaxForAll = 400;

  bool is_other(const Session& session) const {
    // A verdict on another world or algorithm says nothing about this one.
    return session.frame().size() != sprites_ || &*session.settings().broadphase != broadphase_ ||
           session.settings().is_exact() != was_exact_;
  }
  bool is_cheap(const Session& session) const {
    if (sprites_ <= kMaxForAll) return true;
    return sprites_ <= kMaxWhole && session.pairs().size() <= kMaxPairs && !is_dense_;
  }
  void look_at_all(const Session& session);
  void look_at_some(const Session& session);
  void look_at_contacts(const Session& session);

  double budget_;  // ms
  // now_ and past_: samples of this round of frames and of the one before; verdict_: both together,
  // or the verdict on the last frame where that was checked whole.
  Verdict verdict_, now_, past_;
  int frames_ = 0;     // frames in this round
  SpriteId next_ = 0;  // sprite to check next
  std::size_t sprites_ = 0;
  const BroadphaseEntry* broadphase_ = nullptr;
  bool was_exact_ = true;
  bool knows_contacts_ = false;
  bool is_dense_ = false;  // the last frame checked whole had more than kMaxPairs exact pairs
  std::vector<Pair> truth_;
  std::vector<MissedContact> missed_contacts_, missed_before_;
  std::vector<Pair> open_;              // candidates without a contact
  std::unique_ptr<Narrowphase> exact_;  // a narrowphase that reads every pixel
  Sink<Contact> found_;
  std::uint64_t contact_step_ = 0;
  double cost_ = 0;
};

}  // namespace phasebox
