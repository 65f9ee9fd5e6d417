// SPDX-License-Identifier: MIT
// Claims about what can be undone, and what undo calls it.
#include "session/command.hpp"

#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "session/session.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace command_test {

using namespace command;

double value_of(const Session& session, std::string_view owner, std::string_view key) {
  const ParamGroup group = session.group(owner_named(owner));
  const Param* row = find_param(group.rows, key);
  return row ? row->get(group.object) : -1;
}

Session in_scene(const std::string& id) {
  Session session(test_images());
  EXPECT_FALSE(session.apply(LoadScene{id}));
  session.forget_history();
  return session;
}

std::shared_ptr<const BoxRecording> one_box() {
  auto trace = std::make_shared<BoxRecording>();
  trace->ids = {4};
  trace->boxes = {{{0, 0}, {2, 2}}};
  trace->frames = {1};
  trace->begins.push_back(1);
  return trace;
}

// What each kind leaves behind for undo, in an order in which each is possible.
std::vector<std::vector<Command>> edits_of_every_kind(const Session& session) {
  const auto document = std::make_shared<const SceneDocument>(session.document());
  return {{AddSprite{session.world().get(0)}},
          {SetCount{9}},
          {CloneSprites{{0, 2}, {5, 5}}},
          {RemoveSprites{{1, 3}}},
          {SetStatic{{0}, true}},
          {SetFilter{{1}, 2, 1, 0, 0}},
          {FilterCategories{1, 2, false}},
          {SetVolume{{0}, Volume::circle}},
          {Grab{1}, Drag{{10, 20}}, Release{{3, 4}}},
          {SetParam{owner_named("world"), "snap", 1}},
          {SelectBroadphase{"quadtree"}},
          {SelectNarrowphase{"circle"}},
          {UseBroadphase{"kd-tree", {}, "Apply of kd-tree"}},
          {TuneImage{0, {.n = 3}}},
          {SetMaterial{0, {.restitution = 1}}},
          {Restart{}},
          {LoadScene{"sprites"}},
          {OpenDocument{document, "mine.json"}},
          {OpenRecording{one_box(), "drift.csv"}}};
}

TEST(Command, every_kind_that_can_be_undone_has_a_title) {
  Session session = in_scene("lesson");
  std::set<std::size_t> kinds;
  for (const auto& edit : edits_of_every_kind(session)) {
    for (const Command& c : edit) {
      const Status refused = session.apply(c);
      ASSERT_FALSE(refused) << refused->text;
      kinds.insert(c.index());
    }
    EXPECT_FALSE(title_of(edit.back()).empty()) << "kind " << edit.back().index();
    EXPECT_EQ(session.undo_title(), title_of(edit.back()));
    ASSERT_FALSE(session.apply(Undo{}));
    EXPECT_EQ(session.redo_title(), title_of(edit.back()));
    ASSERT_FALSE(session.apply(Redo{}));
    EXPECT_EQ(session.undo_title(), title_of(edit.back())) << "again, after redo";
  }
  const std::vector<Command> never{
      SeekRecording{0}, GrowRecording{}, FollowRecording{true}, SeekStep{0}, AddImage{},
      Undo{},           Redo{}};
  for (const Command& c : never) {
    EXPECT_TRUE(title_of(c).empty()) << "kind " << c.index();
    kinds.insert(c.index());
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<Command>) << "no kind is forgotten";
}

TEST(Command, using_a_broadphase_with_parameters_is_one_change_that_undo_names) {
  Session session = in_scene("lesson");
  ASSERT_FALSE(session.apply(SetParam{owner_named("quadtree"), "max-objects", 5}));
  session.forget_history();
  const UseBroadphase use{
      "quadtree", {{"max-objects", 17}, {"max-levels", 4}}, "Apply of quadtree max-objects=17"};
  const double levels = value_of(session, "quadtree", "max-levels");
  ASSERT_FALSE(session.apply(use));
  EXPECT_EQ(session.broadphase().id, "quadtree");
  EXPECT_EQ(session.undo_title(), "Apply of quadtree max-objects=17");
  ASSERT_FALSE(session.apply(Undo{}));
  EXPECT_EQ(session.broadphase().id, "rdc");
  EXPECT_EQ(value_of(session, "quadtree", "max-objects"), 5);
  EXPECT_EQ(value_of(session, "quadtree", "max-levels"), levels);
  EXPECT_FALSE(session.can_undo()) << "one change";
  EXPECT_EQ(session.redo_title(), "Apply of quadtree max-objects=17");
  ASSERT_FALSE(session.apply(Redo{}));
  EXPECT_EQ(session.broadphase().id, "quadtree");
  EXPECT_EQ(value_of(session, "quadtree", "max-objects"), 17);
  EXPECT_EQ(value_of(session, "quadtree", "max-levels"), 4);
}

TEST(Command, using_a_broadphase_without_a_title_is_called_by_its_id) {
  EXPECT_EQ(title_of(UseBroadphase{"kd-tree", {}, ""}), "broadphase kd-tree");
  Session session = in_scene("lesson");
  ASSERT_FALSE(session.apply(UseBroadphase{"kd-tree", {}, ""}));
  EXPECT_EQ(session.undo_title(), "broadphase kd-tree");
}

TEST(Command, using_a_broadphase_that_is_refused_leaves_nothing_to_undo) {
  for (const UseBroadphase& use :
       {UseBroadphase{"octree", {}, "t"}, UseBroadphase{"quadtree", {{"depth", 3}}, "t"},
        UseBroadphase{"quadtree", {{"max-objects", 17}, {"max-levels", -1}}, "t"}}) {
    Session session = in_scene("lesson");
    const double before = value_of(session, "quadtree", "max-objects");
    EXPECT_TRUE(session.apply(use));
    EXPECT_FALSE(session.can_undo());
    EXPECT_EQ(session.broadphase().id, "rdc");
    EXPECT_EQ(value_of(session, "quadtree", "max-objects"), before);
  }
}

}  // namespace command_test
}  // namespace phasebox
