// SPDX-License-Identifier: MIT
// The line along the lower edge: which algorithm, how exact, what it did, what a click would do.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

// "query: 5 found, 31 of 400 visited"; of an algorithm with nodes, how many of those as well.
std::string what_was_found(const RegionQuery& query, const Counters& c) {
  const std::string sprites = fmt::format("{}{} of {}", grouped(query.sprites_visited),
                                          query.log.dropped() > 0 ? "+" : "", grouped(c.sprites));
  const std::string parts = counted(query.parts_visited, c.part);
  const std::string looked = query.parts_visited == 0     ? sprites
                             : query.sprites_visited == 0 ? parts
                                                          : parts + ", " + sprites;
  return fmt::format("query: {} found, {} visited", grouped(query.found.size()), looked);
}

// A part of the line; the higher the rank, the sooner it gives way in a narrow window.
struct Part {
  std::string words;
  int rank;
};

// What is wrong stays on the line whatever else gives way.
void add_verdict(const Model& model, std::vector<Part>& parts) {
  const Verdict& verdict = model.lab.oracle.verdict();
  parts.push_back({describe(verdict, model.session), verdict.is_right() ? 1 : 0});
  if (verdict.is_sampled()) parts.push_back({describe_sample(verdict), 6});
}

void add_live(const Model& model, std::vector<Part>& parts) {
  if (!model.live || !model.live->is_shown(model.session)) return;
  parts.push_back({live_text(*model.live, model.session), 1});
  if (const std::uint64_t refused = model.live->report().refused)
    parts.push_back({counted(refused, "row") + " refused", 2});
}

std::vector<Part> what_ran(const Model& model) {
  const Counters& c = model.counters;
  const std::string title(model.session.broadphase().title);
  if (model.region_query) {
    std::vector<Part> parts{{title, 2}, {what_was_found(*model.region_query, c), 0}};
    const auto costs = std::span<const QueryCost>(model.region_query->costs);
    if (!costs.empty()) parts.push_back({cost_text(costs), 3});
    return parts;
  }
  const std::uint64_t n = model.session.world().size(), pairs = n > 1 ? n * (n - 1) / 2 : 0;
  std::vector<Part> parts{{title, 0}};
  add_live(model, parts);
  if (!model.session.is_detected()) return {{title, 0}, {"no pairs known", 0}};
  add_verdict(model, parts);
  if (!model.is_counted) return parts;
  if (c.groups > 0) parts.push_back({counted(c.groups, c.part), 4});
  parts.push_back({fmt::format("{} of {} tests", grouped(c.box_tests), grouped(pairs)), 5});
  parts.push_back({counted(c.collisions, "collision"), 3});
  if (model.detail == Detail::solid) parts.push_back({"solid rectangles, there are many", 7});
  if (model.detail == Detail::density) parts.push_back({"density, zoom in for sprites", 2});
  return parts;
}

std::string joined(std::span<const Part> parts) {
  std::string line;
  for (const Part& part : parts) line += (line.empty() ? "" : " · ") + part.words;
  return line;
}

// What fits, without anything of the ranks up to `keep` being left out.
std::string fitted(std::vector<Part>& parts, float room, int keep) {
  std::string line = joined(parts);
  while (text_width(line) > room) {
    const auto least = std::ranges::max_element(parts, {}, &Part::rank);
    if (least->rank <= keep) break;
    parts.erase(least);
    line = joined(parts);
  }
  return line;
}

constexpr const char* kTurns = "right drag turns, middle drag moves, wheel zooms";

std::string what_a_click_does(const Model& model, const UiState& ui) {
  if (model.aim)
    return fmt::format("let go to launch at {:.1f} px/step, Esc cancels", model.aim_speed);
  if (model.session.held()) return fmt::format("let go to throw sprite {}", *model.session.held());
  if (!model.pointer_in_field && !model.pointer_in_space) return "";
  if (model.region_query) return "Esc or a click ends the query";
  if (const RecordingPlayback* show = model.session.show())
    return model.hovered && *model.hovered < show->ids().size()
               ? fmt::format("object {} of the recording: click selects",
                             show->ids()[*model.hovered])
               : fmt::format("drag selects, Ctrl+drag queries a region, {}",
                             model.pointer_in_space ? kTurns : "wheel zooms");
  if (model.hovered)
    return fmt::format("sprite {}: click selects, drag moves and throws, right click: menu",
                       *model.hovered);
  const auto& images = model.session.images();
  const std::string name =
      ui.launch_image < images.size() ? images[ui.launch_image].name : "sprite";
  return fmt::format("drag launches '{}', Shift+drag selects, Ctrl+drag queries, {}", name,
                     model.pointer_in_space ? kTurns : "wheel zooms");
}

std::string rates(const Model& model) {
  if (model.paused) return "drawn when something changes";
  const double frames = model.frames_per_second;
  return fmt::format("{} · {} fps", rate(model.steps_per_second),
                     frames > 0 ? fmt::format("{:.0f}", frames) : "-");
}

}  // namespace

void draw_status(const Model& model, UiState& ui, const Aabb& where) {
  const Theme& colors = theme(model.view.theme);
  begin_fixed("status", where, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoInputs);
  const std::string right = rates(model);
  const float right_at =
      ImGui::GetWindowWidth() - text_width(right) - ImGui::GetStyle().WindowPadding.x;
  const float gap = 18 * ui.scale;
  std::vector<Part> parts = what_ran(model);
  std::string left = fitted(parts, right_at - gap, 2);
  // Then the rates give way.
  if (text_width(left) > right_at - gap) left = fitted(parts, ImGui::GetWindowWidth() - gap, 0);
  ImGui::SetCursorPosY((ImGui::GetWindowHeight() - ImGui::GetTextLineHeight()) / 2);
  ui.status = left;
  text(left, colors[model.lab.oracle.verdict().is_exact() ? Role::text : Role::warning]);
  const std::string hint = what_a_click_does(model, ui);
  ImGui::SameLine(0, gap);
  const float room = right_at - gap - ImGui::GetCursorPosX();
  // The hint gives way first; half a hint would only be in the way.
  if (!hint.empty() && text_width(hint) <= room)
    text(hint, colors[Role::text_dim]);
  else
    text("");
  if (room > -gap) {
    ImGui::SameLine(right_at);
    text(right);
  }
  ImGui::End();
}

}  // namespace phasebox
