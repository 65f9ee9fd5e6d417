// SPDX-License-Identifier: MIT
// The scenes as the window offers them: each with a picture and a sentence.
#include "ui/panels/scene_list.hpp"

#include <algorithm>

#include "base/rotation.hpp"
#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

// The sprite's image as it is turned; its pivot is the image's middle.
void draw_sprite(ImDrawList& list, const Sprite& sprite, const Image& image, ImTextureID texture,
                 Vec2 origin, float zoom) {
  const Vec2 half{static_cast<float>(image.width) * sprite.scale.x * zoom / 2,
                  static_cast<float>(image.height) * sprite.scale.y * zoom / 2};
  const Rotation turn = rotation(sprite.angle);
  const Vec2 middle = origin + sprite.position * zoom;
  const auto corner = [&](float x, float y) {
    return to_imgui(middle + rotate(turn, {x * half.x, y * half.y}));
  };
  list.AddImageQuad(texture, corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1));
}

void draw_picture(const ScenePicture& picture, const Model& model, ImVec2 min, ImVec2 size) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 max{min.x + size.x, min.y + size.y};
  list.AddRectFilled(min, max, packed(theme(ThemeId::dark)[Role::background]), 3);
  list.PushClipRect(min, max, true);
  const float zoom = std::min(size.x / picture.field.x, size.y / picture.field.y);
  const Vec2 origin = from_imgui(min) + (from_imgui(size) - picture.field * zoom) * 0.5f;
  for (const Sprite& sprite : picture.sprites)
    if (sprite.image < model.textures.size())
      draw_sprite(list, sprite, model.session.images()[sprite.image],
                  texture_id(model.textures[sprite.image]), origin, zoom);
  list.PopClipRect();
}

const ScenePicture& picture_of(const SceneEntry& entry, const Model& model, UiState& ui) {
  auto& known = ui.scene_pictures;
  const auto found = known.find(entry.id);
  if (found != known.end()) return found->second;
  return known.emplace(entry.id, scene_picture(entry, model.session.images())).first->second;
}

}  // namespace

std::optional<std::string> draw_scene_lines(std::string_view group, const SceneEntry* now,
                                            const Model& model, UiState& ui) {
  std::optional<std::string> chosen;
  const Theme& colors = theme(model.view.theme);
  const float line = ImGui::GetTextLineHeight(), gap = ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 size{line * 4, line * 2.25f};
  for (const SceneEntry* entry : scenes()) {
    if (entry->group != group) continue;
    const std::string id(entry->id);
    ImGui::PushID(id.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(ImGui::GetContentRegionAvail().x, line * 34);
    if (ImGui::Selectable("##scene", entry == now, 0, {width, size.y})) chosen = id;
    ImGui::PopID();
    remember_rect(ui, "scene." + id);
    draw_picture(picture_of(*entry, model, ui), model, at, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float left = at.x + size.x + gap;
    const std::string title(entry->title), sentence(entry->summary);
    list.AddText({left, at.y}, packed(colors[entry == now ? Role::accent : Role::text]),
                 tr(title.c_str()));
    const ImVec4 clip{left, at.y, at.x + width, at.y + size.y};
    const std::string shown = fitted_text(sentence, width - size.x - gap);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {left, at.y + line * 1.1f},
                 packed(colors[Role::text_dim]), shown.c_str(), nullptr, 0, &clip);
    if (shown != tr(std::string_view(sentence))) tooltip(sentence);
  }
  return chosen;
}

}  // namespace phasebox
