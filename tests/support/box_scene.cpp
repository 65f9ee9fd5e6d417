// SPDX-License-Identifier: MIT
// Turns boxes into a scene file.
#include "support/box_scene.hpp"

#include <filesystem>

#include "io/files/text_file.hpp"
#include "io/scene_file.hpp"
#include "session/session.hpp"

namespace phasebox::test {

namespace {

SceneDocument scene_of(const std::vector<SceneBox>& boxes, std::string_view broadphase) {
  SceneDocument document{.scene = "lesson",
                         .broadphase = std::string(broadphase),
                         .narrowphase = "none",
                         .params = {},
                         .images = {make_solid_image("pixel", 1, 1)},
                         .sprites = {}};
  auto& sprites = document.sprites.emplace();
  for (const SceneBox& b : boxes)
    sprites.push_back({.position = b.corner,
                       .velocity = {},
                       .scale = b.size,
                       .filter = b.filter,
                       .is_static = b.is_static});
  return document;
}

}  // namespace

BoxWorld world_of_scene(const std::vector<SceneBox>& boxes) {
  BoxWorld world = world_of("scene", {});
  for (const SceneBox& b : boxes) {
    world.boxes.push_back({b.corner, b.size + b.corner});
    world.filters.push_back(b.filter);
    world.is_static.push_back(b.is_static ? 1 : 0);
  }
  return world;
}

std::string save_for_the_window(const std::vector<SceneBox>& boxes, std::string_view broadphase) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("phasebox-" + std::string(broadphase) + "-counterexample.json");
  const Result<std::string> text = scene_text(scene_of(boxes, broadphase), {});
  if (!text) return "the counterexample could not be written: " + text.error().text;
  if (const Status error = write_file_atomically(file, *text)) return error->text + "\n" + *text;
  return "the smallest world that fails; open it with: phasebox --scene " + file.string() + "\n" +
         *text;
}

}  // namespace phasebox::test
