// SPDX-License-Identifier: MIT
// Recorded boxes: opened, played, stepped, scrubbed, left.
#include <algorithm>

#include <gtest/gtest.h>

#include "headless_window.hpp"

namespace phasebox {
namespace recording_ui_test {

// 40 frames; object 7 moves right by 4 px a frame, 8 and 9 stand upon each other, 10 comes in frame
// 20.
std::string forty_frames() {
  std::string csv = "frame,id,min_x,min_y,max_x,max_y\n";
  for (int f = 0; f < 40; ++f) {
    const std::string frame = std::to_string(f);
    csv += frame + ",7," + std::to_string(4 * f) + ",0," + std::to_string(4 * f + 30) + ",30\n" +
           frame + ",8,0,100,60,160\n" + frame + ",9,30,130,90,190\n";
    if (f >= 20) csv += frame + ",10,400,100,440,160\n";
  }
  return csv;
}

class RecordingInTheWindow : public testing::Test {
 protected:
  RecordingInTheWindow() : window(begin_with(folder.write("boxes.csv", forty_frames()))) {}
  const RecordingPlayback& show() const { return *window.model.session.show(); }

  CurrentFolder folder;
  HeadlessWindow window;
};

TEST_F(RecordingInTheWindow, plays_and_begins_again) {
  ASSERT_TRUE(window.model.session.show());
  EXPECT_EQ(show().size(), 40u);
  EXPECT_EQ(window.model.session.narrowphase().id, "none");
  EXPECT_EQ(window.model.counters.collisions, 1u);
  window.frames(70);
  EXPECT_GT(window.model.session.steps(), 60u);
  EXPECT_LT(show().frame(), 40u);
  EXPECT_TRUE(window.shows("frames.slider"));
}

TEST_F(RecordingInTheWindow, comma_and_period_step_frames) {
  window.key("p");
  const std::size_t at = show().frame();
  window.key(".");
  EXPECT_EQ(show().frame(), (at + 1) % 40);
  window.key("o");
  EXPECT_EQ(show().frame(), (at + 2) % 40);
  window.key(", , ,");
  EXPECT_EQ(show().frame(), (at + 39) % 40);
}

TEST_F(RecordingInTheWindow, scrubbing_goes_there_and_objects_come_and_go) {
  window.key("p");
  const Aabb bar = window.rect("frames.slider");
  window.move_to({bar.max.x - 12, middle(bar).y});
  window.press();
  window.frames(2);
  EXPECT_GT(show().frame(), 35u);
  EXPECT_EQ(window.model.session.world().size(), 4u);
  window.move_by({-0.8f * extent(bar).x, 0});
  window.frames(2);
  EXPECT_LT(show().frame(), 15u);
  EXPECT_EQ(window.model.session.world().size(), 3u);
  window.release();
  EXPECT_EQ(show().ids()[0], 7);
  EXPECT_FLOAT_EQ(window.model.session.world().positions()[0].x,
                  static_cast<float>(4 * show().frame() + 15));
}

TEST_F(RecordingInTheWindow, the_selection_stays_with_its_object) {
  window.key("p");
  for (int i = 0; i < 40 && show().frame() < 20; ++i) window.key(".");
  ASSERT_EQ(window.model.session.world().size(), 4u);
  const auto sprite = show().sprite_of(10);
  ASSERT_TRUE(sprite);
  window.click_at(window.on_screen(*sprite));
  EXPECT_EQ(window.model.selection, std::vector<SpriteId>{*sprite});
  window.key("r");  // to frame 0, where object 10 is not
  EXPECT_TRUE(window.model.selection.empty());
}

TEST_F(RecordingInTheWindow, what_cannot_change_is_refused_and_a_scene_ends_it) {
  for (const char* key : {"+", "s", "Ctrl+R", "Ctrl+S"}) {
    window.key(key);
    EXPECT_NE(window.last_message().find("ecorded"), std::string::npos)
        << key << ": " << window.last_message();
    window.frames(360);  // so that the next message is another one
  }
  EXPECT_FALSE(window.model.ui.picker.is_open());
  window.key("]");
  EXPECT_FALSE(window.model.session.show());
  EXPECT_EQ(window.model.session.narrowphase().id, "pixel-samples");
  EXPECT_FALSE(window.shows("frames.slider"));
  window.key("Ctrl+Z");
  EXPECT_TRUE(window.model.session.show());
}

TEST_F(RecordingInTheWindow, every_broadphase_and_narrowphase_takes_it) {
  const auto check = [&] {
    window.frames(2);
    EXPECT_EQ(window.model.counters.candidates, 1u)
        << window.model.session.broadphase().id << ", " << window.model.session.narrowphase().id;
  };
  for (std::size_t i = 0; i < broadphases().size(); ++i) window.key("j"), check();
  for (std::size_t i = 0; i < narrowphases().size(); ++i) window.key("k"), check();
}

}  // namespace recording_ui_test
}  // namespace phasebox
