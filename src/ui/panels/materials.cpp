// SPDX-License-Identifier: MIT
// What the images are made of: a restitution and a friction of each one's own.
#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kMaterialHelp =
    "Restitution and friction of the sprites of one image. Where two meet, the larger restitution "
    "holds and the geometric mean of the frictions; a border is as what meets it.";

// Typed with Enter, so that each value is one change to be undone. Gray: as the parameter says.
bool material_field(const char* id, float& own, float otherwise, float most, const Theme& colors) {
  const bool is_own = own >= 0;
  float value = is_own ? own : otherwise;
  ImGui::SetNextItemWidth(4.5f * ImGui::GetFontSize());
  ImGui::PushStyleColor(ImGuiCol_Text, packed(colors[is_own ? Role::text : Role::text_dim]));
  const bool is_entered =
      ImGui::InputFloat(id, &value, 0, 0, "%.2f", ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::PopStyleColor();
  if (!is_entered || !(value >= 0)) return false;
  own = std::min(value, most);
  return true;
}

void material_row(const Session& session, std::uint16_t image, const Theme& colors, UiState& ui,
                  Requests& out) {
  const ImageMaterial before = material_of(session.materials(), image);
  const ResponseOptions& response = session.response();
  const std::string& name = session.images()[image].name;
  ImageMaterial own = before;
  ImGui::PushID(image);
  ImGui::TableNextColumn();
  text(name);
  ImGui::TableNextColumn();
  bool is_set = material_field("##e", own.restitution, response.restitution, 1, colors);
  remember_rect(ui, "material." + name + ".restitution");
  tooltip("Restitution, 0 to 1, of this image; gray: as the parameter says.");
  ImGui::TableNextColumn();
  is_set |= material_field("##mu", own.friction, response.friction, 4, colors);
  remember_rect(ui, "material." + name + ".friction");
  tooltip("Friction, 0 to 4, of this image; gray: as the parameter says.");
  ImGui::TableNextColumn();
  if (before != ImageMaterial{}) {
    if (ImGui::SmallButton(tr_label("Clear"))) own = {}, is_set = true;
    remember_rect(ui, "material." + name + ".clear");
    tooltip("Both as the parameters say.");
  }
  if (is_set) out.emplace_back(command::SetMaterial{image, own});
  ImGui::PopID();
}

}  // namespace

void draw_materials(const Model& model, UiState& ui, Requests& out) {
  const bool is_open = ImGui::TreeNodeEx(tr_label("by image"), ImGuiTreeNodeFlags_NoTreePushOnOpen);
  remember_rect(ui, "fold.by image");
  tooltip(kMaterialHelp);
  if (!is_open) return;
  const auto shown = model.session.world().images();
  const std::set<std::uint16_t> images(shown.begin(), shown.end());
  if (!ImGui::BeginTable("materials", 4, ImGuiTableFlags_SizingFixedFit)) return;
  const Theme& colors = theme(model.view.theme);
  for (const char* title : {"image", "restitution", "friction", ""}) {
    ImGui::TableNextColumn();
    text(title, colors[Role::text_dim]);
  }
  for (const std::uint16_t image : images) material_row(model.session, image, colors, ui, out);
  ImGui::EndTable();
}

}  // namespace phasebox
