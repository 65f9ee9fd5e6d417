// SPDX-License-Identifier: MIT
// The number of pairs that a scene should have, and the exact pairs beside those found.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "collide/frame.hpp"
#include "session/session.hpp"

namespace phasebox {

/// About how many eligible pairs of boxes overlap: every k-th sprite is tested against all. Exact
/// up to 1,000 sprites; else at most some 64 million box tests. Allocates nothing.
std::uint64_t estimate_pairs(const Frame& frame);

/// Pairs of one kind of fault: how many, and the first kMaxNamed of them.
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

/// What the oracle says about the pairs that an algorithm has found.
struct Verdict {
  std::uint64_t sprites = 0;   ///< of the frame
  std::uint64_t checked = 0;   ///< of them, those whose pairs were compared with the truth
  std::uint64_t overlaps = 0;  ///< exact pairs among the checked
  Faults false_negatives;      ///< exact pairs that the algorithm had to find and did not
  Faults allowed_misses;       ///< exact pairs that a parameter allows it to leave out
  Faults false_positives;      ///< found, but not overlapping or not eligible
  Faults duplicates;           ///< found more than once; each further time counts

  /// The algorithm does what it promises.
  bool is_right() const {
    return false_negatives.count + false_positives.count + duplicates.count == 0;
  }
  /// And that is the exact pair set.
  bool is_exact() const { return is_right() && allowed_misses.count == 0; }
  bool is_sampled() const { return checked < sprites; }
  /// Adds what was found out about other sprites.
  void add(const Verdict& more);
};

/// Compares two lists of pairs in the order of their keys; adds what differs to `into`. With a
/// contact threshold t > 0 px a pair may be left out unless the boxes inset by t overlap.
void judge(const Frame& frame, std::span<const Pair> truth, std::span<const Pair> found,
           float threshold, Verdict& into);

/// All sprites of the last detected frame are checked: O(n log n + the pairs that overlap on x).
Verdict full_verdict(const Session& session);

/// Text without the checked share: "exact", "3 false negatives: 12 and 40 ...", "14 allowed misses
/// of 203 overlaps", "1 false positive: 3 and 9". Numbers: the sprite's, or the recording's.
std::string describe(const Verdict& verdict, const Session& session);
/// "sampled: 2,000 of 100,000 sprites checked"; empty when all were.
std::string describe_sample(const Verdict& verdict);

/// The study: looks at each detected frame. Up to kMaxWhole sprites and kMaxPairs pairs the whole
/// frame is checked; beyond, as many sprites per frame as kBudget allows, each against all that
/// follow it, in turn. What a sample has found stands for one to two seconds of frames.
class Oracle {
 public:
  static constexpr std::size_t kMaxWhole = 1000;  ///< sprites
  static constexpr std::size_t kMaxPairs = 5000;  ///< unless there are at most kMaxForAll sprites
  static constexpr double kBudget = 0.4;          ///< ms per frame for a sample

  /// `budget`: ms per frame for a sample; at least one sprite is checked.
  explicit Oracle(double budget = kBudget) : budget_(budget) {}

  void observe(const Session& session);
  const Verdict& verdict() const { return verdict_; }
  /// False negatives and allowed misses that overlap as things stand, to be drawn.
  std::vector<Pair> marked(const Frame& frame) const;
  /// Contacts that n-sampled pixels miss in the last frame observed, by reading every pixel of the
  /// candidates without one; none beyond kMaxWhole sprites or kMaxPairs pairs.
  std::span<const MissedContact> missed_contacts() const { return missed_contacts_; }
  /// ms that the last look took.
  double cost() const { return cost_; }

 private:
  static constexpr int kRound = 60;               // frames that a sample is gathered over
  static constexpr std::size_t kMaxForAll = 400;  // sprites compared two by two; beyond: swept

  bool is_other(const Session& session) const {
    // What was found out about another world or algorithm says nothing about this one.
    return session.frame().size() != sprites_ || &session.broadphase() != broadphase_ ||
           session.is_exact() != was_exact_;
  }
  bool is_cheap(const Session& session) const {
    if (sprites_ <= kMaxForAll) return true;
    return sprites_ <= kMaxWhole && session.pairs().size() <= kMaxPairs && !is_dense_;
  }
  void look_at_all(const Session& session);
  void look_at_some(const Session& session);
  void look_at_contacts(const Session& session);

  double budget_;                 // ms
  Verdict verdict_, now_, past_;  // sampled: the round under way and the one before
  int frames_ = 0;                // of this round
  SpriteId next_ = 0;             // to be checked
  std::size_t sprites_ = 0;
  const BroadphaseEntry* broadphase_ = nullptr;
  bool was_exact_ = true;
  bool is_dense_ = false;  // more true pairs than are looked at in one frame
  std::vector<Pair> truth_;
  std::vector<MissedContact> missed_contacts_, missed_before_;
  std::vector<Pair> open_;              // candidates without a contact
  std::unique_ptr<Narrowphase> exact_;  // reads every pixel
  Sink<Contact> found_;
  std::uint64_t contact_step_ = 0;
  double cost_ = 0;
};

}  // namespace phasebox
