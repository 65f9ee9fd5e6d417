// SPDX-License-Identifier: MIT
// What is written over the field: legend, paused badge, empty state, launch speed, toasts, labels.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "ui/format.hpp"
#include "ui/style.hpp"
#include "ui/widgets.hpp"

namespace phasebox {
namespace {

constexpr float kMargin = 10;  // px before scaling, from the field's edge

void write_centred(ImDrawList& list, ImVec2 at, Colour colour, const std::string& words) {
  const ImVec2 size = ImGui::CalcTextSize(words.c_str());
  list.AddText({at.x - size.x / 2, at.y - size.y / 2}, packed(colour), words.c_str());
}

// A rounded plate with one line on it; returns its height.
float plate(ImDrawList& list, ImVec2 top_middle, float scale, Colour ground, Colour border,
            Colour ink, const std::string& words, float wrap) {
  const ImVec2 size = ImGui::CalcTextSize(words.c_str(), nullptr, false, wrap);
  const float pad = 8 * scale;
  const ImVec2 min{top_middle.x - size.x / 2 - pad, top_middle.y};
  const ImVec2 max{top_middle.x + size.x / 2 + pad, top_middle.y + size.y + pad};
  list.AddRectFilled(min, max, packed(ground), 6 * scale);
  list.AddRect(min, max, packed(border), 6 * scale, 0, scale);
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {min.x + pad, min.y + pad / 2}, packed(ink),
               words.c_str(), nullptr, wrap);
  return max.y - min.y;
}

void legend_line(const LegendLine& line, const Theme& colours, float scale) {
  const float size = ImGui::GetFontSize() * 0.62f;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float top = at.y + (ImGui::GetTextLineHeight() - size) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Colour colour = colours[line.role].with_alpha(1);
  list.AddRectFilled({at.x, top}, {at.x + size, top + size},
                     packed({colour.r, colour.g, colour.b, 255}), 2 * scale);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + size + 6 * scale);
  text(line.text);
}

// A bar from cold to hot under what it stands for, with its two ends in numbers.
void heat_bar(const HeatScale& heat, const Theme& colours, float scale) {
  text(heat.text, colours[Role::text_dim]);
  if (!heat.is_complete) text("(not all events were kept)", colours[Role::warning]);
  const bool is_whole = heat.unit.empty();
  const std::string most = is_whole ? thousands(static_cast<std::uint64_t>(heat.most))
                                    : fmt::format("{:.1f} {}", heat.most, heat.unit);
  text("0");
  ImGui::SameLine();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight() * 0.7f, part = 22 * scale;
  const float top = at.y + (ImGui::GetTextLineHeight() - height) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t k = 0; k + 1 < colours.heat.size(); ++k) {
    const float x = at.x + part * static_cast<float>(k);
    const ImU32 left = packed(colours.heat[k]), right = packed(colours.heat[k + 1]);
    list.AddRectFilledMultiColor({x, top}, {x + part, top + height}, left, right, right, left);
  }
  ImGui::Dummy({part * static_cast<float>(colours.heat.size() - 1), ImGui::GetTextLineHeight()});
  ImGui::SameLine();
  text(most);
}

// While the X-ray goes through the impacts, they are all that is drawn.
ViewOptions shown_in_field(const Model& model) {
  ViewOptions view = model.view;
  const Xray& xray = model.lab.xray;
  if (!xray.is_open() || !xray.is_in_impacts()) return view;
  view.structure = view.candidates = view.collisions = view.boundaries = false;
  view.impacts = true;
  return view;
}

// What any of the lanes shows, or the field where there are none.
std::vector<LegendLine> legend_of(const Model& model) {
  const LiveRace& race = model.lab.race;
  if (!race.has_lanes())
    return legend(shown_in_field(model), model.trace, model.camera, model.probe);
  std::vector<LegendLine> all;
  for (const RaceRunner& runner : race.runners())
    for (const LegendLine& line : legend(model.view, runner.trace(), model.camera, model.probe))
      if (std::ranges::find(all, line.text, &LegendLine::text) == all.end()) all.push_back(line);
  return all;
}

}  // namespace

void draw_legend(const Model& model, Chrome& chrome, const Aabb& field, Intents& out) {
  const Theme& colours = theme(model.view.theme);
  const float margin = kMargin * chrome.scale;
  // Above the ruler, when there is one.
  const float left = field.min.x + margin + (model.view.boundaries ? margin : 0);
  ImGui::SetNextWindowPos({left, field.max.y - margin}, ImGuiCond_Always, {0, 1});
  ImGui::SetNextWindowBgAlpha(0.85f);
  const float room = std::max(field.max.x - margin - left, 4 * ImGui::GetFontSize());
  ImGui::SetNextWindowSizeConstraints({0, 0}, {room, extent(field).y});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(6 * chrome.scale, 1 * chrome.scale));
  ImGui::Begin("legend", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  if (model.view.legend) {
    if (const auto heat = heat_scale(model.view, model.session, model.trace))
      heat_bar(*heat, colours, chrome.scale);
    for (const LegendLine& line : legend_of(model)) legend_line(line, colours, chrome.scale);
    const Verdict& verdict = model.lab.oracle.verdict();
    if (!model.lab.race.has_lanes() && verdict.missed.count + verdict.swallowed.count > 0)
      legend_line({Role::missed, "missed by the algorithm"}, colours, chrome.scale);
  }
  text(model.view.legend ? "Legend ▼" : "Legend ▲", colours[Role::text_dim]);
  if (ImGui::IsItemClicked())
    out.commands.push_back(command::SetParam{"view", "legend", model.view.legend ? 0.0 : 1.0});
  remember_rect(chrome, "legend");
  tooltip("Click to fold or unfold.");
  ImGui::End();
  ImGui::PopStyleVar();
}

void draw_field_notes(const Model& model, Chrome& chrome, const Aabb& field) {
  const Theme& colours = theme(model.view.theme);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect(to_imgui(field.min), to_imgui(field.max));
  if (model.session.world().empty() && !model.aim)
    write_centred(
        list, to_imgui(center(field)), colours[Role::text_dim],
        model.session.show() ? "No boxes in this frame" : "Press + or drag here to launch one");
  const float margin = kMargin * chrome.scale;
  if (model.paused) {
    const float room = extent(field).x / 2 - margin;
    const auto half_of = [&](const char* words) {
      return ImGui::CalcTextSize(words).x / 2 + 8 * chrome.scale;
    };
    const char* words = "PAUSED · P goes on · O single step";
    if (half_of(words) > room) words = "PAUSED · P goes on";
    const float half = half_of(words);
    plate(list, {field.max.x - half - margin, field.min.y + margin * 1.6f}, chrome.scale,
          colours[Role::panel].with_alpha(0.92f), colours[Role::accent], colours[Role::text], words,
          0);
  }
  float y = field.max.y - margin;
  for (const Remark& remark : model.remarks) {
    const bool has_room = extent(field).x > 420 * chrome.scale;  // the panel says it too
    // In a lane it would seem to be about another algorithm.
    if (!remark.warning || !has_room || model.lab.race.has_lanes()) continue;
    const float wrap = std::min(extent(field).x * 0.45f, 460 * chrome.scale);
    const ImVec2 size = ImGui::CalcTextSize(remark.text.c_str(), nullptr, false, wrap);
    y -= size.y + 8 * chrome.scale;
    plate(list, {field.max.x - size.x / 2 - 8 * chrome.scale - margin, y}, chrome.scale,
          colours[Role::panel].with_alpha(0.92f), colours[Role::warning], colours[Role::text],
          remark.text, wrap);
  }
  if (model.aim) {
    const auto [from, pointer] = *model.aim;
    list.AddLine(to_imgui(from), to_imgui(pointer), packed(colours[Role::aim].with_alpha(0.4f)),
                 2 * chrome.scale);  // the sling; the arrow of the flight is the view's
    const float side = pointer.y > from.y ? 1.0f : -1.0f;
    write_centred(list, {pointer.x, pointer.y + side * 22 * chrome.scale}, colours[Role::text],
                  fmt::format("{:.1f} px/step", model.aim_speed));
  }
  list.PopClipRect();
}

void draw_toasts(const Model& model, Chrome& chrome, const Aabb& field) {
  const Theme& colours = theme(model.view.theme);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  float y = field.min.y + 2 * kMargin * chrome.scale;
  // Below the paused badge: in a narrow field both would have the same place.
  if (model.paused) y += ImGui::GetTextLineHeight() + 14 * chrome.scale;
  const auto& all = chrome.messages.all();
  const std::size_t first = all.size() - std::min(all.size(), MessageLog::kToasts);
  for (std::size_t i = first; i < all.size(); ++i) {
    if (!MessageLog::is_toast(all[i], model.now)) continue;
    const bool warning = all[i].kind == Message::Kind::warning;
    const float wrap = std::min(extent(field).x * 0.8f, 560 * chrome.scale);
    y += plate(list, {center(field).x, y}, chrome.scale, colours[Role::panel],
               colours[warning ? Role::warning : Role::panel_border], colours[Role::text],
               all[i].text, wrap) +
         6 * chrome.scale;
  }
}

void draw_labels(const DrawList& list, const Camera& camera) {
  ImDrawList& target = *ImGui::GetBackgroundDrawList();
  target.PushClipRect(to_imgui(camera.viewport.min), to_imgui(camera.viewport.max));
  for (const Label& label : list.labels)
    target.AddText(to_imgui(camera.to_screen(label.at)), packed(label.colour), label.text.c_str());
  target.PopClipRect();
}

}  // namespace phasebox
