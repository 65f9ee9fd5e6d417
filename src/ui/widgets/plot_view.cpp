// SPDX-License-Identifier: MIT
// Draws plots and heat maps into ImGui's draw list.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/statistics.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/files/files.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

using Points = std::vector<std::pair<double, double>>;

ImU32 with_alpha(ImU32 color, unsigned alpha) {
  return (color & ~IM_COL32_A_MASK) | alpha << IM_COL32_A_SHIFT;
}

ImVec2 menu_size() { return {em() * 1.6f, em() * 1.2f}; }

// The base of the painters of plots and of heat maps: it draws the background and the numbers of
// two axes. All places are in screen px.
class ChartPainter {
 protected:
  ChartPainter(const Gui& gui, const Aabb& where) : gui_(gui), where_(where) {}

  void begin() {
    list_.AddRectFilled(where_.min, where_.max, gui_.ink(Role::background), 4);
    list_.PushClipRect(where_.min, where_.max, true);
  }
  void label(ImVec2 at, const Sentence& words) {
    list_.AddText(at, gui_.ink(Role::text_dim), tr(words).c_str());
  }
  // Writes a number of the x axis below `y`, unless it would touch the one before or end beyond
  // `end`.
  void number_below(double v, float x, float y, float end) {
    const std::string words = tick_text(v);
    const float width = width_as_is(words), at = x - width / 2;
    if (at < free_from_ || at + width > end) return;
    label({at, y + 3 * unit_}, Sentence::as_is(words));
    free_from_ = at + width + 6 * unit_;
  }
  // Writes a number of the y axis to the left of `x`, unless it would touch the one below it.
  void number_beside(double v, float x, float y) {
    const std::string words = tick_text(v);
    if (y + row_ / 2 > free_below_) return;
    label({x - width_as_is(words) - 5 * unit_, y - row_ / 2}, Sentence::as_is(words));
    free_below_ = y - row_ / 2;
  }

  const Gui& gui_;
  Aabb where_;
  const float unit_ = gui_.ui.scale, row_ = ImGui::GetTextLineHeight();
  ImDrawList& list_ = *ImGui::GetWindowDrawList();

 private:
  float free_from_ = where_.min.x, free_below_ = where_.max.y;
};

// Draws a plot. The legend of a wide plot is on its right, that of a narrow one above it. A low
// plot has the name of its x axis beside the numbers instead of below them.
class PlotPainter : ChartPainter {
 public:
  PlotPainter(const Gui& gui, const Plot& plot, const Aabb& where, const PlotMarks& marks = {})
      : ChartPainter(gui, where), plot_(plot), marks_(marks) {
    lay_out();
  }

  void draw() {
    begin();
    grid();
    for (std::size_t k = 0; k < plot_.series.size(); ++k) {
      line(k);
      legend(k);
    }
    if (marks_.line)
      list_.AddLine({mark_at(*marks_.line), top_}, {mark_at(*marks_.line), bottom_},
                    gui_.ink(Role::accent), 2 * unit_);
    if (std::ranges::all_of(plot_.series, [](auto& s) { return s.points.empty(); })) {
      const std::string words = fitted_text("nothing measured yet", right_ - left_);
      label({(left_ + right_ - width_as_is(words)) / 2, (top_ + bottom_ - row_) / 2},
            Sentence::as_is(words));
    }
    list_.PopClipRect();
  }

  Aabb area() const { return {{left_, top_}, {right_, bottom_}}; }
  double x_at(Vec2 p) const { return x_.value(static_cast<double>(p.x)); }

 private:
  float mark_at(double x) const { return std::clamp(static_cast<float>(x_.at(x)), left_, right_); }
  // The place of a series' entry in the legend, and the width its name may have.
  struct Entry {
    ImVec2 at;
    float room;
  };

  void lay_out() {
    top_ = where_.min.y + row_ + 6 * unit_;  // the label of the y axis is above it
    right_ = where_.max.x - 12 * unit_;
    if (!is_wide_) top_ = lay_legend_above();
    const float below = is_low_ ? row_ + 5 * unit_ : 2 * row_ + 6 * unit_;
    bottom_ = std::max(where_.max.y - below, top_ + 10 * unit_);
    if (is_wide_) lay_legend_beside();
    // The widest number of the y axis decides where the axis lies; its width does not depend on
    // that.
    y_ = Scale(plot_.log_y, static_cast<double>(bottom_), static_cast<double>(top_));
    cover(y_, false);
    float numbers = 0;
    for (const double v : y_.ticks()) numbers = std::max(numbers, width_as_is(tick_text(v)));
    left_ = where_.min.x + numbers + 12 * unit_;
    right_ = std::max(right_, left_ + 20 * unit_);
    x_ = Scale(plot_.log_x, static_cast<double>(left_), static_cast<double>(right_));
    cover(x_, true);
  }

  float sample() const { return 24 * unit_; }  // width of the sample line before a name, px

  void lay_legend_beside() {
    float names = 0;
    for (const PlotSeries& s : plot_.series) names = std::max(names, text_width(s.name));
    const float room = std::min(names + sample() + 14 * unit_, extent(where_).x * 0.4f);
    right_ = where_.max.x - room - 6 * unit_;
    const auto n = static_cast<float>(std::max<std::size_t>(plot_.series.size(), 1));
    const float step = std::clamp((where_.max.y - top_ - row_) / n, row_ * 0.8f, row_ + 2 * unit_);
    for (std::size_t k = 0; k < plot_.series.size(); ++k)
      entries_.push_back({{right_ + 10 * unit_, top_ + step * static_cast<float>(k)},
                          room - sample() - 4 * unit_});
  }

  // Places the legend's entries behind the y label, as many per row as fit. Returns the y in px at
  // which the plot below the rows may begin.
  float lay_legend_above() {
    const float gap = 10 * unit_, from = where_.min.x + 5 * unit_;
    float x = from + text_width(plot_.y_label) + 1.5f * gap, y = where_.min.y + 2 * unit_;
    float end = where_.max.x - menu_size().x - gap;
    for (const PlotSeries& s : plot_.series) {
      const float wide = sample() + text_width(s.name);
      if (x + wide > end && x > from) {
        x = from;
        y += row_;
        end = where_.max.x - 4 * unit_;
      }
      entries_.push_back({{x, y}, end - x - sample()});
      x += wide + gap;
    }
    return y + row_ + 8 * unit_;
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

  void grid() {
    const ImU32 faint = gui_.ink(Role::text_dim, 0.08f), clear = gui_.ink(Role::text_dim, 0.25f);
    for (const double v : x_.small_ticks()) vertical(v, faint);
    for (const double v : y_.small_ticks()) horizontal(v, faint);
    const float name = text_width(plot_.x_label), last = where_.max.x - name - 3 * unit_;
    const float name_at = std::min(std::max(left_, right_ - name), last);
    for (const double v : x_.ticks()) {
      vertical(v, clear);
      number_below(v, static_cast<float>(x_.at(v)), bottom_,
                   is_low_ ? name_at - 6 * unit_ : where_.max.x);
    }
    for (const double v : y_.ticks()) {
      horizontal(v, clear);
      number_beside(v, left_, static_cast<float>(y_.at(v)));
    }
    label({where_.min.x + 5 * unit_, where_.min.y + 2 * unit_}, plot_.y_label);
    label({name_at, bottom_ + 3 * unit_ + (is_low_ ? 0 : row_)}, plot_.x_label);
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
    const ImU32 color = series_color(plot_.look(k), gui_.colors);
    if (plot_.smooth < 2) return polyline(k, s.points, color);
    polyline(k, s.points, with_alpha(color, 0x50));
    polyline(k, smoothed(s.points), color);
  }

  void polyline(std::size_t k, const Points& points, ImU32 color) {
    const bool marked = points.size() <= 40 && plot_.smooth < 2;  // more would merge into a band
    std::optional<ImVec2> last;
    for (const auto& [x, y] : points) {
      if (std::isnan(y)) last.reset();
      if (!shows(x, y)) continue;
      const ImVec2 at = place(x, y);
      // In a series with many points those closer than 0.7 px to the last one drawn are skipped:
      // they cannot be seen but cost as much.
      const bool is_seen = !last || marked || length(at - *last) > 0.7f;
      if (!is_seen) continue;
      if (last) stroke(*last, at, color, plot_.series[k].is_dashed);
      if (marked) mark(k, at, color);
      last = at;
    }
  }

  // Returns the points with each y replaced by the median over the point and its neighbors, up to
  // half of `smooth` on each side.
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

  void legend(std::size_t k) {
    const PlotSeries& s = plot_.series[k];
    const Entry& entry = entries_[k];
    const float middle = entry.at.y + row_ / 2, x = entry.at.x;
    if (middle > where_.max.y) return;
    const ImU32 color = series_color(plot_.look(k), gui_.colors);
    stroke({x, middle}, {x + 18 * unit_, middle}, color, s.is_dashed);
    if (s.points.size() <= 40) mark(k, {x + 9 * unit_, middle}, color);
    const std::string name = fitted_text(s.name, entry.room);
    list_.AddText({x + sample(), entry.at.y}, gui_.ink(Role::text), name.c_str());
  }

  void stroke(ImVec2 a, ImVec2 b, ImU32 color, bool dashed) {
    if (!dashed) return list_.AddLine(a, b, color, 1.5f * unit_);
    const Vec2 from = a, way = b - from;
    const float all = length(way), dash = 5 * unit_;
    for (float at = 0; at < all; at += 2 * dash)
      list_.AddLine(from + way * (at / all), from + way * (std::min(at + dash, all) / all), color,
                    1.5f * unit_);
  }

  // Draws the mark of series k. When the colors begin again the marks are shifted, so that no two
  // series look alike.
  void mark(std::size_t k, ImVec2 at, ImU32 color) {
    const float r = 3.2f * unit_;
    const std::size_t look = plot_.look(k);
    switch ((look + look / kPlotColors.size()) % 4) {
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
  PlotMarks marks_;
  float left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  const bool is_wide_ = extent(where_).x > 30 * em();
  const bool is_low_ = extent(where_).y < 10 * em();
  std::vector<Entry> entries_;
  Scale x_{false, 0, 1}, y_{false, 0, 1};
};

// Returns the place of a chart of `size` px at ImGui's cursor, at least 60 px wide and high, and
// remembers it for tests.
Aabb take_place(const Gui& gui, std::string_view name, Vec2 size) {
  const Vec2 at = ImGui::GetCursorScreenPos();
  const Aabb where{at, at + Vec2{std::max(size.x, 60.0f), std::max(size.y, 60.0f)}};
  gui.ui.rects.push_back({"plot." + std::string(name), where});
  return where;
}

void offer_export(const Gui& gui, std::string_view name, const Aabb& where, const CsvOf& csv) {
  const std::string id(name), popup = "export-" + id;
  const Vec2 size = menu_size();
  // The button lies over the plot. A group of the plot's size makes the next widget follow the plot
  // and not the button.
  ImGui::SetCursorScreenPos(where.min);
  ImGui::BeginGroup();
  ImGui::SetCursorScreenPos({where.max.x - size.x - 2, where.min.y + 2});
  if (ImGui::Button(("...##" + id).c_str(), size)) ImGui::OpenPopup(popup.c_str());
  remember_rect(gui, "plot." + id + ".menu",
                "Save this plot as a picture, or its data as a table.");
  ImGui::SetCursorScreenPos(where.min);
  ImGui::Dummy(extent(where));
  ImGui::EndGroup();
  if (ImGui::IsMouseHoveringRect(where.min, where.max) && ImGui::IsWindowHovered() &&
      ImGui::IsMouseReleased(ImGuiMouseButton_Right))
    ImGui::OpenPopup(popup.c_str());
  // A picture is taken from the screen, so it needs all of the plot in view. The window is asked
  // here, before the popup becomes the current window.
  const float slack = gui.px(4), top = ImGui::GetWindowPos().y;
  const bool is_whole =
      where.min.y >= top - slack && where.max.y <= top + ImGui::GetWindowSize().y + slack;
  if (!ImGui::BeginPopup(popup.c_str())) return;
  if (ImGui::MenuItem(tr_label("Save as PNG"), nullptr, false, is_whole))
    gui.ask(request::Picture{id, where});
  remember_rect(gui, "export.png");
  if (!is_whole) tooltip("Scroll until all of the plot is in view: the picture is what is seen.");
  if (ImGui::MenuItem(tr_label("Save the data as CSV")))
    gui.ask([id, text = csv()](ApplicationModel& model) { save_data(model, id, "csv", text); });
  remember_rect(gui, "export.csv");
  ImGui::EndPopup();
}

ImU32 packed_heat(double value, double most) {
  const HeatColor c = heat_color(value, most);
  return IM_COL32(c.r, c.g, c.b, 255);
}

class MapPainter : ChartPainter {
 public:
  MapPainter(const Gui& gui, const HeatMap& map, const Aabb& where)
      : ChartPainter(gui, where), map_(map) {
    float numbers = 0;
    for (const double y : map.ys) numbers = std::max(numbers, width_as_is(tick_text(y)));
    float key = text_width(map.key_label) + 14 * unit_;
    for (const PlotSeries& line : map.lines)
      key = std::max(key, text_width(line.name) + 40 * unit_);
    // The color key is beside the cells, or below them where it would leave them too little room.
    const bool is_beside = key < 0.45f * extent(where).x;
    const float below = is_beside ? 0 : 0.4f * extent(where).y;
    cells_ = {{where.min.x + numbers + 12 * unit_, where.min.y + row_ + 8 * unit_},
              {where.max.x - (is_beside ? key : 0) - 10 * unit_,
               where.max.y - 2 * row_ - 8 * unit_ - below}};
    cells_.max.x = std::max(cells_.max.x, cells_.min.x + 40 * unit_);
    cells_.max.y = std::max(cells_.max.y, cells_.min.y + 40 * unit_);
    key_ = {{(is_beside ? cells_.max.x : where.min.x) + 12 * unit_,
             is_beside ? cells_.min.y : where.max.y - below},
            is_beside ? cells_.max : where.max};
    cell_ = {extent(cells_).x / static_cast<float>(std::max<std::size_t>(map.xs.size(), 1)),
             extent(cells_).y / static_cast<float>(std::max<std::size_t>(map.ys.size(), 1))};
  }

  void draw() {
    begin();
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
    list_.AddRectFilled(middle - half + gap, middle + half - gap,
                        known ? packed_heat(v, map_.most) : gui_.ink(Role::text_dim, 0.12f));
    const std::string words = heat_text(v);
    if (!known || width_as_is(words) > cell_.x - 2 || row_ > cell_.y) return;
    const ImU32 ink = wants_dark_text(heat_color(v, map_.most)) ? IM_COL32(17, 17, 17, 255)
                                                                : IM_COL32(255, 255, 255, 255);
    list_.AddText({middle.x - width_as_is(words) / 2, middle.y - row_ / 2}, ink, words.c_str());
  }

  // White on a black edge can be seen on every color of the map. Red is for collisions alone.
  void draw_line(const PlotSeries& line) {
    for (const auto& part : on_map(map_, line))
      for (std::size_t k = 0; k + 1 < part.size(); ++k) {
        const ImVec2 a = at(part[k].first, part[k].second),
                     b = at(part[k + 1].first, part[k + 1].second);
        edged_line(a, b);
      }
  }

  void edged_line(Vec2 a, Vec2 b) {
    list_.AddLine(a, b, IM_COL32(0, 0, 0, 255), 4.5f * unit_);
    list_.AddLine(a, b, IM_COL32(255, 255, 255, 255), 2 * unit_);
  }

  void axes() {
    for (std::size_t x = 0; x < map_.xs.size(); ++x)
      number_below(map_.xs[x], at(static_cast<double>(x), 0).x, cells_.max.y, where_.max.x);
    for (std::size_t y = 0; y < map_.ys.size(); ++y)
      number_beside(map_.ys[y], cells_.min.x, at(0, static_cast<double>(y)).y);
    label({where_.min.x + 5 * unit_, where_.min.y + 2 * unit_}, map_.y_label);
    label({std::max(cells_.min.x, cells_.max.x - text_width(map_.x_label)),
           cells_.max.y + row_ + 4 * unit_},
          map_.x_label);
  }

  void key() {
    const float left = key_.min.x, width = 14 * unit_;
    float top = key_.min.y;
    label({left, top}, map_.key_label);
    top += 1.6f * row_;  // the highest number reaches half a line above the bar
    const float below = static_cast<float>(map_.lines.size()) * (row_ + 3 * unit_);
    const float height = std::max(key_.max.y - top - below - 6 * unit_, 20 * unit_);
    constexpr int kSteps = 32;
    for (int k = 0; k < kSteps; ++k) {
      const float high = top + height * static_cast<float>(kSteps - 1 - k) / kSteps;
      list_.AddRectFilled({left, high}, {left + width, high + height / kSteps + 1},
                          packed_heat(std::pow(map_.most, (k + 0.5) / kSteps), map_.most));
    }
    for (double v = 1; v <= map_.most * 1.001;
         v *= v * 4 <= map_.most && height < 90 * unit_ ? 4 : 2) {
      const auto share = static_cast<float>(std::log(v) / std::log(map_.most));
      label({left + width + 6 * unit_, top + height * (1 - share) - row_ / 2},
            {v >= map_.most * 0.999 ? "{} and more" : "{}", {Sentence::as_is(heat_text(v))}});
    }
    float y = top + height + 6 * unit_ + row_ / 2;
    for (const PlotSeries& line : map_.lines) {
      edged_line({left, y}, {left + 22 * unit_, y});
      label({left + 28 * unit_, y - row_ / 2}, line.name);
      y += row_ + 3 * unit_;
    }
  }

  const HeatMap& map_;
  Aabb cells_{}, key_{};
  Vec2 cell_;
};

}  // namespace

// Reads colors such as "#0072b2". Black, which a dark background hides, becomes the color of text.
// Every second round through the eight colors is paler; from the third on, which variants of an
// algorithm have (`look_of`), they are also dimmed.
ImU32 series_color(std::size_t look, const Theme& colors) {
  const std::string_view hex = kPlotColors[look % kPlotColors.size()];
  const std::size_t round = look / kPlotColors.size();
  unsigned rgb = 0;
  std::from_chars(hex.data() + 1, hex.data() + hex.size(), rgb, 16);
  const auto channel = [rgb](int shift) { return static_cast<std::uint8_t>(rgb >> shift & 255); };
  Color color = rgb == 0 ? colors[Role::text] : Color{channel(16), channel(8), channel(0)};
  if (round % 2 == 1) color = blended(color, colors[rgb == 0 ? Role::text_dim : Role::text], 0.45f);
  return packed(round < 2 ? color : blended(color, colors[Role::panel], 0.4f));
}

std::string fitted_text(const Sentence& english, float room) {
  const std::string& words = tr(english);
  if (width_as_is(words) <= room) return words;
  std::size_t kept = words.size();
  while (kept > 1 && width_as_is(words.substr(0, kept) + "…") > room) --kept;
  while (kept > 1 && (static_cast<unsigned char>(words[kept]) & 0xC0u) == 0x80u) --kept;
  return words.substr(0, kept) + "…";
}

void draw_plot(const Gui& gui, const Plot& plot, std::string_view name, Vec2 size) {
  const Aabb where = take_place(gui, name, size);
  ImGui::Dummy(extent(where));
  tooltip(plot.title);
  PlotPainter(gui, plot, where).draw();
  offer_export(gui, name, where, [&plot] { return plot_csv(plot); });
}

std::optional<PlotPointer> draw_plot_to_click(const Gui& gui, const Plot& plot,
                                              const PlotMarks& marks, std::string_view name,
                                              Vec2 size, const CsvOf& csv) {
  const Aabb where = take_place(gui, name, size);
  PlotPainter painter(gui, plot, where, marks);
  painter.draw();
  offer_export(
      gui, name, where, csv ? csv : [&plot] { return plot_csv(plot); });
  const ImVec2 next = ImGui::GetCursorScreenPos();
  const Aabb area = painter.area();
  ImGui::SetCursorScreenPos(area.min);
  ImGui::InvisibleButton(std::string(name).c_str(), extent(area));
  remember_rect(gui, "plot." + std::string(name) + ".area");
  const PlotPointer pointer{painter.x_at(ImGui::GetMousePos()), ImGui::IsItemClicked(),
                            ImGui::IsItemActive()};
  const bool is_pointed = ImGui::IsItemHovered() || pointer.is_held;
  ImGui::SetCursorScreenPos(next);
  return is_pointed ? std::optional(pointer) : std::nullopt;
}

Vec2 plot_room(const Gui& gui) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  return {room.x, std::max(room.y - gui.px(16), gui.px(120))};
}

std::optional<std::pair<std::size_t, std::size_t>> draw_heat_map(const Gui& gui, const HeatMap& map,
                                                                 std::string_view name, Vec2 size,
                                                                 const CsvOf& csv) {
  const Aabb where = take_place(gui, name, {std::max(size.x, 120.0f), std::max(size.y, 90.0f)});
  ImGui::Dummy(extent(where));
  const bool hovered = ImGui::IsItemHovered();
  MapPainter painter(gui, map, where);
  painter.draw();
  offer_export(gui, name, where, csv);
  if (!hovered || map.xs.empty() || map.ys.empty()) return {};
  return painter.cell_at(ImGui::GetMousePos());
}

}  // namespace phasebox::ui
