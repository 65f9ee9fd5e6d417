// SPDX-License-Identifier: MIT
// Cells by ImGui's draw list.
#include "ui/widgets/heat_map_view.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "plot/plot.hpp"
#include "ui/language/tr.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

ImU32 packed_heat(double value, double most) {
  const HeatColor c = heat_color(value, most);
  return IM_COL32(c.r, c.g, c.b, 255);
}

class MapPainter {
 public:
  MapPainter(const HeatMap& map, const Aabb& where, const Theme& colors, float scale)
      : map_(map),
        where_(where),
        colors_(colors),
        unit_(scale),
        line_(ImGui::GetTextLineHeight()),
        list_(*ImGui::GetWindowDrawList()) {
    float numbers = 0;
    for (const double y : map.ys) numbers = std::max(numbers, text_width(tick_text(y)));
    key_width_ = text_width(map.key_label) + 14 * unit_;
    for (const PlotSeries& line : map.lines)
      key_width_ = std::max(key_width_, text_width(line.name) + 40 * unit_);
    cells_ = {{where.min.x + numbers + 12 * unit_, where.min.y + line_ + 8 * unit_},
              {where.max.x - key_width_ - 10 * unit_, where.max.y - 2 * line_ - 8 * unit_}};
    cells_.max.x = std::max(cells_.max.x, cells_.min.x + 40 * unit_);
    cells_.max.y = std::max(cells_.max.y, cells_.min.y + 40 * unit_);
    cell_ = {extent(cells_).x / static_cast<float>(std::max<std::size_t>(map.xs.size(), 1)),
             extent(cells_).y / static_cast<float>(std::max<std::size_t>(map.ys.size(), 1))};
  }

  void draw() {
    list_.AddRectFilled(to_imgui(where_.min), to_imgui(where_.max),
                        packed(colors_[Role::background]), 4);
    list_.PushClipRect(to_imgui(where_.min), to_imgui(where_.max), true);
    for (std::size_t y = 0; y < map_.ys.size(); ++y)
      for (std::size_t x = 0; x < map_.xs.size(); ++x) draw_cell(x, y);
    for (const PlotSeries& line : map_.lines) draw_line(line);
    axes();
    key();
    list_.PopClipRect();
  }

  std::optional<std::pair<std::size_t, std::size_t>> cell_at(Vec2 p) const {
    const Vec2 at = p - cells_.min;
    if (at.x < 0 || at.y < 0 || p.x >= cells_.max.x || p.y >= cells_.max.y) return {};
    const auto x = std::min(static_cast<std::size_t>(at.x / cell_.x), map_.xs.size() - 1);
    const auto row = std::min(static_cast<std::size_t>(at.y / cell_.y), map_.ys.size() - 1);
    return std::pair{x, map_.ys.size() - 1 - row};
  }

 private:
  Vec2 at(double x, double y) const {
    return {cells_.min.x + (static_cast<float>(x) + 0.5f) * cell_.x,
            cells_.max.y - (static_cast<float>(y) + 0.5f) * cell_.y};
  }

  void draw_cell(std::size_t x, std::size_t y) {
    const Vec2 middle = at(static_cast<double>(x), static_cast<double>(y)), half = cell_ * 0.5f;
    const double v = map_.value(x, y);
    const bool known = std::isfinite(v);
    const Vec2 gap{0.5f, 0.5f};
    list_.AddRectFilled(
        to_imgui(middle - half + gap), to_imgui(middle + half - gap),
        known ? packed_heat(v, map_.most) : packed(colors_[Role::text_dim].with_alpha(0.12f)));
    const std::string words = heat_text(v);
    if (!known || text_width(words) > cell_.x - 2 || line_ > cell_.y) return;
    const ImU32 ink = wants_dark_text(heat_color(v, map_.most)) ? IM_COL32(17, 17, 17, 255)
                                                                : IM_COL32(255, 255, 255, 255);
    list_.AddText({middle.x - text_width(words) / 2, middle.y - line_ / 2}, ink, words.c_str());
  }

  // White under red: seen on every color of the map.
  void draw_line(const PlotSeries& line) {
    for (const auto& part : on_map(map_, line))
      for (std::size_t k = 0; k + 1 < part.size(); ++k) {
        const ImVec2 a = to_imgui(at(part[k].first, part[k].second)),
                     b = to_imgui(at(part[k + 1].first, part[k + 1].second));
        list_.AddLine(a, b, IM_COL32(255, 255, 255, 255), 4.5f * unit_);
        list_.AddLine(a, b, kLineColor, 2 * unit_);
      }
  }

  void label(Vec2 place, const std::string& words) {
    list_.AddText(to_imgui(place), packed(colors_[Role::text_dim]), tr(words.c_str()));
  }

  void axes() {
    float free_from = where_.min.x;
    for (std::size_t x = 0; x < map_.xs.size(); ++x) {
      const std::string words = tick_text(map_.xs[x]);
      const float left = at(static_cast<double>(x), 0).x - text_width(words) / 2;
      if (left < free_from) continue;
      label({left, cells_.max.y + 3 * unit_}, words);
      free_from = left + text_width(words) + 5 * unit_;
    }
    float free_below = where_.max.y;
    for (std::size_t y = 0; y < map_.ys.size(); ++y) {
      const std::string words = tick_text(map_.ys[y]);
      const float top = at(0, static_cast<double>(y)).y - line_ / 2;
      if (top + line_ > free_below) continue;
      label({cells_.min.x - text_width(words) - 5 * unit_, top}, words);
      free_below = top;
    }
    label({where_.min.x + 5 * unit_, where_.min.y + 2 * unit_}, map_.y_label);
    label({std::max(cells_.min.x, cells_.max.x - text_width(map_.x_label)),
           cells_.max.y + line_ + 4 * unit_},
          map_.x_label);
  }

  void key() {
    const float left = cells_.max.x + 12 * unit_, width = 14 * unit_;
    float top = cells_.min.y;
    label({left, top}, map_.key_label);
    top += 1.6f * line_;  // the highest number stands half a line above the bar
    const float below = static_cast<float>(map_.lines.size()) * (line_ + 3 * unit_);
    const float height = std::max(cells_.max.y - top - below - 6 * unit_, 20 * unit_);
    constexpr int kSteps = 32;
    for (int k = 0; k < kSteps; ++k) {
      const float high = top + height * static_cast<float>(kSteps - 1 - k) / kSteps;
      list_.AddRectFilled({left, high}, {left + width, high + height / kSteps + 1},
                          packed_heat(std::pow(map_.most, (k + 0.5) / kSteps), map_.most));
    }
    for (double v = 1; v <= map_.most * 1.001;
         v *= v * 4 <= map_.most && height < 90 * unit_ ? 4 : 2) {
      const auto share = static_cast<float>(std::log(v) / std::log(map_.most));
      label({left + width + 6 * unit_, top + height * (1 - share) - line_ / 2},
            heat_text(v) + (v >= map_.most * 0.999 ? " and more" : ""));
    }
    float y = top + height + 6 * unit_ + line_ / 2;
    for (const PlotSeries& line : map_.lines) {
      list_.AddLine({left, y}, {left + 22 * unit_, y}, kLineColor, 2 * unit_);
      label({left + 28 * unit_, y - line_ / 2}, line.name);
      y += line_ + 3 * unit_;
    }
  }

  static constexpr ImU32 kLineColor = IM_COL32(208, 0, 0, 255);

  const HeatMap& map_;
  Aabb where_, cells_{};
  const Theme& colors_;
  float unit_, line_, key_width_ = 0;
  Vec2 cell_;
  ImDrawList& list_;
};

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> draw_heat_map(const HeatMap& map,
                                                                 std::string_view name,
                                                                 std::string_view csv, Vec2 size,
                                                                 const Theme& colors, UiState& ui,
                                                                 Requests& out) {
  const Vec2 at = from_imgui(ImGui::GetCursorScreenPos());
  const Aabb where{at, at + Vec2{std::max(size.x, 120.0f), std::max(size.y, 90.0f)}};
  ImGui::Dummy(to_imgui(extent(where)));
  const bool hovered = ImGui::IsItemHovered();
  ui.rects.push_back({"plot." + std::string(name), where});
  MapPainter painter(map, where, colors, ui.scale);
  painter.draw();
  offer_export(name, where, csv, ui, out);
  if (!hovered || map.xs.empty() || map.ys.empty()) return {};
  return painter.cell_at(from_imgui(ImGui::GetMousePos()));
}

}  // namespace phasebox
