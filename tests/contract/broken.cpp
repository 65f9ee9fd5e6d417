// SPDX-License-Identifier: MIT
// Promises on the registry's own kind of broadphase, and faults that no plug-in can have, or that
// another promise finds first there (faults_test.cpp has the others).
#include <algorithm>
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

class TurnsAPairRound : public Honest {
  void emit(const Frame&, std::span<const Pair> pairs, PairSink& out) override {
    for (const Pair p : pairs) out.push(p.a == 0 ? Pair{p.b, p.a} : p);
  }
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

class LosesAPairInParallel : public Honest {
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    Honest::emit(f, pairs.subspan(f.threads > 1 && !pairs.empty() ? 1 : 0), out);
  }
};

// Faults that only a life shows, or a large world.

/// Leaves out pairs of objects that it is wrong about.
class Mistaken : public Honest {
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    for (const Pair p : pairs)
      if (!is_wrong(f, p.a) && !is_wrong(f, p.b)) out.push(p);
  }
  virtual bool is_wrong(const Frame& f, SpriteId id) = 0;
};

/// Takes a sprite that has jumped for one that is still where it was.
class StaleAfterATeleport : public Mistaken {
  void reset(const Frame&) override { last_.clear(); }
  void edit(const Frame&, std::span<const Edit>) override { last_.clear(); }
  bool is_wrong(const Frame& f, SpriteId id) override {
    if (last_.size() != f.size()) last_.assign(f.boxes.begin(), f.boxes.end());
    return length(f.boxes[id].min - last_[id].min) > 100;
  }
  std::vector<Aabb> last_;
};

/// A sprite that takes the number of a removed one is taken for the removed one.
class LostAfterARemoval : public Mistaken {
  void reset(const Frame&) override { lost_.clear(); }
  void edit(const Frame&, std::span<const Edit> edits) override {
    for (const Edit& e : edits)
      if (e.kind == Edit::Kind::remove && e.id != e.moved_from) lost_.push_back(e.id);
  }
  bool is_wrong(const Frame&, SpriteId id) override {
    return std::ranges::find(lost_, id) != lost_.end();
  }
  std::vector<SpriteId> lost_;
};

/// Reads only once which sprites are static.
class RemembersWhatWasStatic : public Honest {
  void reset(const Frame& f) override { was_.assign(f.is_static.begin(), f.is_static.end()); }
  void edit(const Frame& f, std::span<const Edit>) override { reset(f); }
  void emit(const Frame&, std::span<const Pair> pairs, PairSink& out) override {
    for (const Pair p : pairs)
      if (was_.empty() || !was_[p.a] || !was_[p.b]) out.push(p);
  }
  std::vector<std::uint8_t> was_;
};

/// Numbers sprites in 16 bits.
class NumbersInSixteenBits : public Honest {
  void find_pairs(const Frame& f, PairSink& out, Recorder*) override {
    for (const Pair p : contract::true_pairs(f))
      if (p.b < 65'536)
        out.push(p);
      else if (p.a < (p.b & 0xFFFF))
        out.push({p.a, p.b & 0xFFFF});
  }
};

/// Compares numbers of sprites in 16 bits.
class ComparesSixteenBits : public Honest {
  void find_pairs(const Frame& f, PairSink& out, Recorder*) override {
    for (const Pair p : contract::true_pairs(f))
      if ((p.a & 0xFFFF) != (p.b & 0xFFFF)) out.push(p);
  }
};

/// Where nothing moves it does not look at what has come.
class SleepsThroughAPause : public Honest {
  void reset(const Frame&) override { last_.clear(); }
  void edit(const Frame&, std::span<const Edit>) override {}
  void emit(const Frame& f, std::span<const Pair> pairs, PairSink& out) override {
    const bool is_still = !last_.empty() && f.size() > last_.size() &&
                          std::ranges::equal(last_, f.boxes.first(last_.size()));
    for (const Pair p : pairs)
      if (!is_still || p.b < last_.size()) out.push(p);
    last_.assign(f.boxes.begin(), f.boxes.end());
  }
  std::vector<Aabb> last_;
};

/// Keeps up with motion where there are filters alone.
class StaleWithoutFilters : public Mistaken {
  void reset(const Frame&) override { last_.clear(); }
  void edit(const Frame&, std::span<const Edit>) override { last_.clear(); }
  bool is_wrong(const Frame& f, SpriteId id) override {
    if (last_.size() != f.size()) last_.assign(f.boxes.begin(), f.boxes.end());
    return f.filters.empty() && f.is_static.empty() && f.boxes[id] != last_[id];
  }
  std::vector<Aabb> last_;
};

template <class Fault>
Subject faulty(const char* name) {
  return {name, [] { return std::make_unique<Fault>(); }};
}

/// What a promise says on the first round of worlds.
Violations verdict(Subject subject, std::string_view promise) {
  const contract::PromiseRow& row = *contract::find_promise(promise);
  subject.heap = {&allocations, nullptr};
  for (std::size_t k = 0; k < contract::worlds_in_a_round(); ++k) {
    Violations found = row.check(subject, contract::trial_of(row, 1, k));
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

TEST(BrokenBroadphases, FaultsAreCaughtByTheirOwnPromise) {
  EXPECT_TRUE(is_caught(faulty<TurnsAPairRound>("(b, a)"), "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<LooksAtTheOrder>("looks at the order"), "order"));
  EXPECT_TRUE(is_caught(faulty<ChangesItsMind>("changes its mind"), "same-again"));
  EXPECT_TRUE(is_caught(faulty<LosesAPairInParallel>("loses a pair in parallel"), "threads"));
  EXPECT_TRUE(is_caught(faulty<StaleAfterATeleport>("stale after a teleport"), "lives"));
  EXPECT_TRUE(is_caught(faulty<LostAfterARemoval>("lost after a removal"), "lives"));
  EXPECT_TRUE(is_caught(faulty<RemembersWhatWasStatic>("remembers what was static"), "lives"));
  EXPECT_TRUE(is_caught(faulty<SleepsThroughAPause>("sleeps through a pause"), "lives"));
  EXPECT_TRUE(is_caught(faulty<StaleWithoutFilters>("stale without filters"), "lives"));
  EXPECT_TRUE(is_caught(faulty<NumbersInSixteenBits>("numbers in 16 bits"), "many-objects"));
  EXPECT_TRUE(is_caught(faulty<ComparesSixteenBits>("compares 16 bits"), "many-objects"));
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
