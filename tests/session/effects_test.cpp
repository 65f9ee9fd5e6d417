// SPDX-License-Identifier: MIT
// Claims about the table of effects: what it says of a command is what the session does.
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "session/command.hpp"
#include "session/session.hpp"
#include "support/images.hpp"

namespace phasebox {
namespace effects_test {

using namespace command;

Session stepped_session() {
  Session session(test_images());
  EXPECT_FALSE(session.apply(LoadScene{"lesson"}));
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

std::shared_ptr<const BoxRecording> no_boxes() {
  auto recording = std::make_shared<BoxRecording>();
  recording->frames = {0}, recording->begins = {0, 0};
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
          SetMaterial{0, {.restitution = 1, .friction = 0}},
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
          Undo{},
          Redo{},
          Restart{},
          LoadScene{"sprites"},
          OpenDocument{document, "mine.json"},
          OpenRecording{two_frames(), "drift.csv"},
          SeekRecording{1},
          FollowRecording{true},
          OpenRecording{no_boxes(), "game.csv"},
          GrowRecording{{frame_of_a_game()}}};
}

bool needs_recording(const Command& c) {
  return std::holds_alternative<SeekRecording>(c) || std::holds_alternative<GrowRecording>(c) ||
         std::holds_alternative<FollowRecording>(c);
}

TEST(Effects, of_every_command_are_tried_here) {
  std::set<std::size_t> kinds;
  for (const Command& c : commands(stepped_session())) kinds.insert(c.index());
  EXPECT_EQ(kinds.size(), std::variant_size_v<Command>);
}

TEST(Effects, what_only_looks_leaves_all_sprites_and_the_past) {
  Session session = stepped_session();
  for (const Command& c : commands(session)) {
    if (!effects_of(c).only_looks || std::holds_alternative<SeekStep>(c)) continue;
    const std::uint64_t before = session.world().hash();
    const std::size_t past = session.past().size();
    ASSERT_FALSE(session.apply(c)) << "kind " << c.index();
    EXPECT_EQ(session.world().hash(), before) << "kind " << c.index();
    EXPECT_EQ(session.past().size(), past) << "kind " << c.index();
  }
}

TEST(Effects, another_population_begins_another_past) {
  for (const Command& c : commands(stepped_session())) {
    if (!effects_of(c).repopulates) continue;
    Session session = stepped_session();
    ASSERT_FALSE(session.apply(SetParam{owner_named("world"), "snap", 1}));
    if (std::holds_alternative<Redo>(c)) {
      ASSERT_FALSE(session.apply(Undo{}));
    }
    session.step();
    ASSERT_FALSE(session.apply(c)) << "kind " << c.index();
    EXPECT_TRUE(session.past().empty()) << "kind " << c.index();
  }
}

TEST(Effects, a_recording_refuses_just_what_edits_sprites) {
  Session session = stepped_session();
  ASSERT_FALSE(session.apply(OpenRecording{two_frames(), "drift.csv"}));
  for (const Command& c : commands(stepped_session())) {
    if (!effects_of(c).edits_sprites) continue;
    const Status refused = session.apply(c);
    ASSERT_TRUE(refused) << "kind " << c.index();
    EXPECT_THAT(refused->text, testing::HasSubstr("as recorded")) << "kind " << c.index();
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
    ASSERT_FALSE(session.apply(c)) << "kind " << c.index();
    ASSERT_GE(session.world().size(), before.size()) << "kind " << c.index();
    for (SpriteId id = 0; id < before.size(); ++id)
      EXPECT_EQ(session.world().get(id).image, before.get(id).image) << "kind " << c.index();
  }
}

}  // namespace effects_test
}  // namespace phasebox
