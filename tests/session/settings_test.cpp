// SPDX-License-Identifier: MIT
// Claims about a session's settings.
#include "session/settings.hpp"

#include <gtest/gtest.h>

#include "support/images.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace settings_test {

double value_of(const Settings& settings, Owner owner, std::string_view key) {
  const ParamGroup group = settings.group(owner);
  return find_param(group.rows, key)->get(group.object);
}

TEST(Settings, an_algorithm_keeps_its_parameters_while_another_is_chosen) {
  Settings settings;
  const BroadphaseEntry& first = *settings.broadphase;
  ASSERT_EQ(first.id, "rdc");
  EXPECT_EQ(settings.set(first, "group-size", 7), value_of(Settings(), first, "group-size"));
  EXPECT_EQ(&settings.broadphase.select(*broadphases().back()), &first);
  EXPECT_EQ(value_of(settings, first, "group-size"), 7);
  EXPECT_EQ(settings.broadphase.select(first).id, broadphases().back()->id);
  EXPECT_EQ(settings.broadphase.instance().params().object, settings.view(first).object);
}

TEST(Settings, a_value_is_refused_with_what_is_wrong_with_it) {
  const Settings settings;
  EXPECT_FALSE(settings.check(Owner::world(), "snap", 1).failed());
  EXPECT_EQ(settings.check(Owner::world(), "shape", 1).error().text,
            "there is no parameter 'world.shape'");
  EXPECT_TRUE(settings.check(Owner::world(), "snap", 2).failed());
  EXPECT_TRUE(settings.check(Owner(), "snap", 1).failed());
  EXPECT_TRUE(settings.check(Owner::view(), "grid", 1).failed())
      << "the picture's, not the session's";
}

// ---- What is unsaved: sprites changed by hand, until they are saved or the change is undone.

class Unsaved : public testing::Test {
 protected:
  void edit() { do_it(command::RemoveSprites{{0}}); }
  void undo() { do_it(command::Undo{}); }
  void redo() { do_it(command::Redo{}); }
  void save() {
    session.saved_as({"/a.json", std::make_shared<const SceneDocument>(session.document())});
  }
  void do_it(const Command& command) {
    const Status status = session.apply(command);
    ASSERT_FALSE(status.failed()) << status.error().text;
  }

  Session session{test_images()};
};

TEST_F(Unsaved, is_an_edit_until_it_is_undone_and_again_when_it_is_redone) {
  EXPECT_FALSE(session.has_unsaved());
  edit();
  EXPECT_TRUE(session.has_unsaved());
  session.step();
  undo();
  EXPECT_FALSE(session.has_unsaved()) << "motion is nobody's work";
  redo();
  EXPECT_TRUE(session.has_unsaved());
}

TEST_F(Unsaved, is_what_differs_from_the_saved_state_in_either_direction) {
  edit();
  save();
  EXPECT_FALSE(session.has_unsaved());
  undo();
  EXPECT_TRUE(session.has_unsaved()) << "the file holds the edit";
  redo();
  EXPECT_FALSE(session.has_unsaved());
  edit();
  EXPECT_TRUE(session.has_unsaved());
  undo();
  EXPECT_FALSE(session.has_unsaved());
  undo(), edit();
  EXPECT_TRUE(session.has_unsaved()) << "another edit in place of the saved one";
}

TEST_F(Unsaved, is_nothing_after_another_scene_but_comes_back_with_undo) {
  edit();
  do_it(command::LoadScene{"mixed"});
  EXPECT_FALSE(session.has_unsaved());
  undo();
  EXPECT_TRUE(session.has_unsaved());
  save();
  do_it(command::LoadScene{"mixed"});
  edit();
  undo(), undo();
  EXPECT_FALSE(session.has_unsaved()) << "it was saved before the other scene came";
  EXPECT_EQ(session.file().path, "/a.json");
}

TEST_F(Unsaved, is_nothing_after_a_document_is_opened) {
  const auto document = std::make_shared<const SceneDocument>(session.document());
  edit();
  do_it(command::OpenDocument{document, "/b.json"});
  EXPECT_FALSE(session.has_unsaved());
  edit();
  EXPECT_TRUE(session.has_unsaved());
  do_it(command::Restart{document});
  EXPECT_FALSE(session.has_unsaved()) << "as the file has them";
  EXPECT_EQ(session.world().size(), document->sprites->size());
  EXPECT_EQ(session.file().path, "/b.json");
  do_it(command::Restart{});
  EXPECT_FALSE(session.has_unsaved()) << "the scene's own sprites";
  EXPECT_TRUE(session.file().path.empty()) << "they must not be saved over the file";
}

TEST_F(Unsaved, is_neither_a_setting_nor_a_refused_edit) {
  do_it(command::SetParam{Owner::world(), "snap", 1});
  do_it(command::SelectBroadphase{"quadtree"});
  do_it(command::RemoveSprites{{}});
  EXPECT_TRUE(session.apply(command::RemoveSprites{{99'999}}).failed());
  EXPECT_FALSE(session.has_unsaved());
  edit();
  do_it(command::SetParam{Owner::world(), "snap", 0});
  undo();
  EXPECT_TRUE(session.has_unsaved()) << "only the setting was undone";
  undo();
  EXPECT_FALSE(session.has_unsaved());
}

}  // namespace settings_test
}  // namespace phasebox
