// SPDX-License-Identifier: MIT
// Claims about what can be undone, and what undo calls it.
#include "session/command.hpp"

#include <memory>
#include <set>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "session/limits.hpp"
#include "support/session_in_scene.hpp"

namespace phasebox {
namespace command_test {

using namespace command;

double value_of(const Session& session, std::string_view owner, std::string_view key) {
  const ParamGroup group = session.settings().group(owner_named(owner));
  const Param* row = find_param(group.rows, key);
  return row ? row->get(group.object) : -1;
}

TEST(Command, using_a_broadphase_with_parameters_is_one_change_that_undo_names) {
  Session session = in_scene("lesson");
  ASSERT_FALSE(session.apply(SetParam{owner_named("quadtree"), "max-objects", 5}).failed());
  session.forget_history();
  const UseBroadphase use{
      "quadtree", {{"max-objects", 17}, {"max-levels", 4}}, "Apply of quadtree max-objects=17"};
  const double levels = value_of(session, "quadtree", "max-levels");
  ASSERT_FALSE(session.apply(use).failed());
  EXPECT_EQ(session.settings().broadphase->id, "quadtree");
  EXPECT_EQ(session.history().undo_title(), "Apply of quadtree max-objects=17");
  ASSERT_FALSE(session.apply(Undo{}).failed());
  EXPECT_EQ(session.settings().broadphase->id, "rdc");
  EXPECT_EQ(value_of(session, "quadtree", "max-objects"), 5);
  EXPECT_EQ(value_of(session, "quadtree", "max-levels"), levels);
  EXPECT_FALSE(session.history().can_undo()) << "one change";
  EXPECT_EQ(session.history().redo_title(), "Apply of quadtree max-objects=17");
  ASSERT_FALSE(session.apply(Redo{}).failed());
  EXPECT_EQ(session.settings().broadphase->id, "quadtree");
  EXPECT_EQ(value_of(session, "quadtree", "max-objects"), 17);
  EXPECT_EQ(value_of(session, "quadtree", "max-levels"), 4);
}

TEST(Command, using_a_broadphase_that_is_refused_leaves_nothing_to_undo) {
  for (const UseBroadphase& use :
       {UseBroadphase{"octree", {}, "t"}, UseBroadphase{"quadtree", {{"depth", 3}}, "t"},
        UseBroadphase{"quadtree", {{"max-objects", 17}, {"max-levels", -1}}, "t"}}) {
    Session session = in_scene("lesson");
    const double before = value_of(session, "quadtree", "max-objects");
    EXPECT_TRUE(session.apply(use).failed());
    EXPECT_FALSE(session.history().can_undo());
    EXPECT_EQ(session.settings().broadphase->id, "rdc");
    EXPECT_EQ(value_of(session, "quadtree", "max-objects"), before);
  }
}

TEST(Command, resizing_a_scene_several_times_is_one_change) {
  Session session = in_scene("sprites");
  session.step();
  const std::uint64_t before = session.hash();
  for (const std::uint32_t n : {100u, 240u, 15u})
    ASSERT_FALSE(session.apply(ResizeScene{n, 640, 360}).failed());
  EXPECT_EQ(session.world().size(), 15u);
  EXPECT_EQ(value_of(session, "scene", "count"), 15);
  EXPECT_EQ(session.field().max, (Vec2{640, 360}));
  EXPECT_EQ(session.steps(), 0u);
  EXPECT_EQ(session.history().undo_title(), title_of(ResizeScene{15, 640, 360}));
  ASSERT_FALSE(session.apply(Undo{}).failed());
  session.detect();
  EXPECT_EQ(session.hash(), before);
  EXPECT_EQ(session.field().max, (Vec2{1280, 720}));
  EXPECT_EQ(value_of(session, "scene", "count"), 60);
  EXPECT_FALSE(session.history().can_undo());
}

TEST(Command, changes_of_a_parameter_that_do_not_join_are_undone_one_by_one) {
  Session session = in_scene("sprites");
  const Owner rdc = owner_named("rdc");
  const double before = value_of(session, "rdc", "group-size");
  for (const double size : {5, 6})
    ASSERT_FALSE(session.apply(SetParam{rdc, "group-size", size}).failed());
  ASSERT_FALSE(session.apply(SetParam{rdc, "group-size", 7, false}).failed());
  ASSERT_FALSE(session.apply(SetParam{rdc, "group-size", 9}).failed());
  ASSERT_FALSE(session.apply(Undo{}).failed());
  EXPECT_EQ(value_of(session, "rdc", "group-size"), 6);
  ASSERT_FALSE(session.apply(Undo{}).failed());
  EXPECT_EQ(value_of(session, "rdc", "group-size"), before);
}

TEST(Command, undo_names_a_parameter_as_the_window_does) {
  Session session = in_scene("sprites");
  for (const Param& row : session.settings().group(Owner::response()).rows) {
    const double other = row.init == row.lo ? row.hi : row.lo;
    ASSERT_FALSE(
        session.apply(SetParam{Owner::response(), std::string(row.key), other, false}).failed());
    EXPECT_EQ(session.history().undo_title(), label_of(row));
  }
}

TEST(Command, every_scene_can_be_resized) {
  for (const SceneEntry* entry : scenes()) {
    Session session = in_scene(std::string(entry->id));
    const auto n = static_cast<std::uint32_t>(2 * session.world().size() + 1);
    const Vec2 field = extent(session.field()) * 1.5f;
    const ResizeScene larger{n, static_cast<double>(field.x), static_cast<double>(field.y)};
    ASSERT_FALSE(session.apply(larger).failed()) << entry->id;
    EXPECT_EQ(session.world().size(), n) << entry->id;
    session.step();
    EXPECT_TRUE(session.is_detected()) << entry->id;
  }
}

TEST(Command, a_field_that_is_refused_leaves_the_scene_as_it_was) {
  Session session = in_scene("sprites");
  const std::uint64_t before = session.hash();
  EXPECT_TRUE(session.apply(ResizeScene{100, 1, 360}).failed());
  EXPECT_TRUE(session.apply(ResizeScene{kMaxSprites + 1, 640, 360}).failed());
  EXPECT_EQ(session.hash(), before);
  EXPECT_FALSE(session.history().can_undo());
}

// ---- Claims about commands of every kind, and about the table of effects: what it says of a
// command is what the session does.

Session stepped_session() {
  Session session = in_scene("lesson");
  session.keep_frames();
  for (int k = 0; k < 3; ++k) session.step();
  return session;
}

std::shared_ptr<const BoxRecording> two_frames() {
  auto recording = std::make_shared<BoxRecording>();
  for (const float x : {0.0f, 5.0f}) {
    recording->ids.push_back(4);
    recording->boxes.push_back({{x, 0}, {x + 2, 2}});
    recording->frames.push_back(static_cast<std::int64_t>(x));
    recording->begins.push_back(recording->ids.size());
  }
  return recording;
}

BoxFrame frame_of_a_game() {
  auto recording = std::make_shared<BoxRecording>();
  recording->frames = {7}, recording->begins = {0, 1};
  recording->ids = {4}, recording->boxes = {{{0, 0}, {2, 2}}};
  return recording;
}

/// At least one command of each kind, in an order in which a session accepts all but what needs a
/// recording; parameters of each owner.
std::vector<Command> commands(const Session& session) {
  const auto document = std::make_shared<const SceneDocument>(session.document());
  return {SeekStep{2},
          SetParam{owner_named("rdc"), "group-size", 4},
          SetParam{owner_named("response"), "friction", 0.5},
          SetParam{owner_named("world"), "snap", 1},
          SetParam{owner_named("world"), "seed", 7},
          SetParam{owner_named("scene"), "count", 5},
          SelectBroadphase{"quadtree"},
          SelectNarrowphase{"circle"},
          UseBroadphase{"kd-tree", {}, "Apply of kd-tree"},
          AddImage{session.images().shared(0)},
          TuneImage{0, {.n = 3, .inset = 20}},
          AddSprite{session.world().get(0)},
          CloneSprites{{0, 2}, {5, 5}},
          RemoveSprites{{1}},
          SetStatic{{0}, true},
          SetFilter{{1}, 2, 1, 0, 0},
          FilterCategories{1, 1, false},
          SetVolume{{0}, Volume::circle},
          SetCount{3},
          Grab{1},
          Drag{{10, 20}},
          Release{{3, 4}},
          Steer{1, {5, 0}},
          Undo{},
          Redo{},
          Restart{},
          ResizeScene{8, 700, 400},
          LoadScene{"sprites"},
          OpenDocument{document, "mine.json"},
          OpenRecording{two_frames(), "drift.csv"},
          SeekRecording{1},
          FollowRecording{true},
          SweepRecording{true},
          OpenRecording{no_boxes(), "game.csv"},
          GrowRecording{{frame_of_a_game()}}};
}

bool needs_recording(const Command& c) {
  return std::holds_alternative<SeekRecording>(c) || std::holds_alternative<GrowRecording>(c) ||
         std::holds_alternative<FollowRecording>(c) || std::holds_alternative<SweepRecording>(c);
}

TEST(Command, every_kind_that_can_be_undone_has_a_title) {
  Session session = stepped_session();
  std::set<std::size_t> kinds;
  for (const Command& c : commands(session)) {
    SCOPED_TRACE(c.index());
    const std::uint64_t before = session.history().last_number();
    ASSERT_FALSE(session.apply(c).failed());
    kinds.insert(c.index());
    const bool is_kept = session.history().last_number() != before;
    EXPECT_EQ(title_of(c).empty(), !is_kept);
    if (!is_kept) continue;
    EXPECT_EQ(session.history().undo_title(), title_of(c));
    ASSERT_FALSE(session.apply(Undo{}).failed());
    EXPECT_EQ(session.history().redo_title(), title_of(c));
    ASSERT_FALSE(session.apply(Redo{}).failed());
    EXPECT_EQ(session.history().undo_title(), title_of(c)) << "again, after redo";
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<Command>) << "no kind is forgotten";
}

TEST(Effects, what_only_looks_leaves_all_sprites_and_the_past) {
  Session session = stepped_session();
  for (const Command& c : commands(session)) {
    if (!effects_of(c).only_looks || std::holds_alternative<SeekStep>(c)) continue;
    const std::uint64_t before = session.world().hash();
    const std::size_t past = session.past().size();
    ASSERT_FALSE(session.apply(c).failed()) << "kind " << c.index();
    EXPECT_EQ(session.world().hash(), before) << "kind " << c.index();
    EXPECT_EQ(session.past().size(), past) << "kind " << c.index();
  }
}

TEST(Effects, another_population_begins_another_past) {
  for (const Command& c : commands(stepped_session())) {
    if (!effects_of(c).repopulates) continue;
    Session session = stepped_session();
    ASSERT_FALSE(session.apply(SetParam{owner_named("world"), "snap", 1}).failed());
    if (std::holds_alternative<Redo>(c)) {
      ASSERT_FALSE(session.apply(Undo{}).failed());
    }
    session.step();
    ASSERT_FALSE(session.apply(c).failed()) << "kind " << c.index();
    EXPECT_TRUE(session.past().empty()) << "kind " << c.index();
  }
}

TEST(Effects, a_recording_refuses_just_what_edits_sprites) {
  Session session = stepped_session();
  ASSERT_FALSE(session.apply(OpenRecording{two_frames(), "drift.csv"}).failed());
  for (const Command& c : commands(stepped_session())) {
    if (!effects_of(c).edits_sprites) continue;
    const Status refused = session.apply(c);
    ASSERT_TRUE(refused.failed()) << "kind " << c.index();
    EXPECT_THAT(refused.error().text, testing::HasSubstr("as recorded")) << "kind " << c.index();
  }
}

TEST(Effects, what_does_not_renumber_leaves_each_sprite_its_number) {
  Session session = stepped_session();
  for (const Command& c : commands(session)) {
    const Effects effects = effects_of(c);
    if (effects.renumbers || needs_recording(c) || std::holds_alternative<SeekStep>(c) ||
        std::holds_alternative<SetCount>(c))
      continue;
    const World before = session.world();
    ASSERT_FALSE(session.apply(c).failed()) << "kind " << c.index();
    ASSERT_GE(session.world().size(), before.size()) << "kind " << c.index();
    for (SpriteId id = 0; id < before.size(); ++id)
      EXPECT_EQ(session.world().get(id).image, before.get(id).image) << "kind " << c.index();
  }
}

}  // namespace command_test
}  // namespace phasebox
