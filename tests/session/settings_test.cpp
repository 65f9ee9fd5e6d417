// SPDX-License-Identifier: MIT
// Claims about a session's settings.
#include "session/settings.hpp"

#include <gtest/gtest.h>

namespace phasebox {
namespace settings_test {

double value_of(const Settings& settings, Owner owner, std::string_view key) {
  const ParamGroup group = settings.group(owner);
  return find_param(group.rows, key)->get(group.object);
}

TEST(Settings, an_algorithm_keeps_its_parameters_while_another_is_chosen) {
  Settings settings;
  const BroadphaseEntry& first = settings.broadphase.entry();
  ASSERT_EQ(first.id, "rdc");
  EXPECT_EQ(settings.set(first, "group-size", 7), value_of(Settings(), first, "group-size"));
  EXPECT_EQ(&settings.broadphase.select(*broadphases().back()), &first);
  EXPECT_EQ(value_of(settings, first, "group-size"), 7);
  EXPECT_EQ(settings.broadphase.select(first).id, broadphases().back()->id);
  EXPECT_EQ(settings.broadphase.instance().params().object, settings.view(first).object);
}

TEST(Settings, a_value_is_refused_with_what_is_wrong_with_it) {
  const Settings settings;
  EXPECT_FALSE(settings.check(Owner::world(), "snap", 1));
  EXPECT_EQ(settings.check(Owner::world(), "shape", 1)->text,
            "there is no parameter 'world.shape'");
  EXPECT_TRUE(settings.check(Owner::world(), "snap", 2));
  EXPECT_TRUE(settings.check(Owner(), "snap", 1));
  EXPECT_TRUE(settings.check(Owner::view(), "grid", 1)) << "the picture's, not the session's";
}

TEST(Settings, what_a_scene_wants_set_ends_with_it_unless_the_user_chose) {
  const SceneEntry* wants = nullptr;
  for (const SceneEntry* entry : scenes())
    if (!wants && !entry->settings.empty()) wants = entry;
  ASSERT_NE(wants, nullptr);
  const SceneSetting& one = wants->settings.front();
  Settings settings;
  const double init = value_of(settings, one.owner, one.key);
  ASSERT_NE(init, one.value) << wants->id;
  settings.load_scene(*wants);
  EXPECT_EQ(value_of(settings, one.owner, one.key), one.value);
  settings.load_scene(*scenes().front());
  EXPECT_EQ(value_of(settings, one.owner, one.key), init);
}

TEST(Settings, a_document_brings_all_of_them_back) {
  Settings first;
  first.load_scene(*scenes().back());
  first.broadphase.select(*broadphases().back());
  first.narrowphase.select(*narrowphases().back());
  first.set(Owner::world(), "snap", 1);
  first.set(Owner::algorithm("rdc"), "group-size", 3);
  Settings second;
  EXPECT_NE(second.document().params, first.document().params);
  second.adopt(first.document());
  EXPECT_EQ(second.document().params, first.document().params);
  EXPECT_EQ(second.document().scene, first.document().scene);
  EXPECT_EQ(second.document().broadphase, first.document().broadphase);
  EXPECT_EQ(second.document().narrowphase, first.document().narrowphase);
}

}  // namespace settings_test
}  // namespace phasebox
