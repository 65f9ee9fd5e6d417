// SPDX-License-Identifier: MIT
// The narrowphase of convex hulls: both methods give the same answers, and count how they did.
#include <vector>

#include <gtest/gtest.h>

#include "collide/narrowphase.hpp"
#include "support/sprites.hpp"

namespace phasebox::test {
namespace convex_hull_test {

std::unique_ptr<Narrowphase> by_method(double method, const Frame& frame) {
  auto made = narrowphase_with("convex-hull", {{"method", method}});
  made->reset(frame);
  return made;
}
constexpr double kGjk = 0, kLinCanny = 1;

struct Frames {
  SpriteStage stage{120, 260, 7};
  std::unique_ptr<Narrowphase> gjk = by_method(kGjk, stage.frame()),
                               walk = by_method(kLinCanny, stage.frame());
};

std::vector<Contact> contacts_of(Narrowphase& narrowphase, const SpriteStage& stage,
                                 Recorder* log = nullptr) {
  Sink<Contact> out;
  narrowphase.confirm(stage.frame(), stage.candidates(), out, log);
  return {out.items().begin(), out.items().end()};
}

TEST(ConvexHullMethods, give_the_same_contacts_bit_for_bit) {
  Frames f;
  std::size_t hits = 0;
  for (int frame = 0; frame < 20; ++frame, f.stage.move()) {
    const auto searched = contacts_of(*f.gjk, f.stage), walked = contacts_of(*f.walk, f.stage);
    ASSERT_EQ(searched.size(), walked.size()) << "frame " << frame;
    for (std::size_t k = 0; k < walked.size(); ++k) {
      EXPECT_EQ(walked[k].pair, searched[k].pair) << "frame " << frame;
      EXPECT_EQ(walked[k].point, searched[k].point) << "frame " << frame;
      EXPECT_EQ(walked[k].normal, searched[k].normal) << "frame " << frame;
      EXPECT_EQ(walked[k].depth, searched[k].depth) << "frame " << frame;
    }
    hits += walked.size();
  }
  EXPECT_GT(hits, 500u);
}

// Of the pair's two blocks, the second at `at`.
Recorder traced(Narrowphase& hulls, const ImageSet& images, Vec2 at, float angle) {
  Sprite a, b;
  b.position = at, b.angle = angle;
  Recorder log(1000);
  contact_of(hulls, Duo(images, a, b).frame(), &log);
  return log;
}

TEST(ConvexHullMethods, count_what_was_kept_walked_and_searched) {
  ImageSet images;
  images.add(make_solid_image("block", 10, 10));
  const auto gjk = narrowphase_with("convex-hull", {{"method", kGjk}}),
             walk = narrowphase_with("convex-hull", {{"method", kLinCanny}});
  Sprite still;
  for (Narrowphase* one : {gjk.get(), walk.get()}) one->reset(Duo(images, still, still).frame());

  const Recorder first = traced(*gjk, images, {13, 1}, 0.5f);
  EXPECT_EQ(first.measured(Measure::kept), 0u);
  EXPECT_EQ(first.count(EventKind::search), 1u);
  EXPECT_EQ(first.measured(Measure::walked), std::nullopt) << "GJK does not walk";
  const Recorder again = traced(*gjk, images, {13.1f, 1}, 0.51f);
  EXPECT_EQ(again.measured(Measure::kept), 1u);
  EXPECT_EQ(again.count(EventKind::search), 0u);

  const Recorder begun = traced(*walk, images, {13, 1}, 0.5f);
  EXPECT_EQ(begun.measured(Measure::kept), 0u);
  EXPECT_GT(begun.measured(Measure::walked), 0u);
  EXPECT_EQ(begun.count(EventKind::feature), *begun.measured(Measure::walked) + 2)
      << "both features it begins at, then one per step";
  EXPECT_EQ(begun.count(EventKind::search), 0u);
  const Recorder stayed = traced(*walk, images, {13.1f, 1}, 0.51f);
  EXPECT_EQ(stayed.measured(Measure::kept), 1u);
  EXPECT_EQ(stayed.measured(Measure::walked), 0u);
  const Recorder deep = traced(*walk, images, {8, 1}, 0.5f);
  EXPECT_EQ(deep.count(EventKind::search), 1u) << "hulls that overlap are left to GJK";
}

TEST(ConvexHullMethods, keep_parallel_edges_by_a_walk_but_not_by_gjk) {
  ImageSet images;
  images.add(make_solid_image("block", 10, 10));
  for (const double method : {kGjk, kLinCanny}) {
    const auto hulls = narrowphase_with("convex-hull", {{"method", method}});
    Sprite still;
    hulls->reset(Duo(images, still, still).frame());
    traced(*hulls, images, {11, 1}, 0);
    EXPECT_EQ(traced(*hulls, images, {11, 2}, 0).measured(Measure::kept), method) << method;
  }
}

}  // namespace convex_hull_test
}  // namespace phasebox::test
