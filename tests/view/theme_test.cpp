// SPDX-License-Identifier: MIT
// The themes keep text legible and colors apart.
#include "view/theme.hpp"

#include <gtest/gtest.h>

#include "support/contrast.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace theme_test {

using test::contrast;

class EveryTheme : public testing::TestWithParam<ThemeId> {
 protected:
  const Theme& t = theme(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Themes, EveryTheme,
                         testing::Values(ThemeId::dark, ThemeId::flash, ThemeId::color_blind));

TEST(Contrast, is_21_between_black_and_white_and_1_between_equals) {
  EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21, 1e-9);
  EXPECT_NEAR(contrast({255, 255, 255}, {0, 0, 0}), 21, 1e-9);
  EXPECT_NEAR(contrast({90, 90, 90}, {90, 90, 90}), 1, 1e-9);
}

TEST_P(EveryTheme, has_text_of_at_least_4_5_to_1) {
  for (const Role text : {Role::text, Role::text_dim, Role::accent, Role::warning})
    for (const Role ground : {Role::panel, Role::background})
      EXPECT_GE(contrast(t[text], t[ground]), 4.5)
          << "role " << static_cast<int>(text) << " on role " << static_cast<int>(ground);
}

TEST_P(EveryTheme, has_cells_of_any_depth_and_the_rim_of_the_field_at_3_to_1) {
  const Color ground = t[Role::background];
  EXPECT_GE(contrast(t[Role::field_border], ground), 3);
  EXPECT_EQ(t[Role::node], t.at_depth(0));
  for (const Color color : t.depth_ramp) EXPECT_GE(contrast(color, ground), 3);
}

TEST_P(EveryTheme, tells_the_meanings_of_the_field_apart) {
  const Role roles[] = {
      Role::final_group,   Role::temporary_group, Role::collision, Role::candidate, Role::box,
      Role::open_boundary, Role::close_boundary,  Role::missed,    Role::node};
  for (const Role p : roles)
    for (const Role q : roles)
      if (p != q) {
        const int apart =
            std::abs(t[p].r - t[q].r) + std::abs(t[p].g - t[q].g) + std::abs(t[p].b - t[q].b);
        EXPECT_GE(apart, 40) << "roles " << static_cast<int>(p) << " and " << static_cast<int>(q);
      }
}

TEST_P(EveryTheme, keeps_the_hue_of_a_collision_from_all_other_colors_of_sprites) {
  const Color red = t[Role::collision];
  ASSERT_TRUE(test::hue(red));
  for (std::size_t k = 0; k < t.group_tints.size(); ++k)
    EXPECT_FALSE(test::have_like_hues(t.group_tints[k], red)) << "tint " << k;
  for (int k = 0; k <= 100; ++k)
    EXPECT_FALSE(test::have_like_hues(t.heat_at(static_cast<float>(k) / 100), red)) << "heat " << k;
  EXPECT_FALSE(test::have_like_hues(t[Role::temporary_group], red)) << "of no category";
  const ImageSet images = test_images();
  for (std::size_t i = 0; i < images.size(); ++i) {
    const auto& rgba = images[i].rgba;
    int alike = 0;
    for (std::size_t p = 0; p + 3 < rgba.size(); p += 4)
      alike += rgba[p + 3] == 255 &&
               test::have_like_hues({rgba[p], rgba[p + 1], rgba[p + 2]}, red);
    EXPECT_EQ(alike, 0) << "pixels of image " << images[i].name;
  }
}

TEST_P(EveryTheme, heats_go_one_way_from_the_ground_and_end_clear_of_it) {
  for (std::size_t k = 1; k < t.heat.size(); ++k)
    EXPECT_GT(contrast(t.heat[k], t[Role::background]),
              contrast(t.heat[k - 1], t[Role::background]))
        << k;
  EXPECT_GT(contrast(t.heat.back(), t[Role::background]), 7);
  EXPECT_EQ(t.heat_at(0), t.heat.front());
  EXPECT_EQ(t.heat_at(1), t.heat.back());
  EXPECT_EQ(t.heat_at(0.5f), t.heat[2]);
  EXPECT_EQ(t.heat_at(7), t.heat.back());
}

}  // namespace theme_test
}  // namespace phasebox
