// SPDX-License-Identifier: MIT
// Claims about the scenes as the window offers them.
#include "world/scene/scene.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/images.hpp"

namespace phasebox {
namespace scene_test {

TEST(SceneGroups, hold_every_scene) {
  for (const SceneEntry* entry : scenes())
    EXPECT_EQ(std::ranges::count(kSceneGroups, entry->group), 1) << entry->id;
}

TEST(SceneGroups, benchmarks_are_the_workloads_of_the_bench) {
  for (const SceneEntry* entry : scenes())
    if (entry->group == kSceneGroups.back())
      EXPECT_FALSE(entry->make()->workload(1000).empty()) << entry->id;
}

TEST(ScenePicture, shows_sprites_of_every_scene_in_its_field) {
  const ImageSet images = test_images();
  for (const SceneEntry* entry : scenes()) {
    const ScenePicture picture = scene_picture(*entry, images);
    EXPECT_GT(picture.field.x, 0) << entry->id;
    ASSERT_FALSE(picture.sprites.empty()) << entry->id;
    EXPECT_LE(picture.sprites.size(), 150u) << entry->id;
    const auto is_inside = [&](const Sprite& s) {
      return s.position.x >= 0 && s.position.x <= picture.field.x && s.position.y >= 0 &&
             s.position.y <= picture.field.y;
    };
    const auto inside = std::ranges::count_if(picture.sprites, is_inside);
    EXPECT_GE(2 * inside, std::ssize(picture.sprites)) << entry->id;
    for (const Sprite& sprite : picture.sprites) EXPECT_LT(sprite.image, images.size());
  }
}

}  // namespace scene_test
}  // namespace phasebox
