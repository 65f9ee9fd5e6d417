// SPDX-License-Identifier: MIT
// Planted faults: the checks that judge the real broadphases must catch every one of them.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collide/broadphase.hpp"
#include "collide/registry.hpp"
#include "contract/checks.hpp"
#include "support/allocations.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace broken_test {

/// Wraps an exact algorithm; each fault overrides one thing.
class Honest : public Broadphase {
 public:
  ParamView params() override { return inner_->params(); }
  void reset(const Frame& f) override { inner_->reset(f); }
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    pairs_.clear();
    inner_->find_pairs(f, pairs_, log);
    emit(f, pairs_.items(), out);
  }
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    inner_->query(f, box, out, log);
  }

 protected:
  virtual void emit(const Frame&, std::span<const Pair> pairs, PairSink& out) {
    for (const Pair p : pairs) out.push(p);
  }

 private:
  std::unique_ptr<Broadphase> inner_ = find_entry(broadphases(), "brute-force")->make();
  PairSink pairs_;
};

class DropsAPair : public Honest {
  void emit(const Frame&, std::span<const Pair> pairs, PairSink& out) override {
    for (std::size_t k = 1; k < pairs.size(); ++k) out.push(pairs[k]);
  }
};

class DoublesAPair : public Honest {
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    Honest::emit(f, pairs, out);
    if (!pairs.empty()) out.push(pairs[0]);
  }
};

/// Cells that do not check which of them owns a pair: one across a border is given twice.
class DoublesAtCellBorders : public Honest {
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    constexpr float kCell = 64;
    Honest::emit(f, pairs, out);
    for (const Pair p : pairs) {
      const Aabb common = intersection(f.boxes[p.a], f.boxes[p.b]);
      if (std::floor(common.min.x / kCell) != std::floor(common.max.x / kCell)) out.push(p);
    }
  }
};

class InventsAPair : public Honest {
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    Honest::emit(f, pairs, out);
    for (SpriteId i = 1; i < f.size(); ++i)
      if (!overlaps(f.boxes[0], f.boxes[i])) return out.emit(0, i);
  }
};

class TurnsAPairRound : public Honest {
  void emit(const Frame&, std::span<const Pair> pairs, PairSink& out) override {
    for (const Pair p : pairs) out.push(p.a == 0 ? Pair{p.b, p.a} : p);
  }
};

class PairsASpriteWithItself : public Honest {
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    Honest::emit(f, pairs, out);
    if (f.size() > 0) out.push({0, 0});
  }
};

/// Keeps the pairs of the first frame after a reset.
class GoesStaleAfterAMove : public Honest {
 public:
  void reset(const Frame& f) override {
    Honest::reset(f);
    is_known_ = false;
  }

 protected:
  void emit(const Frame&, std::span<const Pair> pairs, PairSink& out) override {
    if (!is_known_) known_.assign(pairs.begin(), pairs.end());
    is_known_ = true;
    for (const Pair p : known_) out.push(p);
  }

 private:
  std::vector<Pair> known_;
  bool is_known_ = false;
};

/// The first frame after an edit still shows the pairs from before.
class GoesStaleAfterAnEdit : public Honest {
 public:
  void edit(const Frame&, std::span<const Edit>) override { is_late_ = true; }

 protected:
  void emit(const Frame&, std::span<const Pair> pairs, PairSink& out) override {
    if (!is_late_) known_.assign(pairs.begin(), pairs.end());
    is_late_ = false;
    for (const Pair p : known_) out.push(p);
  }

 private:
  std::vector<Pair> known_;
  bool is_late_ = false;
};

/// Adds the pairs of the frame before a reset.
class RemembersPastAReset : public Honest {
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    Honest::emit(f, pairs, out);
    const Pair last = {0, static_cast<SpriteId>(most_ - 1)};
    if (most_ > f.size() && most_ > 1) out.push(last);
    most_ = std::max(most_, f.size());
  }
  std::size_t most_ = 0;
};

class IgnoresFilters : public Honest {
 public:
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    Frame open = f;
    open.filters = {};
    Honest::find_pairs(open, out, log);
  }
};

class IgnoresStatics : public Honest {
 public:
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    Frame open = f;
    open.is_static = {};
    Honest::find_pairs(open, out, log);
  }
};

/// Checks the mask of the first sprite only.
class AsksOneMaskOnly : public Honest {
 public:
  void find_pairs(const Frame& f, PairSink& out, Recorder*) override {
    for (SpriteId i = 0; i < f.size(); ++i)
      for (SpriteId j = i + 1; j < f.size(); ++j) {
        const bool wants = f.filters.empty() || (f.filters[i].mask & f.filters[j].category) != 0;
        const bool rests = !f.is_static.empty() && f.is_static[i] && f.is_static[j];
        if (wants && !rests && overlaps(f.boxes[i], f.boxes[j])) out.emit(i, j);
      }
  }
};

class TakesTouchingForOverlap : public Honest {
 public:
  void find_pairs(const Frame& f, PairSink& out, Recorder*) override {
    for (SpriteId i = 0; i < f.size(); ++i)
      for (SpriteId j = i + 1; j < f.size(); ++j)
        if (eligible(f, i, j) && closed(f.boxes[i], f.boxes[j])) out.emit(i, j);
  }

 private:
  static bool closed(const Aabb& a, const Aabb& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
  }
};

/// Leaves out boxes without area, which overlap what they lie in all the same.
class ForgetsBoxesWithoutArea : public Honest {
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    const auto has_area = [&](SpriteId i) {
      const Vec2 size = extent(f.boxes[i]);
      return size.x > 0 && size.y > 0;
    };
    for (const Pair p : pairs)
      if (has_area(p.a) && has_area(p.b)) out.push(p);
  }
};

class AllocatesEachFrame : public Honest {
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    const std::vector<Pair> copy(pairs.begin(), pairs.end());
    Honest::emit(f, copy, out);
  }
};

/// Memory grows with the widest frame so far, not with its number of sprites.
class AllocatesWhenTheWorldSpreads : public Honest {
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    Honest::emit(f, pairs, out);
    float right = 0;
    for (const Aabb& b : f.boxes) right = std::max(right, b.max.x);
    cells_.resize(static_cast<std::size_t>(std::min(right, 1e5f)));
  }
  std::vector<char> cells_;
};

class LooksAtTheOrder : public Honest {
  void emit(const Frame&, std::span<const Pair> pairs, PairSink& out) override {
    for (const Pair p : pairs)
      if (p.a != 0) out.push(p);
  }
};

class ChangesItsMind : public Honest {
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    if (frames_++ % 2 == 0) return Honest::emit(f, pairs, out);
    for (std::size_t k = 1; k < pairs.size(); ++k) out.push(pairs[k]);
  }
  int frames_ = 0;
};

class ListsByAddress : public Honest {
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    const bool is_odd = ++*instances_ % 2 == 1;
    if (is_odd) return Honest::emit(f, pairs, out);
    for (std::size_t k = pairs.size(); k-- > 0;) out.push(pairs[k]);
  }
  std::shared_ptr<int> instances_;

 public:
  explicit ListsByAddress(std::shared_ptr<int> instances) : instances_(std::move(instances)) {}
};

class ActsUpWhenWatched : public Honest {
 public:
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    Honest::find_pairs(f, out, log);
    if (log && f.size() > 1) out.push({0, 1});
  }
};

/// Misses boxes that begin before the query box and reach into it.
class MissesWhatSpansTheQuery : public Honest {
 public:
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder*) override {
    for (SpriteId i = 0; i < f.size(); ++i)
      if (overlaps(f.boxes[i], box) && f.boxes[i].min.x >= box.min.x) out.push(i);
  }
};

class FindsNearTwice : public Honest {
 public:
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    Honest::query(f, box, out, log);
    if (!out.empty()) out.push(out.items()[0]);
  }
};

template <class Fault>
Subject faulty(const char* name) {
  return {name, [] { return std::make_unique<Fault>(); }};
}

/// What a promise says on the first round of worlds.
Violations verdict(const Subject& subject, std::string_view promise) {
  const contract::PromiseRow& row = *contract::find_promise(promise);
  const HeapMeter heap{&allocations, nullptr};
  for (std::size_t k = 0; k < contract::worlds_in_a_round(); ++k) {
    Violations found = row.check(subject, contract::trial_of(row, 1, k), heap);
    if (!found.empty()) return found;
  }
  return {};
}

bool is_caught(const Subject& subject, std::string_view promise) {
  return !verdict(subject, promise).empty();
}

TEST(BrokenBroadphases, AnHonestOneKeepsEveryPromise) {
  for (const contract::PromiseRow& row : contract::promises()) {
    if (row.shown == contract::Shown::large || row.shown == contract::Shown::huge) continue;
    const Violations found = verdict(faulty<Honest>("honest"), row.id);
    EXPECT_TRUE(found.empty()) << row.id << join(found);
  }
}

TEST(BrokenBroadphases, WrongSetsAreCaughtOnASingleFrame) {
  EXPECT_TRUE(is_caught(faulty<DropsAPair>("drops a pair"), "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<DoublesAPair>("doubles a pair"), "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<DoublesAtCellBorders>("doubles at cell borders"), "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<InventsAPair>("invents a pair"), "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<TurnsAPairRound>("(b, a)"), "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<PairsASpriteWithItself>("(a, a)"), "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<TakesTouchingForOverlap>("closed comparison"), "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<ForgetsBoxesWithoutArea>("forgets points"), "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<ActsUpWhenWatched>("differs when traced"), "traced"));
}

TEST(BrokenBroadphases, IgnoredRulesAreCaught) {
  EXPECT_TRUE(is_caught(faulty<IgnoresFilters>("ignores filters"), "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<IgnoresStatics>("ignores statics"), "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<AsksOneMaskOnly>("asks one mask"), "exact-pairs"));
}

TEST(BrokenBroadphases, StaleStateIsCaughtInMotionAndOnlyThere) {
  const Subject moved = faulty<GoesStaleAfterAMove>("stale after a move");
  EXPECT_TRUE(is_caught(moved, "lives"));
  EXPECT_FALSE(is_caught(moved, "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<GoesStaleAfterAnEdit>("stale after an edit"), "lives"));
  EXPECT_TRUE(is_caught(faulty<RemembersPastAReset>("remembers past a reset"), "lives"));
}

TEST(BrokenBroadphases, AllocationsAreCaught) {
  EXPECT_TRUE(is_caught(faulty<AllocatesEachFrame>("allocates each frame"), "allocations"));
  EXPECT_TRUE(
      is_caught(faulty<AllocatesWhenTheWorldSpreads>("allocates by extent"), "allocations"));
}

TEST(BrokenBroadphases, WrongQueriesAreCaught) {
  EXPECT_TRUE(is_caught(faulty<MissesWhatSpansTheQuery>("misses what spans"), "queries"));
  EXPECT_TRUE(is_caught(faulty<FindsNearTwice>("finds twice"), "queries"));
}

TEST(BrokenBroadphases, DependenceOnOrderAndChanceIsCaught) {
  EXPECT_TRUE(is_caught(faulty<LooksAtTheOrder>("looks at the order"), "order"));
  EXPECT_TRUE(is_caught(faulty<ChangesItsMind>("changes its mind"), "same-again"));
  const auto instances = std::make_shared<int>(0);
  const Subject by_address{"lists by address",
                           [instances] { return std::make_unique<ListsByAddress>(instances); }};
  EXPECT_TRUE(is_caught(by_address, "same-again"));
}

TEST(BrokenBroadphases, AFailureNamesAlgorithmWorldSeedAndThePairs) {
  const BoxWorld world = make_world("two identical");
  const std::string text = join(
      contract::check_frames(faulty<DropsAPair>("drops a pair"), contract::still_trial(world)));
  for (const char* part :
       {"drops a pair", "two identical", "seed 1", "missing", "(0, 1)", "[3 4, 13 14]"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in" << text;
}

}  // namespace broken_test
}  // namespace phasebox::test
