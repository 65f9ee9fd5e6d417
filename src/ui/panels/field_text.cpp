// SPDX-License-Identifier: MIT
// What is written in the field itself: empty state, launch speed, labels.
#include <string>

#include <fmt/format.h>

#include "ui/language/tr.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

void write_centered(ImDrawList& list, ImVec2 at, Color color, const std::string& words) {
  const char* const shown = tr(words.c_str());
  const ImVec2 size = ImGui::CalcTextSize(shown);
  list.AddText({at.x - size.x / 2, at.y - size.y / 2}, packed(color), shown);
}

std::string why_empty(const Model& model, const KeyMap& keys) {
  const RecordingPlayback* show = model.session.show();
  if (!show) return fmt::format("Launch one with {}, or drag here", key_or_menu(more_action, keys));
  const bool is_live = model.live && model.live->is_shown(model.session);
  return is_live && show->rows() == 0 ? "Waiting for the first frame of the game"
                                      : "No boxes in this frame";
}

}  // namespace

void draw_field_text(const Model& model, const KeyMap& keys, const Aabb& field) {
  const Theme& colors = theme(model.view.theme);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(to_imgui(field.min), to_imgui(field.max));
  if (model.session.world().empty() && !model.aim)
    write_centered(list, to_imgui(center(field)), colors[Role::text_dim], why_empty(model, keys));
  list.PopClipRect();
}

void draw_sling(const Model& model, const UiState& ui, const Aabb& field) {
  if (!model.aim) return;
  const Theme& colors = theme(model.view.theme);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const bool in_space = model.space && contains(model.space->viewport, model.aim->first);
  const Aabb& pane = in_space ? model.space->viewport : field;
  list.PushClipRect(to_imgui(pane.min), to_imgui(pane.max));
  const auto [from, pointer] = *model.aim;
  list.AddLine(to_imgui(from), to_imgui(pointer), packed(colors[Role::aim].with_alpha(0.4f)),
               2 * ui.scale);  // the arrow of the flight is the view's
  const float side = pointer.y > from.y ? 1.0f : -1.0f;
  write_centered(list, {pointer.x, pointer.y + side * 22 * ui.scale}, colors[Role::text],
                 fmt::format("{:.1f} px/step", model.aim_speed));
  list.PopClipRect();
}

void draw_labels(const DrawList& list, const Camera& camera, Color ground) {
  const float around = camera.line_scale;
  ImDrawList& target = *ImGui::GetBackgroundDrawList();
  target.PushClipRect(to_imgui(camera.viewport.min), to_imgui(camera.viewport.max));
  for (const Label& label : list.labels) {
    const char* const shown = tr(label.text.c_str());
    const Vec2 at = camera.to_screen(label.at);
    for (const Vec2 by : {Vec2{-1, -1}, Vec2{1, -1}, Vec2{-1, 1}, Vec2{1, 1}})
      target.AddText(to_imgui(at + by * around), packed(ground), shown);
    target.AddText(to_imgui(at), packed(label.color), shown);
  }
  target.PopClipRect();
}

}  // namespace phasebox
