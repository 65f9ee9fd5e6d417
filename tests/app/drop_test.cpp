// SPDX-License-Identifier: MIT
// A file dropped on the window, in this process: no tool can drop files from outside.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "app/application.hpp"
#include "io/pictures/images.hpp"

namespace phasebox {
namespace drop_test {

TEST(Drop, reaches_the_model_of_a_window_without_a_display) {
  setenv("SDL_VIDEODRIVER", "offscreen", 1);
  const auto file = std::filesystem::temp_directory_path() /
                    ("phasebox-drop-" + std::to_string(::getpid()) + ".png");
  std::ofstream(file, std::ios::binary) << encode_png(*make_solid_image("mine", 20, 10));
  auto window = GlWindow::open("Phasebox", {640, 480, {}, false});
  ASSERT_TRUE(window) << window.error().text;
  auto renderer = Renderer::create();
  ASSERT_TRUE(renderer) << renderer.error().text;
  auto model = std::make_unique<ApplicationModel>(builtin_images());
  const ApplicationModel& state = *model;
  Application application(*std::move(window), *std::move(renderer), std::move(model), {});
  SDL_Event event{};
  event.type = SDL_DROPFILE;
  event.drop.file = SDL_strdup(file.c_str());
  ASSERT_EQ(SDL_PushEvent(&event), 1);
  event = {};
  event.type = SDL_QUIT;
  ASSERT_EQ(SDL_PushEvent(&event), 1);
  application.run();
  std::filesystem::remove(file);
  const int number = state.session.images().find(file.stem().string());
  ASSERT_GE(number, 0);
  EXPECT_EQ(state.ui.launch_image, number);
}

}  // namespace drop_test
}  // namespace phasebox
