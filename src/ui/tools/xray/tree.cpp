// SPDX-License-Identifier: MIT
// Draws the groups, cells or nodes of a walk as a tree.
#include <algorithm>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/tools/xray/panes.hpp"

namespace phasebox::ui {
namespace {

// Returns how many ancestors the part with that index has. WalkPart::depth would not do, because a
// quadtree may skip levels.
std::size_t level_of(std::span<const WalkPart> parts, std::size_t at) {
  std::size_t level = 0;
  while ((at = parts[at].parent) < parts.size()) ++level;
  return level;
}

// Draws one row of the tree: what is known of the part with index `at` after the first `done`
// events of the broadphase.
void tree_row(const Gui& gui, const Walk& walk, std::size_t at, std::size_t done, bool is_lit) {
  const auto parts = walk.parts();
  const WalkPart& part = parts[at];
  const bool is_split = part.split < done, is_done = part.done < done;
  const Sentence numbers =
      is_split ? say("{} · {} → {}", part.number, grouped(part.size), grouped(part.children))
               : say("{} · {}", part.number, grouped(part.size));
  const Sentence words = say("{} {}", walk.how().part, numbers);
  // Deep rows are indented by at most 40 % of the pane, so that their names stay in sight.
  const float indent = std::min(static_cast<float>(level_of(parts, at)) * 12 * gui.ui.scale,
                                0.4f * ImGui::GetContentRegionAvail().x);
  const Vec2 from = ImGui::GetCursorScreenPos(), down{0, ImGui::GetTextLineHeight()};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (at == walk.part_at(done))
    list.AddRectFilled(from, from + down + Vec2{ImGui::GetContentRegionAvail().x, 0},
                       gui.ink(Role::accent, 0.28f), gui.px(3));
  for (float x = gui.px(6); x < indent; x += gui.px(12))
    list.AddLine(from + Vec2{x, 0}, from + down + Vec2{x, 0}, gui.ink(Role::panel_border),
                 gui.ui.scale);
  const Role role = is_split ? Role::temporary_group : is_done ? Role::final_group : Role::accent;
  list.AddCircleFilled({from.x + indent + gui.px(6), from.y + down.y / 2}, gui.px(4),
                       gui.ink(role));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent + gui.px(14));
  const float room = ImGui::GetContentRegionAvail().x;
  // Where there is no room for the kind of part, only its numbers are shown: the heading names it.
  const bool is_narrow = text_width(words) > room;
  text_as_is(fitted_text(is_narrow ? numbers : words, room),
             gui.colors[is_lit ? Role::text : Role::text_dim]);
}

}  // namespace

void draw_xray_tree(const Gui& gui, const Xray& xray) {
  const Walk& walk = xray.broad();
  const std::size_t done = xray.done_broad();
  const std::size_t begun = walk.parts_at(done), here = walk.part_at(done);
  text(gui, counted(begun, walk.how().part), Role::text_dim);
  begin_child("parts", {0, 0});
  std::vector<std::uint8_t> lit(walk.parts().size(), 0);
  for (std::size_t at = here; at < lit.size(); at = walk.parts()[at].parent) lit[at] = 1;
  const float row = ImGui::GetTextLineHeight();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gui.px(4), 0));
  draw_rows(
      begun, [&](std::size_t at) { tree_row(gui, walk, at, done, lit[at] != 0); }, row);
  ImGui::PopStyleVar();
  scroll_with_walk(gui, xray,
                   here < begun ? std::optional(static_cast<float>(here) * row) : std::nullopt);
  ImGui::EndChild();
}

}  // namespace phasebox::ui
