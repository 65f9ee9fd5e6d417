// SPDX-License-Identifier: MIT
// Cells, their colors, and lines over them.
#include "plot/heat_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "plot/plot.hpp"

namespace phasebox {
namespace {

constexpr double kMapLeft = 86, kMapTop = 44, kMapBottom = 58, kKey = 190;

std::string hex(HeatColor c) { return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b); }

using Point = std::pair<double, double>;

/// The part of a stretch inside the map (Y.-D. Liang and B. Barsky, 1984), or nothing.
bool clip(Point& a, Point& b, double right, double top) {
  double from = 0, to = 1;
  const double dx = b.first - a.first, dy = b.second - a.second;
  const auto cut = [&](double way, double room) {
    if (way == 0) return room >= 0;
    const double at = room / way;
    if (way < 0) from = std::max(from, at);
    if (way > 0) to = std::min(to, at);
    return from <= to;
  };
  if (!cut(-dx, a.first + 0.5) || !cut(dx, right - a.first) || !cut(-dy, a.second + 0.5) ||
      !cut(dy, top - a.second))
    return false;
  const Point start = a;
  a = {start.first + from * dx, start.second + from * dy};
  b = {start.first + to * dx, start.second + to * dy};
  return true;
}

class MapDrawing {
 public:
  explicit MapDrawing(const HeatMap& map)
      : map_(map),
        right_(map.width - kKey),
        bottom_(map.height - kMapBottom),
        cell_width_((right_ - kMapLeft) /
                    static_cast<double>(std::max<std::size_t>(map.xs.size(), 1))),
        cell_height_((bottom_ - kMapTop) /
                     static_cast<double>(std::max<std::size_t>(map.ys.size(), 1))) {}

  std::string text() {
    out_ = svg_begin(map_.width, map_.height);
    cells();
    for (const PlotSeries& line : map_.lines) draw(line);
    axes();
    key();
    return out_ + "</svg>\n";
  }

 private:
  double at_x(double cell) const { return kMapLeft + (cell + 0.5) * cell_width_; }
  double at_y(double cell) const { return bottom_ - (cell + 0.5) * cell_height_; }

  void label(double x, double y, std::string_view anchor, std::string_view words,
             std::string_view color = "#222", std::string_view more = "") {
    out_ += fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}' fill='{}'{}>{}</text>\n", x,
                        y, anchor, color, more, escaped_xml(words));
  }
  void box(double x, double y, double width, double height, std::string_view fill,
           std::string_view stroke) {
    out_ += fmt::format(
        "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}' stroke='{}'/>\n", x,
        y, width, height, fill, stroke);
  }

  void cells() {
    const bool has_room = cell_width_ >= 30 && cell_height_ >= 16;
    for (std::size_t y = 0; y < map_.ys.size(); ++y)
      for (std::size_t x = 0; x < map_.xs.size(); ++x) {
        const double v = map_.value(x, y);
        const auto i = static_cast<double>(x), j = static_cast<double>(y);
        const HeatColor color = heat_color(v, map_.most);
        const bool known = std::isfinite(v);
        box(kMapLeft + i * cell_width_, bottom_ - (j + 1) * cell_height_, cell_width_, cell_height_,
            known ? hex(color) : "#eeeeee", "white");
        if (known && has_room)
          label(at_x(i), at_y(j) + 4.5, "middle", heat_text(v),
                wants_dark_text(color) ? "#111" : "#fff");
      }
  }

  void draw(const PlotSeries& line) {
    for (const auto& part : on_map(map_, line)) {
      std::string points;
      for (const auto& [x, y] : part) points += fmt::format("{:.1f},{:.1f} ", at_x(x), at_y(y));
      // Black on white: seen on every color of the map.
      for (const auto& [color, width] : {std::pair{"white", 5}, std::pair{"#d00000", 2}})
        out_ += fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='{}'{}/>\n",
                            points, color, width,
                            line.is_dashed && width == 2 ? " stroke-dasharray='7 4'" : "");
    }
  }

  void axes() {
    for (std::size_t x = 0; x < map_.xs.size(); ++x)
      label(at_x(static_cast<double>(x)), bottom_ + 19, "middle", tick_text(map_.xs[x]));
    for (std::size_t y = 0; y < map_.ys.size(); ++y)
      label(kMapLeft - 8, at_y(static_cast<double>(y)) + 4.5, "end", tick_text(map_.ys[y]));
    box(kMapLeft, kMapTop, right_ - kMapLeft, bottom_ - kMapTop, "none", "#444");
    label((kMapLeft + right_) / 2, 26, "middle", map_.title, "#222", " font-size='16'");
    label((kMapLeft + right_) / 2, bottom_ + 44, "middle", map_.x_label);
    label(0, 0, "middle", map_.y_label, "#222",
          fmt::format(" transform='translate(20 {:.1f}) rotate(-90)'", (kMapTop + bottom_) / 2));
  }

  void key() {
    constexpr int kSteps = 64;
    const double left = right_ + 18, width = 18, height = (bottom_ - kMapTop) * 0.6;
    label(left, kMapTop + 10, "start", map_.key_label);
    const double top = kMapTop + 24;
    for (int k = 0; k < kSteps; ++k) {
      const double v = std::pow(map_.most, (k + 0.5) / kSteps);
      const std::string color = hex(heat_color(v, map_.most));
      box(left, top + height * (kSteps - 1 - k) / kSteps, width, height / kSteps + 0.5, color,
          color);
    }
    for (double v = 1; v <= map_.most * 1.001; v *= 2)
      label(left + width + 6, top + height * (1 - std::log(v) / std::log(map_.most)) + 4.5, "start",
            heat_text(v) + (v >= map_.most * 0.999 ? " and more" : ""));
    double y = top + height + 34;
    for (const PlotSeries& line : map_.lines) {
      out_ += fmt::format(
          "<line x1='{0:.1f}' y1='{1:.1f}' x2='{2:.1f}' y2='{1:.1f}' "
          "stroke='#d00000' stroke-width='2'{3}/>\n",
          left, y - 4, left + 24, line.is_dashed ? " stroke-dasharray='7 4'" : "");
      label(left + 30, y, "start", line.name);
      y += 20;
    }
  }

  const HeatMap& map_;
  double right_, bottom_, cell_width_, cell_height_;
  std::string out_;
};

}  // namespace

HeatColor heat_color(double value, double most) {
  // Nine colors of viridis, evenly spaced.
  constexpr std::array<HeatColor, 9> kRamp{{{68, 1, 84},
                                            {71, 44, 122},
                                            {59, 81, 139},
                                            {44, 113, 142},
                                            {33, 144, 141},
                                            {39, 173, 129},
                                            {92, 200, 99},
                                            {170, 220, 50},
                                            {253, 231, 37}}};
  if (!std::isfinite(value)) return {238, 238, 238};
  const double share = std::clamp(std::log(std::max(value, 1.0)) / std::log(most), 0.0, 1.0);
  const double at = share * static_cast<double>(kRamp.size() - 1);
  const std::size_t k = std::min(static_cast<std::size_t>(at), kRamp.size() - 2);
  const double part = at - static_cast<double>(k);
  const auto mixed = [part](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround((1 - part) * a + part * b));
  };
  return {mixed(kRamp[k].r, kRamp[k + 1].r), mixed(kRamp[k].g, kRamp[k + 1].g),
          mixed(kRamp[k].b, kRamp[k + 1].b)};
}

bool wants_dark_text(HeatColor c) { return 0.299 * c.r + 0.587 * c.g + 0.114 * c.b > 130; }

std::string heat_text(double value) {
  if (!std::isfinite(value)) return "";
  return fmt::format("{:.{}f}", value, value < 9.95 ? 1 : 0);
}

double cell_place(std::span<const double> centers, double value) {
  if (centers.size() < 2 || value <= 0) return 0;
  const auto above = std::ranges::upper_bound(centers, value) - centers.begin();
  const auto k = static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(above - 1, 0, static_cast<std::ptrdiff_t>(centers.size()) - 2));
  const double step = std::log(centers[k + 1] / centers[k]);
  return static_cast<double>(k) + std::log(value / centers[k]) / step;
}

std::vector<std::vector<Point>> on_map(const HeatMap& map, const PlotSeries& line) {
  const double right = static_cast<double>(map.xs.size()) - 0.5,
               top = static_cast<double>(map.ys.size()) - 0.5;
  std::vector<std::vector<Point>> parts;
  bool goes_on = false;
  for (std::size_t k = 0; k + 1 < line.points.size(); ++k) {
    Point a{cell_place(map.xs, line.points[k].first), cell_place(map.ys, line.points[k].second)};
    Point b{cell_place(map.xs, line.points[k + 1].first),
            cell_place(map.ys, line.points[k + 1].second)};
    const Point end = b;
    if (!clip(a, b, right, top)) {
      goes_on = false;
      continue;
    }
    if (!goes_on) parts.push_back({a});
    parts.back().push_back(b);
    goes_on = b == end;
  }
  return parts;
}

std::string heat_map_svg(const HeatMap& map) { return MapDrawing(map).text(); }

}  // namespace phasebox
