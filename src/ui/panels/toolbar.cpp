// SPDX-License-Identifier: MIT
// The bar above the field: time, and what is launched.
#include <algorithm>
#include <string>

#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

constexpr float kSide = 24;  // px before scaling, of a picture

void bar_button(const Model& model, const ActionRow& action, const char* title, UiState& ui,
                Requests& out) {
  const bool has_no_seed = &action == &new_seed_action && model.session.show();
  ImGui::BeginDisabled(has_no_seed);
  if (ImGui::Button(tr_label(title))) out.emplace_back(Invocation{&action});
  ImGui::EndDisabled();
  remember_rect(ui, "bar." + std::string(action.id));
  tooltip(has_no_seed ? "Recorded boxes have no seed." : hint_of(action, ui.keys));
  ImGui::SameLine();
}

// The image, in a square of side `side`, as large as fits.
void draw_thumbnail(const Image& image, ImTextureID texture, ImVec2 min, float side) {
  const float w = static_cast<float>(image.width), h = static_cast<float>(image.height);
  const float inner = side * 0.84f, k = inner / std::max(w, h);
  const ImVec2 a{min.x + (side - w * k) / 2, min.y + (side - h * k) / 2};
  ImGui::GetWindowDrawList()->AddImage(texture, a, {a.x + w * k, a.y + h * k});
}

void choice(const Model& model, UiState& ui, std::size_t i, float side) {
  const Image& image = model.session.images()[i];
  const Theme& colors = theme(model.view.theme);
  const ImVec2 min = ImGui::GetCursorScreenPos(), max{min.x + side, min.y + side};
  ImGui::PushID(static_cast<int>(i));
  if (ImGui::InvisibleButton("image", {side, side}))
    ui.launch_image = static_cast<std::uint16_t>(i);
  ImGui::PopID();
  remember_rect(ui, "launch." + image.name);
  const bool is_hovered = ImGui::IsItemHovered();
  tooltip("Launch '" + image.name + "': drag on empty ground.");
  const bool chosen = ui.launch_image == i;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // White letters and ships would vanish on a light panel: thumbnails always lie on the dark
  // ground.
  list.AddRectFilled(min, max, packed(theme(ThemeId::dark)[Role::background]), 4);
  if (i < model.textures.size()) draw_thumbnail(image, texture_id(model.textures[i]), min, side);
  if (chosen || is_hovered)
    draw_outline(list, min, max, packed(colors[chosen ? Role::accent : Role::text_dim]),
                 chosen ? 2 * ui.scale : 1, 4);
}

void launch_size(UiState& ui) {
  const char* const kHelp = "Longer side of a launched sprite, 4 to 512 px. Double click to type.";
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 3.8f);
  ImGui::DragFloat("##launch-size", &ui.launch_size, 0.5f, 4, 512, "%.0f px",
                   ImGuiSliderFlags_AlwaysClamp);
  if (!ImGui::IsItemActive()) tooltip(kHelp);
}

// All images, where the bar has no room for them.
void more_images(const Model& model, UiState& ui, float side) {
  if (ImGui::Button("...##launch")) ImGui::OpenPopup("launch-images");
  tooltip("All images. Drop a PNG or JPEG on the window to add one.");
  if (!ImGui::BeginPopup("launch-images")) return;
  for (std::size_t i = 0; i < model.session.images().size(); ++i) {
    if (i % 8 != 0) ImGui::SameLine();
    choice(model, ui, i, side * 1.4f);
  }
  ImGui::EndPopup();
}

// The chosen image comes first where not all of them fit.
void launcher(const Model& model, UiState& ui) {
  const float side = kSide * ui.scale, gap = ImGui::GetStyle().ItemSpacing.x;
  // A narrow bar has room for the chosen image rather than for its title.
  if (ImGui::GetContentRegionAvail().x > 17 * ImGui::GetFontSize()) {
    ImGui::AlignTextToFramePadding();
    text("launch", theme(model.view.theme)[Role::text_dim]);
    tooltip(
        "Drag on empty ground to launch a sprite with this image; drop a PNG or JPEG on the window "
        "to add one.");
    ImGui::SameLine();
  }
  launch_size(ui);
  ImGui::SameLine();
  const std::size_t n = model.session.images().size();
  const float room = ImGui::GetContentRegionAvail().x;
  const bool fit = static_cast<float>(n) * (side + gap) - gap <= room;
  const float more = ImGui::CalcTextSize("...").x + 2 * ImGui::GetStyle().FramePadding.x + gap;
  auto shown = fit ? n : static_cast<std::size_t>(std::max(0.0f, (room - more) / (side + gap)));
  if (!fit && ui.launch_image >= shown && shown > 0 && ui.launch_image < n) {
    choice(model, ui, ui.launch_image, side);
    ImGui::SameLine();
    --shown;
  }
  for (std::size_t i = 0; i < shown; ++i) {
    choice(model, ui, i, side);
    ImGui::SameLine();
  }
  if (!fit) more_images(model, ui, side);
}

}  // namespace

void draw_toolbar(const Model& model, UiState& ui, const Aabb& where, Requests& out) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float frame = ImGui::GetFrameHeight();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      ImVec2(8 * ui.scale, std::max(0.0f, (extent(where).y - frame) / 2)));
  begin_fixed("bar", where, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(4 * ui.scale, style.ItemSpacing.y));
  bar_button(model, pause_action, model.paused ? "Resume" : "Pause", ui, out);
  bar_button(model, step_action, "Step", ui, out);
  bar_button(model, restart_action, "Restart", ui, out);
  bar_button(model, new_seed_action, "New seed", ui, out);
  if (!model.session.show()) launcher(model, ui);
  ImGui::PopStyleVar();
  ImGui::End();
}

}  // namespace phasebox
