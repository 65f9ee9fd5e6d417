// SPDX-License-Identifier: MIT
// SVG by hand: rectangles, polylines, text.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "plot/plot.hpp"
#include "plot/scale.hpp"
#include "plot/xml.hpp"

namespace phasebox {
namespace {

constexpr double kLeft = 76, kTop = 44, kBottom = 58, kLegend = 220;

std::string mark(std::size_t series, double x, double y) {
  const std::string_view color = kPlotColors[series % kPlotColors.size()];
  // Another mark where the colours begin again.
  switch ((series + series / kPlotColors.size()) % 4) {
    case 0: return fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='4' fill='{}'/>\n", x, y, color);
    case 1:
      return fmt::format("<rect x='{:.1f}' y='{:.1f}' width='7' height='7' fill='{}'/>\n", x - 3.5,
                         y - 3.5, color);
    case 2:
      return fmt::format("<path d='M{:.1f} {:.1f}l5 9h-10z' fill='{}'/>\n", x, y - 5.5, color);
    default: break;
  }
  return fmt::format("<path d='M{:.1f} {:.1f}l5 5l-5 5l-5 -5z' fill='{}'/>\n", x, y - 5, color);
}

class Drawing {
 public:
  explicit Drawing(const Plot& plot)
      : plot_(plot),
        right_(plot.width - kLegend),
        bottom_(plot.height - kBottom),
        x_(plot.log_x, kLeft, right_),
        y_(plot.log_y, bottom_, kTop) {
    for (const PlotSeries& s : plot.series)
      for (const auto& [x, y] : s.points)
        if (x_.can_show(x) && y_.can_show(y)) x_.cover(x), y_.cover(limited(y));
    x_.round(), y_.round();
  }

  std::string text() {
    out_ = svg_begin(plot_.width, plot_.height);
    axes();
    for (std::size_t k = 0; k < plot_.series.size(); ++k) line(k), legend(k);
    return out_ + "</svg>\n";
  }

 private:
  double limited(double y) const { return plot_.y_limit > 0 ? std::min(y, plot_.y_limit) : y; }
  void grid_line(double x0, double y0, double x1, double y1, std::string_view color) {
    out_ += fmt::format("<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' stroke='{}'/>\n", x0,
                        y0, x1, y1, color);
  }
  void label(double x, double y, std::string_view anchor, std::string_view text,
             std::string_view more = "") {
    out_ += fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}' fill='#222'{}>{}</text>\n", x,
                        y, anchor, more, escaped_xml(text));
  }

  void axes() {
    for (const double v : x_.small_ticks()) grid_line(x_.at(v), kTop, x_.at(v), bottom_, "#f2f2f2");
    for (const double v : y_.small_ticks()) grid_line(kLeft, y_.at(v), right_, y_.at(v), "#f2f2f2");
    for (const double v : x_.ticks()) {
      grid_line(x_.at(v), kTop, x_.at(v), bottom_ + 5, "#c8c8c8");
      label(x_.at(v), bottom_ + 21, "middle", tick_text(v));
    }
    for (const double v : y_.ticks()) {
      grid_line(kLeft - 5, y_.at(v), right_, y_.at(v), "#c8c8c8");
      label(kLeft - 9, y_.at(v) + 4.5, "end", tick_text(v));
    }
    out_ += fmt::format(
        "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='none' stroke='#444'/>\n",
        kLeft, kTop, right_ - kLeft, bottom_ - kTop);
    label((kLeft + right_) / 2, 26, "middle", plot_.title, " font-size='16'");
    label((kLeft + right_) / 2, bottom_ + 44, "middle", plot_.x_label);
    label(0, 0, "middle", plot_.y_label,
          fmt::format(" transform='translate(20 {:.1f}) rotate(-90)'", (kTop + bottom_) / 2));
  }

  void line(std::size_t k) {
    const PlotSeries& s = plot_.series[k];
    std::string points, marks;
    for (const auto& [x, y] : s.points) {
      if (!x_.can_show(x) || !y_.can_show(y)) continue;
      const double at = y_.at(limited(y));
      points += fmt::format("{:.1f},{:.1f} ", x_.at(x), at);
      marks += mark(k, x_.at(x), at);
    }
    stroke(k, points);
    out_ += marks;
  }

  void legend(std::size_t k) {
    const double x = right_ + 16, y = kTop + 10 + 21 * static_cast<double>(k);
    stroke(k, fmt::format("{:.1f},{:.1f} {:.1f},{:.1f}", x, y, x + 30, y));
    out_ += mark(k, x + 15, y);
    label(x + 38, y + 4.5, "start", plot_.series[k].name);
  }

  void stroke(std::size_t k, std::string_view points) {
    out_ += fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='2'{}/>\n",
                        points, kPlotColors[k % kPlotColors.size()],
                        plot_.series[k].is_dashed ? " stroke-dasharray='6 4'" : "");
  }

  const Plot& plot_;
  double right_, bottom_;
  Scale x_, y_;
  std::string out_;
};

}  // namespace

std::string plot_svg(const Plot& plot) { return Drawing(plot).text(); }

}  // namespace phasebox
