// SPDX-License-Identifier: MIT
// The tool "Bake": the structure of the static sprites, what it is worth, and its export.
#include <string>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "lab/bake/bake_export.hpp"
#include "ui/language/tr.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/progress_row.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

void drag_bake_option(const char* key, std::uint32_t& value, UiState& ui) {
  const Param& row = *find_param(kBakeRows, key);
  auto number = static_cast<int>(value);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(8 * ImGui::GetFontSize());
  const std::string format = std::string(tr(std::string_view(spaced(key)))) + " %d",
                    id = std::string("##bake-") + key;
  if (ImGui::DragInt(id.c_str(), &number, 0.1f, static_cast<int>(row.lo), static_cast<int>(row.hi),
                     format.c_str(), ImGuiSliderFlags_AlwaysClamp))
    value = static_cast<std::uint32_t>(number);
  remember_rect(ui, std::string("bake.") + key);
  tooltip(fmt::format("{} {}.", row.help, describe_range(row)));
}

void choose_bake_kind(BakeOptions& options, UiState& ui) {
  for (std::size_t k = 0; k < kBakeKindNames.size(); ++k) {
    const std::string name(kBakeKindNames[k]);
    const auto kind = static_cast<BakeKind>(k);
    ImGui::SameLine();
    if (ImGui::RadioButton(tr_label(name.c_str()), options.kind == kind)) options.kind = kind;
    remember_rect(ui, "bake.kind." + name);
    tooltip(find_param(kBakeRows, "kind")->help);
  }
}

void draw_bake_choices(const Model& model, UiState& ui, Requests& out) {
  const BakeStudy& study = model.lab.bake;
  const Pressed pressed = start_button(
      study, "bake",
      "Compute the structure of the static sprites once, and measure on a copy of the scene what "
      "it saves.",
      ui);
  if (pressed == Pressed::start) out.emplace_back(command::StartBake{ui.bake});
  if (pressed == Pressed::cancel) out.emplace_back(command::StopBake{});
  choose_bake_kind(ui.bake, ui);
  drag_bake_option("leaf-size", ui.bake.leaf_size, ui);
  if (ui.bake.kind != BakeKind::groups) drag_bake_option("max-depth", ui.bake.max_depth, ui);
  ImGui::SameLine();
  bool is_shown = model.view.shows(Overlay::baked);
  if (ImGui::Checkbox(tr_label("show"), &is_shown))
    out.emplace_back(command::SetParam{Owner::view(), "baked", is_shown ? 1.0 : 0.0});
  remember_rect(ui, "bake.show");
  tooltip("Draw what is baked over the field.");
  progress_bar(study, theme(model.view.theme));
}

void draw_bake_table(const BakeWorth& worth) {
  constexpr auto kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV |
                          ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
  const auto rows = bake_table(worth);
  if (rows.empty() || !ImGui::BeginTable("bake", static_cast<int>(kBakeHeads.size()), kFlags))
    return;
  for (const std::string_view head : kBakeHeads)
    ImGui::TableSetupColumn(tr(std::string(head).c_str()));
  ImGui::TableHeadersRow();
  for (const BakeTableRow& row : rows)
    for (const std::string& cell : row.cells) {
      ImGui::TableNextColumn();
      text(cell);
    }
  ImGui::EndTable();
}

void draw_bake_exports(const Baked& baked, UiState& ui, Requests& out) {
  constexpr const char* kName = "level";
  if (ImGui::Button(tr_label("Export JSON")))
    out.emplace_back(request::SaveData{kName, baked_json(baked), "json"});
  remember_rect(ui, "bake.json");
  tooltip("Boxes, members and nodes as a JSON file in the current folder.");
  ImGui::SameLine();
  if (ImGui::Button(tr_label("Export C")))
    out.emplace_back(request::SaveData{kName, baked_c(baked, kName), "h"});
  remember_rect(ui, "bake.c");
  tooltip("A header for C99 and C++ in the current folder: constant arrays and a query function.");
}

void draw_bake(const Model& model, UiState& ui, Requests& out) {
  const Theme& colors = theme(model.view.theme);
  draw_bake_choices(model, ui, out);
  const BakeStudy& study = model.lab.bake;
  if (!study.dropped().empty())
    text_wrapped(fmt::format("{} What was baked no longer holds; start again.", study.dropped()),
                 colors[Role::warning]);
  const auto worth = study.found();
  if (!worth || !worth->baked) {
    text_wrapped(model.session.world().has_statics()
                     ? "A structure of what never moves is computed once, when a level is built, "
                       "and not in every frame. How many tests does that save here?"
                     : "No sprite is static. Pin those that never move: right-click them, Pin.",
                 colors[Role::text_dim]);
    return;
  }
  text_wrapped(fmt::format("{}; {}.", baked_text(*worth), measured_text(*worth)),
               colors[Role::text]);
  draw_bake_exports(*worth->baked, ui, out);
  draw_bake_table(*worth);
  for (const std::string& note : bake_notes(*worth)) text_wrapped(note, colors[Role::text]);
}

}  // namespace

// clang-format off
extern const ToolRow bake_tool{
    .action = {"bake", "Bake static sprites",
               "Compute a structure of the static sprites once, measure what it saves, and export it.",
               Menu::tools, {}},
    .title = "Bake", .height = 300, .draw = draw_bake};
// clang-format on

}  // namespace phasebox
