// SPDX-License-Identifier: MIT
// Lines over two axes, by ImGui's draw list.
#include "ui/widgets/plot_view.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "base/statistics.hpp"
#include "plot/plot.hpp"
#include "ui/language/tr.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
// "#0072b2"; black, invisible on a dark background, becomes the color of text.
ImU32 series_color(std::size_t k, const Theme& colors) {
  const std::string_view hex = kPlotColors[k % kPlotColors.size()];
  unsigned rgb = 0;
  std::from_chars(hex.data() + 1, hex.data() + hex.size(), rgb, 16);
  if (rgb == 0) return packed(colors[Role::text]);
  return IM_COL32(rgb >> 16, rgb >> 8 & 255, rgb & 255, 255);
}

std::string fitted_text(const std::string& english, float room) {
  const std::string words(tr(std::string_view(english)));
  if (text_width(words) <= room) return words;
  std::size_t kept = words.size();
  while (kept > 1 && text_width(words.substr(0, kept) + "…") > room) --kept;
  while (kept > 1 && (static_cast<unsigned char>(words[kept]) & 0xC0u) == 0x80u) --kept;
  return words.substr(0, kept) + "…";
}

namespace {

using Points = std::vector<std::pair<double, double>>;

ImU32 with_alpha(ImU32 color, unsigned alpha) {
  return (color & ~IM_COL32_A_MASK) | alpha << IM_COL32_A_SHIFT;
}

ImVec2 button_size() { return {ImGui::GetFontSize() * 1.6f, ImGui::GetFontSize() * 1.2f}; }

// A wide plot has its legend on the right, a narrow one above; a low one has the name of its x axis
// beside the numbers.
class PlotPainter {
 public:
  PlotPainter(const Plot& plot, const Aabb& where, const Theme& colors, float scale)
      : plot_(plot),
        where_(where),
        colors_(colors),
        unit_(scale),
        is_wide_(extent(where).x > 30 * ImGui::GetFontSize()),
        is_low_(extent(where).y < 10 * ImGui::GetFontSize()),
        list_(*ImGui::GetWindowDrawList()) {
    lay_out();
  }

  void draw() {
    list_.AddRectFilled(to_imgui(where_.min), to_imgui(where_.max),
                        packed(colors_[Role::background]), 4);
    list_.PushClipRect(to_imgui(where_.min), to_imgui(where_.max), true);
    grid();
    for (std::size_t k = 0; k < plot_.series.size(); ++k) {
      if (plot_.series[k].is_filled) area(k);
      line(k);
      legend(k);
    }
    if (!has_points()) say_empty();
    list_.PopClipRect();
  }

 private:
  // Where the entry of a series begins in the legend, and how wide it may be.
  struct Entry {
    ImVec2 at;
    float room;
  };

  void lay_out() {
    const float line = ImGui::GetTextLineHeight();
    top_ = where_.min.y + line + 6 * unit_;  // the y label stands above its axis
    right_ = where_.max.x - 12 * unit_;
    if (!is_wide_) top_ = lay_legend_above();
    const float below = is_low_ ? line + 5 * unit_ : 2 * line + 6 * unit_;
    bottom_ = std::max(where_.max.y - below, top_ + 10 * unit_);
    if (is_wide_) lay_legend_beside();
    // The numbers at the y axis decide where it stands; their width does not depend on that.
    y_ = Scale(plot_.log_y, static_cast<double>(bottom_), static_cast<double>(top_));
    cover(y_, false);
    float numbers = 0;
    for (const double v : y_.ticks()) numbers = std::max(numbers, text_width(tick_text(v)));
    left_ = where_.min.x + numbers + 12 * unit_;
    right_ = std::max(right_, left_ + 20 * unit_);
    x_ = Scale(plot_.log_x, static_cast<double>(left_), static_cast<double>(right_));
    cover(x_, true);
  }

  float sample() const { return 24 * unit_; }  // of the line, before a name

  void lay_legend_beside() {
    float names = 0;
    for (const PlotSeries& s : plot_.series) names = std::max(names, text_width(s.name));
    const float room = std::min(names + sample() + 14 * unit_, extent(where_).x * 0.4f);
    right_ = where_.max.x - room - 6 * unit_;
    const auto n = static_cast<float>(std::max<std::size_t>(plot_.series.size(), 1));
    const float line = ImGui::GetTextLineHeight();
    const float step = std::clamp((where_.max.y - top_ - line) / n, line * 0.8f, line + 2 * unit_);
    for (std::size_t k = 0; k < plot_.series.size(); ++k)
      entries_.push_back({{right_ + 10 * unit_, top_ + step * static_cast<float>(k)},
                          room - sample() - 4 * unit_});
  }

  // Behind the y label, as many to a row as there is room for; gives where the rows end.
  float lay_legend_above() {
    const float line = ImGui::GetTextLineHeight(), gap = 10 * unit_;
    const float from = where_.min.x + 5 * unit_;
    float x = from + text_width(plot_.y_label) + 1.5f * gap, y = where_.min.y + 2 * unit_;
    float end = where_.max.x - button_size().x - gap;
    for (const PlotSeries& s : plot_.series) {
      const float wide = sample() + text_width(s.name);
      if (x + wide > end && x > from) {
        x = from, y += line;
        end = where_.max.x - 4 * unit_;
      }
      entries_.push_back({{x, y}, end - x - sample()});
      x += wide + gap;
    }
    return y + line + 8 * unit_;
  }

  bool has_points() const {
    return std::ranges::any_of(plot_.series, [](const PlotSeries& s) { return !s.points.empty(); });
  }
  bool shows(double x, double y) const {
    return Scale(plot_.log_x, 0, 1).can_show(x) && Scale(plot_.log_y, 0, 1).can_show(y);
  }
  double limited(double y) const { return plot_.y_limit > 0 ? std::min(y, plot_.y_limit) : y; }
  void cover(Scale& scale, bool is_x) {
    for (const PlotSeries& s : plot_.series)
      for (const auto& [x, y] : s.points)
        if (shows(x, y)) scale.cover(is_x ? x : limited(y));
    scale.round();
  }
  ImVec2 place(double x, double y) const {
    return {static_cast<float>(x_.at(x)), static_cast<float>(y_.at(limited(y)))};
  }

  void label(ImVec2 at, const std::string& words) {
    list_.AddText(at, packed(colors_[Role::text_dim]), tr(words.c_str()));
  }
  void say_empty() {
    const std::string words = fitted_text("nothing measured yet", right_ - left_);
    label({(left_ + right_ - text_width(words)) / 2,
           (top_ + bottom_ - ImGui::GetTextLineHeight()) / 2},
          words);
  }

  // Numbers that would touch the one before are left out; their lines stay.
  void grid() {
    const ImU32 faint = packed(colors_[Role::text_dim].with_alpha(0.08f)),
                clear = packed(colors_[Role::text_dim].with_alpha(0.25f));
    const float line = ImGui::GetTextLineHeight();
    for (const double v : x_.small_ticks()) vertical(v, faint);
    for (const double v : y_.small_ticks()) horizontal(v, faint);
    const float name = text_width(plot_.x_label), name_at = std::max(left_, right_ - name);
    const float end = is_low_ ? name_at - 6 * unit_ : where_.max.x;
    float free_from = where_.min.x;
    for (const double v : x_.ticks()) {
      vertical(v, clear);
      const std::string words = tick_text(v);
      const float width = text_width(words), at = place(v, 1).x - width / 2;
      if (at < free_from || at + width > end) continue;
      label({at, bottom_ + 3 * unit_}, words);
      free_from = at + width + 6 * unit_;
    }
    float free_below = where_.max.y;
    for (const double v : y_.ticks()) {
      horizontal(v, clear);
      const std::string words = tick_text(v);
      const float at = static_cast<float>(y_.at(v)) - line / 2;
      if (at + line > free_below) continue;
      label({left_ - text_width(words) - 5 * unit_, at}, words);
      free_below = at;
    }
    label({where_.min.x + 5 * unit_, where_.min.y + 2 * unit_}, plot_.y_label);
    label({name_at, bottom_ + 3 * unit_ + (is_low_ ? 0 : line)}, plot_.x_label);
    list_.AddRect({left_, top_}, {right_, bottom_}, clear);
  }
  void vertical(double v, ImU32 color) {
    const auto x = static_cast<float>(x_.at(v));
    list_.AddLine({x, top_}, {x, bottom_}, color);
  }
  void horizontal(double v, ImU32 color) {
    const auto y = static_cast<float>(y_.at(v));
    list_.AddLine({left_, y}, {right_, y}, color);
  }

  void line(std::size_t k) {
    const PlotSeries& s = plot_.series[k];
    const ImU32 color = series_color(k, colors_);
    if (plot_.smooth < 2) return polyline(k, s.points, color);
    polyline(k, s.points, with_alpha(color, 0x50));
    polyline(k, smoothed(s.points), color);
  }

  void polyline(std::size_t k, const Points& points, ImU32 color) {
    const bool marked = points.size() <= 40 && plot_.smooth < 2;  // many would merge into one band
    std::optional<ImVec2> last;
    for (const auto& [x, y] : points) {
      if (std::isnan(y)) last.reset();
      if (!shows(x, y)) continue;
      const ImVec2 at = place(x, y);
      // What cannot be seen would cost as much as the rest.
      const bool is_seen = !last || marked || length(from_imgui(at) - from_imgui(*last)) > 0.7f;
      if (!is_seen) continue;
      if (last) stroke(*last, at, color, plot_.series[k].is_dashed);
      if (marked) mark(k, at, color);
      last = at;
    }
  }

  // Each point with the median of those round it.
  Points smoothed(const Points& points) const {
    Points out;
    std::vector<double> near;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::size_t first = i - std::min(i, plot_.smooth / 2);
      const std::size_t end = std::min(i + plot_.smooth / 2 + 1, points.size());
      near.clear();
      for (std::size_t j = first; j < end; ++j) near.push_back(points[j].second);
      out.emplace_back(points[i].first, median(near));
    }
    return out;
  }

  void area(std::size_t k) {
    const ImU32 tint = with_alpha(series_color(k, colors_), 0x59);
    std::optional<ImVec2> last;
    for (const auto& [x, y] : plot_.series[k].points) {
      if (!shows(x, y)) continue;
      const ImVec2 at = place(x, y);
      if (last) list_.AddQuadFilled(*last, at, {at.x, bottom_}, {last->x, bottom_}, tint);
      last = at;
    }
  }

  void legend(std::size_t k) {
    const PlotSeries& s = plot_.series[k];
    const Entry& entry = entries_[k];
    const float middle = entry.at.y + ImGui::GetTextLineHeight() / 2, x = entry.at.x;
    if (middle > where_.max.y) return;
    const ImU32 color = series_color(k, colors_);
    stroke({x, middle}, {x + 18 * unit_, middle}, color, s.is_dashed);
    if (s.points.size() <= 40) mark(k, {x + 9 * unit_, middle}, color);
    const std::string name = fitted_text(s.name, entry.room);
    list_.AddText({x + sample(), entry.at.y}, packed(colors_[Role::text]), name.c_str());
  }

  void stroke(ImVec2 a, ImVec2 b, ImU32 color, bool dashed) {
    if (!dashed) return list_.AddLine(a, b, color, 1.5f * unit_);
    const Vec2 from = from_imgui(a), way = from_imgui(b) - from;
    const float all = length(way), dash = 5 * unit_;
    for (float at = 0; at < all; at += 2 * dash)
      list_.AddLine(to_imgui(from + way * (at / all)),
                    to_imgui(from + way * (std::min(at + dash, all) / all)), color, 1.5f * unit_);
  }

  // Another mark for each, and again where the colors begin again.
  void mark(std::size_t k, ImVec2 at, ImU32 color) {
    const float r = 3.2f * unit_;
    switch ((k + k / kPlotColors.size()) % 4) {
      case 0: return list_.AddCircleFilled(at, r, color);
      case 1: return list_.AddRectFilled({at.x - r, at.y - r}, {at.x + r, at.y + r}, color);
      case 2:
        return list_.AddTriangleFilled({at.x, at.y - r}, {at.x + r, at.y + r}, {at.x - r, at.y + r},
                                       color);
      default:
        return list_.AddQuadFilled({at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r},
                                   {at.x - r, at.y}, color);
    }
  }

  const Plot& plot_;
  Aabb where_;
  const Theme& colors_;
  float unit_, left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  bool is_wide_, is_low_;
  std::vector<Entry> entries_;
  ImDrawList& list_;
  Scale x_{false, 0, 1}, y_{false, 0, 1};
};

// Whether scrolling hides no part of it.
bool is_in_view(const Aabb& where, float scale) {
  const float slack = 4 * scale, top = ImGui::GetWindowPos().y;
  return where.min.y >= top - slack && where.max.y <= top + ImGui::GetWindowSize().y + slack;
}

// `csv` is a function: the table is written when it is asked for, not in each frame.
template <class Csv>
void offer(std::string_view name, const Aabb& where, Csv csv, UiState& ui, Requests& out) {
  const std::string id(name), popup = "export-" + id;
  const Vec2 size = from_imgui(button_size());
  // The button lies over the plot; the group ends with the plot, so that the next item comes below
  // it, or beside it on one line.
  ImGui::SetCursorScreenPos(to_imgui(where.min));
  ImGui::BeginGroup();
  ImGui::SetCursorScreenPos({where.max.x - size.x - 2, where.min.y + 2});
  if (ImGui::Button(tr_label(("...##" + id).c_str()), to_imgui(size)))
    ImGui::OpenPopup(popup.c_str());
  remember_rect(ui, "plot." + id + ".menu");
  tooltip("Save this plot as a picture, or its data as a table.");
  ImGui::SetCursorScreenPos(to_imgui(where.min));
  ImGui::Dummy(to_imgui(extent(where)));
  ImGui::EndGroup();
  if (ImGui::IsMouseHoveringRect(to_imgui(where.min), to_imgui(where.max)) &&
      ImGui::IsWindowHovered() && ImGui::IsMouseReleased(ImGuiMouseButton_Right))
    ImGui::OpenPopup(popup.c_str());
  const bool is_whole = is_in_view(where, ui.scale);  // of the window, not yet of the popup
  if (!ImGui::BeginPopup(popup.c_str())) return;
  if (ImGui::MenuItem(tr_label("Save as PNG"), nullptr, false, is_whole))
    out.emplace_back(request::Picture{id, where});
  remember_rect(ui, "export.png");
  if (!is_whole) tooltip("Scroll until all of the plot is in view: the picture is what is seen.");
  if (ImGui::MenuItem(tr_label("Save the data as CSV")))
    out.emplace_back(request::SaveData{id, csv()});
  remember_rect(ui, "export.csv");
  ImGui::EndPopup();
}

}  // namespace

void offer_export(std::string_view name, const Aabb& where, std::string_view csv, UiState& ui,
                  Requests& out) {
  offer(
      name, where, [csv] { return std::string(csv); }, ui, out);
}

void draw_plot(const Plot& plot, std::string_view name, Vec2 size, const Theme& colors, UiState& ui,
               Requests& out) {
  const Vec2 at = from_imgui(ImGui::GetCursorScreenPos());
  const Aabb where{at, at + Vec2{std::max(size.x, 60.0f), std::max(size.y, 60.0f)}};
  ImGui::Dummy(to_imgui(extent(where)));
  ui.rects.push_back({"plot." + std::string(name), where});
  tooltip(plot.title);
  PlotPainter(plot, where, colors, ui.scale).draw();
  offer(
      name, where, [&plot] { return plot_csv(plot); }, ui, out);
}

}  // namespace phasebox
