// SPDX-License-Identifier: MIT
// Files dropped on the window, in this process: no tool can drop files from outside.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/application.hpp"
#include "io/images.hpp"

namespace phasebox {
namespace drop_test {

using testing::HasSubstr;

// Drops the files on a window without a display, lets it run until it has taken them, and looks.
class Drop : public testing::Test {
 protected:
  Drop() {
    setenv("SDL_VIDEODRIVER", "offscreen", 1);
    std::filesystem::create_directories(folder_);
  }
  ~Drop() override {
    std::filesystem::remove_all(folder_);
    unsetenv("SDL_VIDEODRIVER");
  }

  // Looks at the model while the window is still there.
  template <class Look>
  void after_dropping(const std::filesystem::path& file, Look look) {
    auto window = GlWindow::open("Phasebox", {640, 480, {}, false});
    ASSERT_TRUE(window) << window.error().text;
    auto renderer = Renderer::create();
    ASSERT_TRUE(renderer) << renderer.error().text;
    auto model = std::make_unique<ApplicationModel>(builtin_images());
    ApplicationModel& state = *model;
    Application application(*std::move(window), *std::move(renderer), std::move(model), {});
    SDL_Event event{};
    event.type = SDL_DROPFILE;
    event.drop.file = SDL_strdup(file.c_str());
    ASSERT_EQ(SDL_PushEvent(&event), 1);
    event = {};
    event.type = SDL_QUIT;
    ASSERT_EQ(SDL_PushEvent(&event), 1);
    application.run();
    look(state);
  }

  std::filesystem::path file(const char* name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  static std::string last_message(const ApplicationModel& model) {
    return model.ui.messages.all().empty() ? "" : model.ui.messages.all().back().text;
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("phasebox-drop-" + std::to_string(::getpid()));
};

TEST_F(Drop, APngBecomesTheSpriteToBeLaunched) {
  const auto image = make_solid_image("mine", 20, 10);
  after_dropping(file("mine.png", encode_png(*image)), [&](const ApplicationModel& model) {
    const int number = model.session.images().find("mine");
    ASSERT_GE(number, 0);
    EXPECT_EQ(model.ui.launch_image, number);
    EXPECT_EQ(model.session.images()[static_cast<std::size_t>(number)].width, 20);
  });
}

TEST_F(Drop, WhatIsNoPictureIsRefusedWithAReason) {
  const std::size_t built_in = builtin_images().size();
  after_dropping(file("broken.png", "this is no picture"), [&](const ApplicationModel& model) {
    EXPECT_EQ(model.session.images().size(), built_in);
    EXPECT_THAT(last_message(model), HasSubstr("broken.png"));
  });
}

TEST_F(Drop, OtherFilesAreRefusedWithTheRule) {
  after_dropping(file("notes.txt", "hello"), [&](const ApplicationModel& model) {
    EXPECT_THAT(
        last_message(model),
        HasSubstr("Phasebox opens scenes (.json), pictures (.png, .jpg) and box recordings"));
  });
}

TEST_F(Drop, RecordedBoxesPlay) {
  after_dropping(file("boxes.csv", "frame,id,min_x,min_y,max_x,max_y\n1,4,0,0,9,9\n2,4,1,0,10,9\n"),
                 [&](const ApplicationModel& model) {
                   ASSERT_NE(model.session.show(), nullptr);
                   EXPECT_EQ(model.session.show()->name(), "boxes.csv");
                   EXPECT_EQ(model.session.show()->trace().size(), 2u);
                   EXPECT_THAT(last_message(model), HasSubstr("2 frames"));
                 });
}

TEST_F(Drop, BrokenBoxesAreRefusedWithTheirLine) {
  after_dropping(file("boxes.csv", "id,min_x,min_y,max_x,max_y\n1,0,0,nan,4\n"),
                 [&](const ApplicationModel& model) {
                   EXPECT_EQ(model.session.show(), nullptr);
                   EXPECT_THAT(last_message(model), HasSubstr("boxes.csv:2:"));
                 });
}

TEST_F(Drop, ABrokenSceneChangesNothing) {
  after_dropping(file("scene.json", R"({"phasebox": 1, "scene": "nowhere"})"),
                 [&](const ApplicationModel& model) {
                   EXPECT_EQ(model.session.scene().id, "flash");
                   EXPECT_THAT(last_message(model), HasSubstr("scene.json"));
                 });
}

}  // namespace drop_test
}  // namespace phasebox
