// SPDX-License-Identifier: MIT
// Every broadphase follows two thousand sprites, and holds more than 16 bits can number; faults
// that only hundreds of frames show are found.
#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collide/registry.hpp"
#include "contract/trial.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace lives_test {

using contract::frame_of;
using contract::Happening;
using contract::Trial;

/// All lives, made once.
const std::vector<Trial>& lives() {
  static const auto kAll = [] {
    constexpr int kFrames = 300;
    std::vector<Trial> made;
    for (std::size_t h = 0; h < contract::kHappenings; ++h)
      made.push_back(contract::world_life(static_cast<Happening>(h), 120, kFrames, h + 1));
    return made;
  }();
  return kAll;
}

const Trial& many_objects() {
  static const Trial kTrial = contract::trial_of(*contract::find_promise("many-objects"), 1, 0);
  return kTrial;
}

class BroadphaseLife : public testing::TestWithParam<const BroadphaseEntry*> {};

TEST_P(BroadphaseLife, StaysExactWithTwoThousandSprites) {
  static const Trial kLife = contract::world_life(Happening::everything, 2000, 30, 11);
  const Violations found = check_frames(subject_of(*GetParam()), kLife);
  ASSERT_TRUE(found.empty()) << join(found);
}

/// Boxes that stand, one more in each frame, then one less.
Trial arriving_one_by_one(std::size_t least, std::size_t most, std::uint64_t seed) {
  Random random(seed);
  const std::vector<Aabb> boxes = random_boxes(random, most, 200, 200, 40);
  Trial trial{"arriving one by one", seed, {}, true};
  for (std::size_t k = 0; k <= 2 * (most - least); ++k) {
    const std::size_t n = k <= most - least ? least + k : 2 * most - least - k;
    std::vector<std::int64_t> ids(n);
    std::iota(ids.begin(), ids.end(), 0);
    const auto there = std::span(boxes).first(n);
    trial.frames.push_back(frame_of(world_of("few", {there.begin(), there.end()}), ids));
    trial.frames.back().is_reset = k == 0;
  }
  return trial;
}

/// Where few are compared at once what is kept between frames may fall behind.
TEST_P(BroadphaseLife, AnswersQuestionsAboutAFewSprites) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    for (const Trial& few : {contract::world_life(Happening::everything, 14, 300, seed),
                             arriving_one_by_one(2, 40, seed)}) {
      const Violations found = check_queries(subject_of(*GetParam()), few);
      ASSERT_TRUE(found.empty()) << join(found);
    }
}

TEST_P(BroadphaseLife, NumbersMoreSpritesThanSixteenBitsHold) {
  const Violations found = check_frames(subject_of(*GetParam()), many_objects());
  ASSERT_TRUE(found.empty()) << join(found);
}

std::string test_name(const testing::TestParamInfo<const BroadphaseEntry*>& info) {
  std::string name(info.param->id);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, BroadphaseLife,
                         testing::ValuesIn(broadphases().begin(), broadphases().end()), test_name);

// ---- planted faults that only a life, or a large world, shows

/// Exact, but for what a fault changes.
class Faulty : public Broadphase {
 public:
  ParamView params() override { return inner_->params(); }
  void find_pairs(const Frame& f, PairSink& out, Recorder*) override {
    for (const Pair p : exact_pairs(f))
      if (keeps(f, p)) out.push(p);
  }

 protected:
  virtual bool keeps(const Frame& f, Pair p) = 0;

 private:
  std::unique_ptr<Broadphase> inner_ = find_entry(broadphases(), "brute-force")->make();
};

/// Takes a sprite that has jumped for one that is still where it was.
class StaleAfterATeleport : public Faulty {
  void reset(const Frame&) override { last_.clear(); }
  void edit(const Frame&, std::span<const Edit>) override { last_.clear(); }
  bool keeps(const Frame& f, Pair p) override {
    if (last_.size() != f.size()) last_.assign(f.boxes.begin(), f.boxes.end());
    const auto jumped = [&](SpriteId i) { return length(f.boxes[i].min - last_[i].min) > 100; };
    return !jumped(p.a) && !jumped(p.b);
  }
  std::vector<Aabb> last_;
};

/// A sprite that takes the number of a removed one is taken for the removed one.
class LostAfterARemoval : public Faulty {
  void reset(const Frame&) override { lost_.clear(); }
  void edit(const Frame&, std::span<const Edit> edits) override {
    for (const Edit& e : edits)
      if (e.kind == Edit::Kind::remove && e.id != e.moved_from) lost_.push_back(e.id);
  }
  bool keeps(const Frame&, Pair p) override {
    return std::ranges::find(lost_, p.a) == lost_.end() &&
           std::ranges::find(lost_, p.b) == lost_.end();
  }
  std::vector<SpriteId> lost_;
};

/// Reads only once which sprites are static.
class RemembersWhoWasStatic : public Faulty {
  void reset(const Frame& f) override { was_.assign(f.is_static.begin(), f.is_static.end()); }
  void edit(const Frame& f, std::span<const Edit>) override { reset(f); }
  bool keeps(const Frame&, Pair p) override { return !was_[p.a] || !was_[p.b]; }
  std::vector<std::uint8_t> was_;
};

/// Numbers sprites in 16 bits.
class NumbersInSixteenBits : public Faulty {
 public:
  void find_pairs(const Frame& f, PairSink& out, Recorder*) override {
    static const auto kExact = contract::true_pairs(f);
    for (const Pair p : kExact)
      if (p.b < 65'536)
        out.push(p);
      else if (p.a < (p.b & 0xFFFF))
        out.push({p.a, p.b & 0xFFFF});
  }

 private:
  bool keeps(const Frame&, Pair) override { return true; }
};

template <class Fault>
Subject faulty(const char* name) {
  return {name, [] { return std::make_unique<Fault>(); }};
}

bool is_caught(const Subject& subject) {
  return std::ranges::any_of(
      lives(), [&](const Trial& life) { return !check_frames(subject, life).empty(); });
}

TEST(BrokenLives, FaultsThatNeedHistoryAreCaught) {
  EXPECT_TRUE(is_caught(faulty<StaleAfterATeleport>("stale after a teleport")));
  EXPECT_TRUE(is_caught(faulty<LostAfterARemoval>("lost after a removal")));
  EXPECT_TRUE(is_caught(faulty<RemembersWhoWasStatic>("remembers what was static")));
}

TEST(BrokenLives, PairsBeyond65535AreMissed) {
  const Subject subject = faulty<NumbersInSixteenBits>("numbers in 16 bits");
  EXPECT_FALSE(check_frames(subject, many_objects()).empty());
}

}  // namespace lives_test
}  // namespace phasebox::test
