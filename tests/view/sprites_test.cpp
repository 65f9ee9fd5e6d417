// SPDX-License-Identifier: MIT
// The density of sprites that lie too close to be seen one by one.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "sample.hpp"
#include "support/contrast.hpp"
#include "view/overlays/overlay.hpp"

namespace phasebox::test {
namespace sprites_test {

/// A crowd of 400 in the upper left of a field, and one sprite far from it.
std::unique_ptr<Session> crowd() {
  std::vector<Sprite> sprites{sprite_at({900, 500})};
  for (int i = 0; i < 400; ++i)
    sprites.push_back(
        sprite_at({100 + 2 * static_cast<float>(i % 20), 100 + 2 * static_cast<float>(i / 20)}));
  return session_of(make_solid_image("dot", 1, 1), sprites);
}

/// As far away as a camera may be from 401 sprites in a field of an ordinary size.
Camera far_camera(const Session& session, float spacing) {
  Camera camera;
  const Vec2 field = extent(session.field());
  camera.zoom = spacing / std::sqrt(field.x * field.y / 401);
  camera.center = center(session.field());
  return camera;
}

DrawList drawn(const Session& session, const Camera& camera, Detail detail, bool sprites = true) {
  DrawList list;
  const ViewOptions options{.sprites = sprites, .overlays = {Overlay::collisions, Overlay::boxes}};
  draw_session(session, {}, options, camera, {}, detail, list);
  return list;
}

/// The squares of the density.
std::vector<Shape> squares(const DrawList& list) {
  return shapes_of(list, [](const Layer& layer) {
    return layer.space == Layer::Space::screen && layer.kind == Layer::Kind::fill;
  });
}

TEST(Density, is_drawn_where_sprites_lie_closer_than_four_pixels_and_detail_is_short) {
  const auto session = crowd();
  const Camera far = far_camera(*session, 3.9f), near = far_camera(*session, 4.1f);
  EXPECT_TRUE(is_crowded(*session, far));
  EXPECT_FALSE(is_crowded(*session, near));
  EXPECT_FALSE(squares(drawn(*session, far, Detail::solid)).empty());
  EXPECT_TRUE(squares(drawn(*session, near, Detail::solid)).empty());
  EXPECT_TRUE(squares(drawn(*session, far, Detail::full)).empty());
  EXPECT_TRUE(squares(drawn(*session, far, Detail::solid, false)).empty()) << "sprites are off";
}

TEST(Density, is_more_opaque_where_there_are_more_sprites_and_lies_where_they_are) {
  const auto session = crowd();
  const Camera far = far_camera(*session, 2);
  const auto all = squares(drawn(*session, far, Detail::solid));
  ASSERT_GE(all.size(), 2u);
  ASSERT_LT(all.size(), 401u) << "less than one by one";
  const auto at = [&](Vec2 world) {
    const Vec2 p = far.to_screen(world);
    const auto found = std::ranges::find_if(all, [&](const Shape& s) {
      return contains(Aabb{s.a, s.b}, p);
    });
    return found == all.end() ? 0 : int{found->color.a};
  };
  EXPECT_EQ(at({600, 300}), 0) << "nothing is there";
  EXPECT_GT(at({900, 500}), 0) << "one sprite is seen";
  EXPECT_GT(at({119, 119}), 2 * at({900, 500})) << "many are seen better";
}

TEST(Density, takes_the_place_of_outlines_and_has_the_color_of_collisions_in_it) {
  const auto session = session_of(make_solid_image("block", 20, 20),
                                  std::vector<Sprite>(401, sprite_at({300, 300})));
  const Camera far = far_camera(*session, 3);
  const DrawList list = drawn(*session, far, Detail::solid);
  const Color collision = theme(ViewOptions{}.theme)[Role::collision];
  EXPECT_EQ(count_shapes(list, collision), 1u) << "all lie in one square";
  EXPECT_EQ(squares(list).size(), 1u);
  EXPECT_EQ(count_shapes(list, theme(ViewOptions{}.theme)[Role::box]), 0u);
}

// ---- Sprites that rest on each other touch all the time.

TEST(Asleep, a_sprite_that_touches_another_shouts_less_than_a_moving_one_and_is_seen_on_dark) {
  const auto session = four_blocks();
  const auto picture = [&] {
    session->detect();
    DrawList list;
    const ViewOptions options{.overlays = {Overlay::collisions}};
    draw_session(*session, {}, options, Camera{}, {}, Detail::full, list);
    return list.pictures()[0];
  };
  const Picture awake = picture();
  SceneDocument document = session->document();
  document.quiet_steps.assign(4, World::kStepsToSleep);
  ASSERT_FALSE(
      session->apply(command::OpenDocument{std::make_shared<const SceneDocument>(document)})
          .failed());
  const Picture asleep = picture();
  EXPECT_EQ(awake.outline, theme(ThemeId::dark)[Role::collision]);
  EXPECT_GT(asleep.outline.a, 0);
  EXPECT_LT(asleep.outline.a, awake.outline.a / 2);
  EXPECT_LT(asleep.glow.a, awake.glow.a / 2);
  EXPECT_LT(asleep.tint.a, awake.tint.a);
  const Color ground = theme(ThemeId::dark)[Role::background], square{230, 232, 236};
  EXPECT_GE(contrast(mixed(ground, square, static_cast<float>(asleep.tint.a) / 255), ground), 3)
      << "a box of the scene `stack`";
}

TEST(Steered, ship_differs_from_the_others_of_its_category_in_every_theme) {
  Session session(test_images());
  ASSERT_FALSE(session.apply(command::LoadScene{"shooter"}).failed());
  session.detect();
  constexpr std::size_t kOther = 16;  // the ship of the second squad
  for (const ThemeId id : {ThemeId::dark, ThemeId::flash, ThemeId::color_blind}) {
    const ViewOptions options{.color_by = ColorBy::category};
    const Theme& t = theme(id);
    std::vector<std::uint32_t> notes;
    const SpriteColors colors(session, {}, {}, options, t, notes);
    EXPECT_TRUE(same_rgb(colors.own(0), t[Role::text]));
    EXPECT_TRUE(same_rgb(colors.own(kOther), category_color(t, 2)));
    EXPECT_GE(contrast(colors.own(0), t[Role::background]), 4.5);
  }
}

// ---- The overlay "swept-boxes".

std::size_t outlines(float horizon, float acceleration) {
  const auto session = four_blocks();
  const ViewOptions options{.sprites = false,
                            .overlays = {Overlay::swept_boxes},
                            .horizon = horizon,
                            .horizon_acceleration = acceleration};
  DrawList list;
  draw_session(*session, {}, options, Camera{}, {}, Detail::full, list);
  return count_shapes(list, theme(options.theme)[Role::velocity]);
}

TEST(SweptBoxes, are_one_outline_each_and_a_second_one_for_what_an_acceleration_may_move) {
  EXPECT_EQ(outlines(0.5f, 0), 4u);
  EXPECT_EQ(outlines(0, 100), 4u) << "nothing swells in no time";
  EXPECT_EQ(outlines(0.5f, 100), 4u + 3u) << "one is static";
}

}  // namespace sprites_test
}  // namespace phasebox::test
