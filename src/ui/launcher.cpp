// SPDX-License-Identifier: MIT
// Which image a launched sprite shows, and how large.
#include <algorithm>
#include <string>

#include "ui/style.hpp"
#include "ui/widgets.hpp"

namespace phasebox {
namespace {

// The image, in a square of side `side`, as large as fits.
void draw_thumbnail(const Image& image, ImTextureID texture, ImVec2 min, float side) {
  const float w = static_cast<float>(image.width), h = static_cast<float>(image.height);
  const float inner = side * 0.84f, k = inner / std::max(w, h);
  const ImVec2 a{min.x + (side - w * k) / 2, min.y + (side - h * k) / 2};
  ImGui::GetWindowDrawList()->AddImage(texture, a, {a.x + w * k, a.y + h * k});
}

void choice(const Model& model, Chrome& chrome, std::size_t i, float side) {
  const Image& image = model.session.images()[i];
  const Theme& colours = theme(model.view.theme);
  const ImVec2 min = ImGui::GetCursorScreenPos(), max{min.x + side, min.y + side};
  if (ImGui::InvisibleButton(image.name.c_str(), {side, side}))
    chrome.launch_image = static_cast<std::uint16_t>(i);
  remember_rect(chrome, "launch." + image.name);
  tooltip("Launch '" + image.name + "': drag on empty ground.");
  const bool chosen = chrome.launch_image == i;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // White letters and ships would vanish on a light panel: thumbnails always lie on the dark
  // ground.
  list.AddRectFilled(min, max, packed(theme(ThemeId::dark)[Role::background]), 4);
  if (i < model.textures.size()) draw_thumbnail(image, texture_id(model.textures[i]), min, side);
  if (chosen || ImGui::IsItemHovered())
    list.AddRect(min, max, packed(colours[chosen ? Role::accent : Role::text_dim]), 4, 0,
                 chosen ? 2 * chrome.scale : 1);
}

}  // namespace

void draw_launcher(const Model& model, Chrome& chrome) {
  const Theme& colours = theme(model.view.theme);
  text("launch image", colours[Role::text_dim]);
  tooltip(
      "Drag on empty ground to launch a sprite with this image; drop a PNG or JPEG on the window "
      "to add one.");
  const float side = 26 * chrome.scale, gap = 3 * chrome.scale;
  const float width = ImGui::GetContentRegionAvail().x;
  const auto columns = static_cast<std::size_t>(std::max(1.0f, (width + gap) / (side + gap)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, gap));
  for (std::size_t i = 0; i < model.session.images().size(); ++i) {
    if (i % columns != 0) ImGui::SameLine();
    ImGui::PushID(static_cast<int>(i));
    choice(model, chrome, i, side);
    ImGui::PopID();
  }
  ImGui::PopStyleVar();
  ImGui::AlignTextToFramePadding();
  text("launch size", colours[Role::text_dim]);
  const char* const kHelp = "Longer side of a launched sprite, 4 to 512 px. Double click to type.";
  tooltip(kHelp);
  ImGui::SameLine(ImGui::GetCursorPosX() + width * 0.42f);
  ImGui::SetNextItemWidth(-1);
  ImGui::DragFloat("##launch-size", &chrome.launch_size, 0.5f, 4, 512, "%.0f px",
                   ImGuiSliderFlags_AlwaysClamp);
  remember_rect(chrome, "launch-size");
  if (!ImGui::IsItemActive()) tooltip(kHelp);
}

}  // namespace phasebox
