// SPDX-License-Identifier: MIT
// Claims about the pipeline of a frame.
#include "session/pipeline.hpp"

#include <gtest/gtest.h>

#include "session/session_state.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace pipeline_test {

/// A population that never moves, and counts how often its boxes are asked for.
class Still : public MotionSource {
 public:
  std::span<const Edit> advance(World&, const StepContext&, PhaseTimes&) override { return {}; }
  void place(const World&, const ImageSet&, const WorldOptions&, std::span<Transform>,
             std::span<Aabb> boxes) const override {
    ++placed;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const auto x = static_cast<float>(i) * 3;
      boxes[i] = {{x, 0}, {x + 4, 4}};
    }
  }
  Aabb field(const WorldOptions&) const override { return {}; }

  mutable int placed = 0;
};

TEST(Pipeline, finds_the_pairs_of_any_population) {
  const SessionState state(test_images());
  Still row;
  World world;
  for (int k = 0; k < 5; ++k) world.add({});
  Pipeline pipeline;
  EXPECT_FALSE(pipeline.is_placed());
  pipeline.place(row, world, state.images, state.settings.world);
  EXPECT_TRUE(pipeline.is_placed());
  PhaseTimes times;
  pipeline.detect(pipeline.frame(world, state.images), state.settings, times);
  EXPECT_TRUE(pipeline.is_detected());
  ASSERT_EQ(pipeline.pairs().size(), 4u);
  for (SpriteId k = 0; k < 4; ++k) EXPECT_EQ(pipeline.pairs()[k], (Pair{k, k + 1}));
  EXPECT_EQ(row.placed, 1);
}

TEST(Pipeline, an_outdated_frame_has_no_boxes_of_now) {
  SessionState state(test_images());
  PhaseTimes times;
  state.detect(times);
  EXPECT_TRUE(state.pipeline.is_placed() && state.pipeline.is_detected());
  state.advance(times);
  EXPECT_FALSE(state.pipeline.is_placed() || state.pipeline.is_detected());
  state.detect(times);
  EXPECT_TRUE(state.pipeline.is_placed() && state.pipeline.is_detected());
}

TEST(Pipeline, a_change_places_the_boxes_once) {
  SessionState state(test_images());
  EXPECT_TRUE(state.pipeline.is_placed());
  const Aabb before = state.frame().boxes[0];
  state.world.positions()[0] += Vec2{5, 0};
  PhaseTimes times;
  state.detect(times);
  EXPECT_EQ(state.frame().boxes[0], before) << "nobody has said that a sprite moved";
  state.place();
  EXPECT_EQ(state.frame().boxes[0].min.x, before.min.x + 5);
}

}  // namespace pipeline_test
}  // namespace phasebox
