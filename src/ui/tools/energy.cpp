// SPDX-License-Identifier: MIT
// The tool "Energy": energy and momentum of the sprites over the last steps.
#include "lab/energy/energy.hpp"

#include <algorithm>
#include <string>

#include "ui/language/tr.hpp"
#include "ui/model/application_model.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

// Without pushes there is nothing to plot; one click changes that.
void offer_pushes(const Theme& colors, UiState& ui, Requests& out) {
  const std::string key = key_or_menu(response_action, ui.keys);
  text_wrapped(
      "Energy and momentum are plotted while sprites push each other, as in the scenes "
      "Pour, Billiards and Newton's cradle. " +
          key + " lets them do so in this scene too.",
      colors[Role::text_dim]);
  if (ImGui::Button(tr_label("Let sprites push each other")))
    out.emplace_back(command::SetParam{Owner::response(), "response", 1});
  remember_rect(ui, "energy.push");
  tooltip(hint_of(response_action, ui.keys));
}

void draw_curves(const Energy& study, const Theme& colors, UiState& ui, Requests& out) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const bool is_wide = room.x > 620 * ui.scale;
  const float height = std::max(room.y - 16 * ui.scale, 130 * ui.scale);
  const float width = is_wide ? (room.x - gap) / 2 : room.x;
  draw_plot(study.energy_plot(), "energy", {width, height}, colors, ui, out);
  if (is_wide) ImGui::SameLine(0, gap);
  draw_plot(study.momentum_plot(), "momentum", {width, height}, colors, ui, out);
}

void draw_energy(const Model& model, UiState& ui, Requests& out) {
  const Theme& colors = theme(model.view.theme);
  const Energy& study = model.lab.energy;
  if (!study.is_on()) out.emplace_back(WatchEnergy{});
  text_wrapped(describe(study, model.session), colors[Role::text]);
  if (model.session.show()) return;
  if (!model.session.response().is_on()) return offer_pushes(colors, ui, out);
  if (!study.samples().empty()) draw_curves(study, colors, ui, out);
}

void end_energy(ApplicationModel& model) {
  if (model.lab.energy.is_on()) model.study(StopEnergy{});
}

}  // namespace

// clang-format off
extern const ToolRow energy_tool{
    .action = {"energy", "Energy",
               "Plot energy and momentum of the sprites over the last 30 s, while they push each other.",
               Menu::tools, {shift(on_key('e'))}},
    .title = "Energy", .height = 300, .draw = draw_energy, .unseen = end_energy};
// clang-format on

}  // namespace phasebox
