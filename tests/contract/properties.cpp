// SPDX-License-Identifier: MIT
// Every broadphase is exact on worlds that RapidCheck makes up; what fails is shrunk to the
// smallest world and written as a scene file.
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "collide/broadphase.hpp"
#include "collide/registry.hpp"
#include "io/scene_file.hpp"
#include "support/box_scene.hpp"
#include "support/checks.hpp"

namespace phasebox::test {
namespace properties_test {

/// Eighths of a pixel: fine enough to be odd, coarse enough to coincide; shrinks to 0.
rc::Gen<float> eighths(int from, int to) {
  return rc::gen::map(rc::gen::inRange(from, to), [](int n) { return static_cast<float>(n) / 8; });
}

rc::Gen<SceneBox> any_box() {
  return rc::gen::apply(
      [](float x, float y, float w, float h, bool is_large, int team, bool is_static) {
        const float grow = is_large ? 40.0f : 1.0f;
        return SceneBox{{x, y},
                        {(w + 0.125f) * grow, (h + 0.125f) * grow},
                        {static_cast<std::uint16_t>(1 << team),
                         static_cast<std::uint16_t>(team == 0 ? 0xFFFF : 0xFFFF ^ (1 << team))},
                        is_static};
      },
      eighths(-800, 800), eighths(-800, 800), eighths(0, 160), eighths(0, 160),
      rc::gen::weightedElement<bool>({{12, false}, {1, true}}), rc::gen::inRange(0, 3),
      rc::gen::weightedElement<bool>({{4, false}, {1, true}}));
}

struct Verdict {
  bool holds = true;
  std::string report;                    // what RapidCheck and the check said
  std::vector<SceneBox> counterexample;  // the smallest found
};

/// Tries worlds of up to a hundred boxes, three frames each: as made, moved, and back.
Verdict try_worlds(const Subject& subject, std::uint64_t seed) {
  Verdict verdict;
  rc::detail::TestParams params;
  params.seed = seed;
  params.maxSuccess = 150;
  const auto is_exact = [&](const std::vector<SceneBox>& boxes) {
    const BoxWorld still = world_of_scene(boxes);
    BoxWorld moved = still;
    for (std::size_t i = 0; i < moved.size(); ++i)
      moved.boxes[i] = translated(moved.boxes[i], {static_cast<float>(i % 5) * 2 - 4, 3});
    const auto broadphase = subject.make();
    broadphase->reset(still.frame());
    for (const BoxWorld* world : std::array<const BoxWorld*, 3>{&still, &moved, &still}) {
      const Frame f = world->frame();
      const Violations found = compare(pairs_of(*broadphase, f), exact_pairs(f),
                                       broadphase->is_exact(), f, subject.label);
      if (found.empty()) continue;
      // Shrinking goes from a failing world to a smaller failing one: the last is the smallest.
      verdict.counterexample = boxes;
      verdict.report = join(found);
      return false;
    }
    return true;
  };
  const auto result = rc::detail::checkTestable(
      [&] {
        const auto boxes = *rc::gen::container<std::vector<SceneBox>>(any_box());
        RC_ASSERT(is_exact(boxes));
      },
      rc::detail::TestMetadata{}, params);
  verdict.holds = result.template is<rc::detail::SuccessResult>();
  return verdict;
}

TEST(Properties, EveryBroadphaseIsExactOnWorldsMadeUp) {
  for (const BroadphaseEntry* entry : broadphases())
    for (const Settings& settings : settings_to_try(entry->make()->params().rows, 1, 5)) {
      const Subject subject = subject_of(*entry, settings);
      const Verdict verdict = try_worlds(subject, 20'260'101);
      ASSERT_TRUE(verdict.holds) << verdict.report << "\n"
                                 << save_for_the_window(verdict.counterexample, entry->id);
    }
}

/// Drops pairs that overlap by less than two pixels along x.
class MissesThinOverlaps : public Broadphase {
 public:
  ParamView params() override { return {}; }
  void find_pairs(const Frame& f, PairSink& out, Recorder*) override {
    for (const Pair p : exact_pairs(f))
      if (extent(intersection(f.boxes[p.a], f.boxes[p.b])).x >= 2) out.push(p);
  }
};

TEST(Properties, AFaultShrinksToTwoBoxesInASceneThatOpens) {
  const Subject faulty{"misses thin overlaps",
                       [] { return std::make_unique<MissesThinOverlaps>(); }};
  const Verdict verdict = try_worlds(faulty, 1);
  ASSERT_FALSE(verdict.holds);
  EXPECT_EQ(verdict.counterexample.size(), 2u) << verdict.report;
  const std::string said = save_for_the_window(verdict.counterexample, "brute-force");
  const auto text = said.substr(said.find('{'));
  ImageSet images;
  images.add(make_solid_image("pixel", 1, 1));
  const auto document = parse_scene(text, "counterexample", {});
  ASSERT_TRUE(document) << document.error().text << "\n" << said;
  ASSERT_TRUE(document->sprites);
  for (std::size_t i = 0; i < document->sprites->size(); ++i) {
    const Sprite& sprite = (*document->sprites)[i];
    EXPECT_EQ(sprite.position, verdict.counterexample[i].corner);
    EXPECT_EQ(sprite.scale, verdict.counterexample[i].size);
  }
}

}  // namespace properties_test
}  // namespace phasebox::test

/// How RapidCheck prints a box.
namespace rc {
void showValue(const phasebox::test::SceneBox& b, std::ostream& to);
void showValue(const phasebox::test::SceneBox& b, std::ostream& to) {
  to << phasebox::test::describe(phasebox::Aabb{b.corner, b.corner + b.size});
}
}  // namespace rc
