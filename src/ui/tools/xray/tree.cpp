// SPDX-License-Identifier: MIT
// The recursion as a tree, and for algorithms without parts the comparisons as a triangle.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/tools/xray/parts.hpp"
#include "ui/widgets/imgui_navigation.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

// What is known of a part when so many events are done.
std::string words_of(const Walk& walk, const WalkPart& part, std::size_t done) {
  const std::string name =
      fmt::format("{} {} · {}", walk.how().part, part.number, grouped(part.size));
  if (part.split < done) return fmt::format("{} → {}", name, grouped(part.children));
  if (part.done < done) return name;
  return name + " ...";
}

Role role_of(const WalkPart& part, std::size_t done) {
  if (part.split < done) return Role::temporary_group;
  return part.done < done ? Role::final_group : Role::accent;
}

std::vector<std::uint8_t> path_to(std::span<const WalkPart> parts, std::size_t at) {
  std::vector<std::uint8_t> lit(parts.size(), 0);
  for (; at < parts.size(); at = parts[at].parent) lit[at] = 1;
  return lit;
}

// Levels above it; a quadtree's depth may leap, so the parents count.
std::size_t level_of(std::span<const WalkPart> parts, std::size_t at) {
  std::size_t level = 0;
  while ((at = parts[at].parent) < parts.size()) ++level;
  return level;
}

void tree_row(const Walk& walk, std::size_t at, std::size_t done, bool is_lit, bool is_here,
              const Theme& colors, float scale) {
  const auto parts = walk.parts();
  const WalkPart& part = parts[at];
  // In a narrow pane deep rows share an indentation, so that their names stay in sight.
  const float indent = std::min(static_cast<float>(level_of(parts, at)) * 12 * scale,
                                0.4f * ImGui::GetContentRegionAvail().x);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_here)
    list.AddRectFilled(from, {from.x + ImGui::GetContentRegionAvail().x, from.y + height},
                       packed(colors[Role::accent].with_alpha(0.28f)), 3 * scale);
  for (float x = 6 * scale; x < indent; x += 12 * scale)
    list.AddLine({from.x + x, from.y}, {from.x + x, from.y + height},
                 packed(colors[Role::panel_border]), scale);
  const Color dot = colors[role_of(part, done)].with_alpha(1);
  list.AddCircleFilled({from.x + indent + 6 * scale, from.y + height / 2}, 4 * scale, packed(dot));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent + 14 * scale);
  text(words_of(walk, part, done), colors[is_lit ? Role::text : Role::text_dim]);
}

}  // namespace

void draw_xray_tree(const Xray& xray, const Theme& colors, UiState& ui) {
  const Walk& walk = xray.broad();
  const std::size_t done = xray.done_broad();
  const std::size_t begun = walk.parts_at(done), here = walk.part_at(done);
  text(counted(begun, walk.how().part), colors[Role::text_dim]);
  begin_child("parts", {0, 0});
  const auto lit = path_to(walk.parts(), here);
  const float row = ImGui::GetTextLineHeight();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(4 * ui.scale, 0));
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(begun), row);
  while (clipper.Step())
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
      const auto at = static_cast<std::size_t>(k);
      tree_row(walk, at, done, lit[at] != 0, at == here, colors, ui.scale);
    }
  clipper.End();
  ImGui::PopStyleVar();
  // The current part stays in sight; a user who scrolls while nothing moves may look elsewhere.
  if (here < begun && ui.xray_seen != xray.at())
    ImGui::SetScrollY(static_cast<float>(here) * row - ImGui::GetWindowHeight() / 2);
  ui.xray_seen = xray.at();
  ImGui::EndChild();
}

void draw_xray_matrix(const Xray& xray, const Theme& colors, float scale) {
  const auto n = static_cast<float>(xray.boxes().size());
  const auto events = xray.broad().events().first(xray.done_broad());
  text("which sprites were compared", colors[Role::text_dim]);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float side = std::min(room.x, room.y), cell = side / std::max(n, 1.0f);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto square = [&](SpriteId a, SpriteId b, Color color) {
    const auto [low, high] = std::minmax(a, b);
    const ImVec2 min{at.x + static_cast<float>(low) * cell, at.y + static_cast<float>(high) * cell};
    list.AddRectFilled(min, {min.x + std::max(cell, 1.0f), min.y + std::max(cell, 1.0f)},
                       packed(color));
  };
  // More would only lie on each other.
  constexpr std::size_t kMax = 40'000;
  const auto shown = events.last(std::min(events.size(), kMax));
  for (const Event& e : shown)
    if (is_test(e.kind)) square(e.a, e.b, colors[Role::temporary_group].with_alpha(0.45f));
  for (const Event& e : shown)
    if (e.kind == EventKind::hit) square(e.a, e.b, colors[Role::candidate]);
  if (const auto pair = xray.broad().state(xray.done_broad()).pair)
    square(pair->a, pair->b, colors[Role::accent]);
  list.AddTriangle(at, {at.x, at.y + side}, {at.x + side, at.y + side},
                   packed(colors[Role::panel_border]), scale);
}

}  // namespace phasebox
