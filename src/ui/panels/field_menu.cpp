// SPDX-License-Identifier: MIT
// The menu of the right button in the field: what can be done with the sprites chosen.
#include <algorithm>
#include <string>
#include <vector>

#include "base/number_format.hpp"
#include "ui/language/tr.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/imgui_navigation.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

constexpr int kCategories = 16, kPerRow = 8;

using Bits = std::uint16_t Filter::*;

// Sixteen boxes for one of the two words of a filter; a square where the sprites differ.
void filter_boxes(const char* name, Bits bits, const Model& model, std::span<const SpriteId> chosen,
                  UiState& ui, Requests& out) {
  const auto filters = model.session.world().filters();
  const float left = ImGui::GetStyle().WindowPadding.x, pitch = 3.1f * ImGui::GetFontSize();
  ImGui::PushID(name);
  for (int k = 0; k < kCategories; ++k) {
    const auto bit = static_cast<std::uint16_t>(1u << k);
    const auto has = [&](SpriteId id) { return (filters[id].*bits & bit) != 0; };
    // Two bits, both set when all have it: that is how ImGui draws the state between.
    unsigned state =
        (std::ranges::any_of(chosen, has) ? 1u : 0) | (std::ranges::all_of(chosen, has) ? 2u : 0);
    if (k % kPerRow != 0) ImGui::SameLine(left + pitch * static_cast<float>(k % kPerRow));
    if (ImGui::CheckboxFlags(std::to_string(k + 1).c_str(), &state, 3u)) {
      command::SetFilter set{.ids = {chosen.begin(), chosen.end()}};
      const bool is_category = bits == &Filter::category;
      (state ? (is_category ? set.category_on : set.mask_on)
             : (is_category ? set.category_off : set.mask_off)) = bit;
      out.emplace_back(std::move(set));
    }
    remember_rect(ui, std::string("filter.") + name + "." + std::to_string(k + 1));
  }
  ImGui::PopID();
}

void filter_menu(const Model& model, std::span<const SpriteId> chosen, UiState& ui, Requests& out) {
  const Color dim = theme(model.view.theme)[Role::text_dim];
  const bool open = ImGui::BeginMenu(tr_label("Filter"));
  remember_rect(ui, "menu.filter");
  if (!open) return;
  text("is of category", dim);
  filter_boxes("category", &Filter::category, model, chosen, ui, out);
  text("collides with", dim);
  filter_boxes("mask", &Filter::mask, model, chosen, ui, out);
  text_within("Two sprites are tested when each one collides with a category of the other.",
              ImGui::GetFontSize() * 25, dim);
  ImGui::EndMenu();
}

void volume_menu(const Model& model, std::span<const SpriteId> chosen, UiState& ui, Requests& out) {
  constexpr std::array<const char*, 3> kHelp{"Box of the rotated opaque area; follows the angle.",
                                             "One square for every angle.",
                                             "Square round the smallest circle."};
  const bool open = ImGui::BeginMenu(tr_label("Bounding volume"));
  remember_rect(ui, "menu.volume");
  if (!open) return;
  const auto volumes = model.session.world().volumes();
  for (std::size_t k = 0; k < kVolumeNames.size(); ++k) {
    const auto volume = static_cast<Volume>(k);
    const bool all =
        std::ranges::all_of(chosen, [&](SpriteId id) { return volumes[id] == volume; });
    const std::string name(kVolumeNames[k]);
    if (ImGui::MenuItem(tr_label(name.c_str()), nullptr, all))
      out.emplace_back(command::SetVolume{{chosen.begin(), chosen.end()}, volume});
    remember_rect(ui, "volume." + name);
    tooltip(kHelp[k]);
  }
  ImGui::EndMenu();
}

std::string heading(const Model& model, std::span<const SpriteId> chosen) {
  if (chosen.size() != 1) return counted(chosen.size(), "sprite");
  if (const RecordingPlayback* show = model.session.show())
    return "Object " + std::to_string(show->ids()[chosen[0]]);
  return "Sprite " + grouped(chosen[0]);
}

void draw_sprite_menu(const Model& model, std::span<const SpriteId> chosen, UiState& ui,
                      Requests& out) {
  ImGui::TextDisabled("%s", tr(heading(model, chosen).c_str()));
  if (chosen.size() <= 2) {
    // The action of an open tool would close it.
    if (ImGui::MenuItem(tr_label("Why tested?"), keys_of(why_tool.action, ui.keys).c_str()) &&
        ui.tool != "why")
      out.emplace_back(Invocation{&why_tool.action});
    remember_rect(ui, "menu.why");
    tooltip(why_tool.action.help);
  }
  if (model.session.show()) {
    menu_line(fit_selection_action, model, ui, out);
    ImGui::TextDisabled("%s", tr("as recorded; nothing to change"));
    return;
  }
  const auto statics = model.session.world().statics();
  const bool pinned = std::ranges::all_of(chosen, [&](SpriteId id) { return statics[id] != 0; });
  if (ImGui::MenuItem(tr_label(pinned ? "Unpin" : "Pin")))
    out.emplace_back(command::SetStatic{{chosen.begin(), chosen.end()}, !pinned});
  remember_rect(ui, "menu.pin");
  tooltip("A pinned sprite never moves by itself.");
  filter_menu(model, chosen, ui, out);
  volume_menu(model, chosen, ui, out);
  menu_line(clone_action, model, ui, out);
  remember_rect(ui, "menu.clone");
  menu_line(remove_action, model, ui, out);
  remember_rect(ui, "menu.delete");
}

}  // namespace

void draw_field_menu(const Model& model, UiState& ui, Requests& out) {
  if (ui.opens_menu) ImGui::OpenPopup("field menu");
  ui.opens_menu = false;
  ImGui::SetNextWindowPos(to_imgui(ui.menu_at), ImGuiCond_Appearing);
  if (!ImGui::BeginPopup("field menu")) return;
  if (ui.keyboard.is_on && ImGui::IsWindowAppearing()) show_focus();
  std::vector<SpriteId> chosen(model.selection.begin(), model.selection.end());
  std::erase_if(chosen, [&](SpriteId id) { return id >= model.session.world().size(); });
  if (chosen.empty()) {
    menu_line(whole_field_action, model, ui, out);
    menu_line(pause_action, model, ui, out);
  } else {
    draw_sprite_menu(model, chosen, ui, out);
  }
  ImGui::EndPopup();
}

}  // namespace phasebox
