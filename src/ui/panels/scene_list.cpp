// SPDX-License-Identifier: MIT
// Draws the popup with all scenes, their pictures and summaries.
#include <algorithm>
#include <map>

#include "base/rotation.hpp"
#include "ui/language/translation.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// The pictures of scenes by the scene's id. Each is made when it is first drawn, and kept.
struct ScenePictures {
  std::map<std::string_view, ScenePicture> by_id;
};

// Draws a sprite's image, turned by its angle around its middle. `origin` is the place of the
// field's upper left corner in screen px, `zoom` the screen px per px of the field.
void draw_sprite(ImDrawList& list, const Sprite& sprite, const Image& image, ImTextureID texture,
                 Vec2 origin, float zoom) {
  const Vec2 half{static_cast<float>(image.width) * sprite.scale.x * zoom / 2,
                  static_cast<float>(image.height) * sprite.scale.y * zoom / 2};
  const Rotation turn = rotation(sprite.angle);
  const auto corner = [&](float x, float y) {
    return origin + sprite.position * zoom + rotate(turn, {x * half.x, y * half.y});
  };
  list.AddImageQuad(texture, corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1));
}

void draw_scene_picture(const Gui& gui, const SceneEntry& entry, ImDrawList& list,
                        const Aabb& where) {
  auto& known = gui.ui.own<ScenePictures>().by_id;
  if (!known.contains(entry.id))
    known.emplace(entry.id, scene_picture(entry, gui.session.images()));
  const ScenePicture& picture = known.at(entry.id);
  const Vec2 size = extent(where);
  list.AddRectFilled(where.min, where.max, packed(theme(ThemeId::dark)[Role::background]), 3);
  const float zoom = std::min(size.x / picture.field.x, size.y / picture.field.y);
  const Vec2 origin = where.min + (size - picture.field * zoom) * 0.5f;
  for (const Sprite& sprite : picture.sprites)
    if (sprite.image < gui.model.field.textures.size())
      draw_sprite(list, sprite, gui.session.images()[sprite.image],
                  texture_id(gui.model.field.textures[sprite.image]), origin, zoom);
}

std::optional<std::string> draw_scene_lines(const Gui& gui, std::string_view group,
                                            const SceneEntry* now) {
  std::optional<std::string> chosen;
  for (const SceneEntry* entry : scenes()) {
    if (entry->group != group) continue;
    const std::string id(entry->id);
    const auto draw = [&](ImDrawList& list, const Aabb& where) {
      draw_scene_picture(gui, *entry, list, where);
    };
    if (draw_picture_line(gui, {.name = "scene." + id,
                                .title = entry->title,
                                .words = entry->summary,
                                .draw = draw,
                                .is_now = entry == now}))
      chosen = id;
  }
  return chosen;
}

}  // namespace

void draw_scenes(const Gui& gui) {
  if (std::exchange(gui.ui.opens_scenes, false)) ImGui::OpenPopup("scenes");
  // It is so much lower than the window that its lower edge is seen, and so that it scrolls.
  ImGui::SetNextWindowSizeConstraints({}, Vec2(ImGui::GetIO().DisplaySize) * 0.85f);
  if (!ImGui::BeginPopup("scenes")) return;
  remember_window(gui, "scenes");
  const bool is_recorded = gui.session.playback() != nullptr;
  for (const std::string_view group : kSceneGroups) {
    text(gui, group, Role::text_dim);
    if (auto id =
            draw_scene_lines(gui, group, is_recorded ? nullptr : &*gui.session.settings().scene)) {
      gui.ask(command::LoadScene{*std::move(id)});
      ImGui::CloseCurrentPopup();
    }
  }
  ImGui::EndPopup();
}

}  // namespace phasebox::ui
