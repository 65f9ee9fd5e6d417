// SPDX-License-Identifier: MIT
// Lays out a row of boundaries and draws its axis.
#include "ui/tools/xray/strip.hpp"

#include <algorithm>

namespace phasebox::ui {
namespace {

// Draws a line for each tick, begins above ends. In each px column there is at most one of each
// kind, because more would only cover each other.
void draw_ticks(const Gui& gui, ImDrawList& list, const Strip& strip) {
  float last[2] = {-1e9f, -1e9f};
  const bool has_names = strip.ticks.size() <= 48;
  for (const Tick& tick : strip.ticks) {
    const float x = strip.x(tick.at), height = gui.px(12);
    float& before = last[tick.opens ? 1 : 0];
    if (x - before < 1 && x >= before) continue;
    before = x;
    const Color color =
        gui.colors[tick.opens ? Role::open_boundary : Role::close_boundary].with_alpha(
            tick.is_done || !strip.counts ? 1.0f : 0.4f);
    const float top = tick.opens ? strip.base + 1 : strip.base + 1 + height;
    list.AddLine({x, top}, {x, top + height}, packed(color), (has_names ? 2 : 1) * gui.ui.scale);
  }
}

// Writes the sprites' names beside the ticks, where they do not cover each other.
void draw_names(const Gui& gui, ImDrawList& list, const Xray& xray, const Strip& strip) {
  // With more ticks than px nobody could tell which tick a name belongs to.
  if (static_cast<float>(strip.ticks.size()) > strip.max.x - strip.min.x) return;
  float free[2] = {-1e9f, -1e9f};
  for (const Tick& tick : strip.ticks) {
    const std::string name = std::to_string(xray.scene().name(tick.sprite));
    const float width = ImGui::CalcTextSize(name.c_str()).x * 0.8f;
    const float x = strip.x(tick.at) + gui.px(3);
    float& from = free[tick.opens ? 1 : 0];
    if (x < from || x + width > strip.max.x + gui.px(8)) continue;
    from = x + width + gui.px(2);
    const float y = strip.base + (tick.opens ? 0 : 12) * gui.ui.scale;
    list.AddText(ImGui::GetFont(), em() * 0.8f, {x, y},
                 gui.ink(tick.is_done ? Role::text : Role::text_dim), name.c_str());
  }
}

}  // namespace

void lay_out(Strip& strip) {
  const auto before = [](const Tick& a, const Tick& b) { return a.at < b.at; };
  if (strip.counts && !std::ranges::is_sorted(strip.ticks, before))
    for (std::size_t k = 0; k < strip.ticks.size(); ++k) {
      Tick& tick = strip.ticks[k];
      tick.at = static_cast<float>(k);
      if (tick.is_done) strip.here = tick.at;
    }
  if (strip.ticks.empty()) return;
  const auto [lo, hi] = std::ranges::minmax_element(strip.ticks, before);
  strip.lo = lo->at;
  strip.hi = std::max(hi->at, lo->at + 1);
}

void place(Strip& strip, float scale) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float below = 28 * scale;
  strip.min = {at.x + 6 * scale, at.y + 2 * scale};
  strip.max = {at.x + room.x - 10 * scale, at.y + room.y};
  strip.base = std::max(strip.max.y - below, strip.min.y + 8 * scale);
  strip.per_open = (strip.base - strip.min.y) / static_cast<float>(strip.most + 1);
}

void draw_axis(const Gui& gui, ImDrawList& list, const Xray& xray, const Strip& strip) {
  list.AddLine({strip.min.x, strip.base}, {strip.max.x, strip.base}, gui.ink(Role::text_dim),
               gui.ui.scale);
  draw_ticks(gui, list, strip);
  draw_names(gui, list, xray, strip);
  if (!strip.here) return;
  const float x = std::clamp(strip.x(*strip.here), strip.min.x, strip.max.x);
  list.AddLine({x, strip.min.y}, {x, strip.base + gui.px(24)}, gui.ink(Role::accent), gui.px(2));
}

}  // namespace phasebox::ui
