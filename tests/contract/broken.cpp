// SPDX-License-Identifier: MIT
// Promises on the registry's own kind of broadphase, and faults that no plug-in can have, or that
// another promise finds first there (faults_test.cpp has the others).
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

TEST(BrokenBroadphases, FaultsAreCaughtByTheirOwnPromise) {
  EXPECT_TRUE(is_caught(faulty<TurnsAPairRound>("(b, a)"), "exact-pairs"));
  EXPECT_TRUE(is_caught(faulty<LooksAtTheOrder>("looks at the order"), "order"));
  EXPECT_TRUE(is_caught(faulty<ChangesItsMind>("changes its mind"), "same-again"));
  EXPECT_TRUE(is_caught(faulty<LosesAPairInParallel>("loses a pair in parallel"), "threads"));
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
