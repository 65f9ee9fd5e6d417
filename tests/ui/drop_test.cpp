// SPDX-License-Identifier: MIT
// Files that are dropped on the window.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "headless_window.hpp"
#include "io/pictures/images.hpp"
#include "ui/model/files/files.hpp"

namespace phasebox {
namespace drop_ui_test {

using testing::HasSubstr;

class Drop : public testing::Test {
 protected:
  void drop(const char* name, const std::string& bytes) {
    drop_file(window.model, folder.write(name, bytes));
    window.frames(2);
  }
  const Session& session() const { return window.model.session; }

  CurrentFolder folder;
  HeadlessWindow window;
};

TEST_F(Drop, a_png_becomes_the_sprite_to_be_launched) {
  const auto bytes = encode_png(*make_solid_image("mine", 20, 10));
  drop("mine.png", std::string(bytes.begin(), bytes.end()));
  const int number = session().images().find("mine");
  ASSERT_GE(number, 0);
  EXPECT_EQ(window.model.ui.launch_image, number);
  EXPECT_EQ(session().images()[static_cast<std::size_t>(number)].width, 20);
}

TEST_F(Drop, what_is_no_picture_is_refused_with_a_reason) {
  drop("broken.png", "this is no picture");
  EXPECT_EQ(session().images().size(), builtin_images().size());
  EXPECT_THAT(window.last_message(), HasSubstr("broken.png"));
}

TEST_F(Drop, other_files_are_refused_with_the_rule) {
  drop("notes.txt", "hello");
  EXPECT_THAT(window.last_message(),
              HasSubstr("Phasebox opens scenes (.json), pictures (.png, .jpg), box recordings"));
}

TEST_F(Drop, recorded_boxes_play) {
  drop("boxes.csv", "frame,id,min_x,min_y,max_x,max_y\n1,4,0,0,9,9\n2,4,1,0,10,9\n");
  ASSERT_NE(session().show(), nullptr);
  EXPECT_EQ(session().show()->name(), "boxes.csv");
  EXPECT_EQ(session().show()->size(), 2u);
  EXPECT_THAT(window.last_message(), HasSubstr("2 frames"));
}

TEST_F(Drop, broken_boxes_are_refused_with_their_line) {
  drop("boxes.csv", "id,min_x,min_y,max_x,max_y\n1,0,0,nan,4\n");
  EXPECT_EQ(session().show(), nullptr);
  EXPECT_THAT(window.last_message(), HasSubstr("boxes.csv:2:"));
}

TEST_F(Drop, a_broken_scene_changes_nothing) {
  window.key("p");
  const std::uint64_t hash = session().hash();
  drop("scene.json", R"({"phasebox": 1, "scene": "nowhere"})");
  EXPECT_EQ(session().scene().id, "sprites");
  EXPECT_EQ(session().hash(), hash);
  EXPECT_THAT(window.last_message(), HasSubstr("scene.json"));
}

TEST_F(Drop, nothing_is_opened_behind_a_question) {
  window.key("Esc");
  ASSERT_TRUE(window.model.ui.quit_asked);
  drop("boxes.csv", "frame,id,min_x,min_y,max_x,max_y\n1,4,0,0,9,9\n");
  EXPECT_EQ(session().show(), nullptr);
}

}  // namespace drop_ui_test
}  // namespace phasebox
