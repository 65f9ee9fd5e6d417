// SPDX-License-Identifier: MIT
// Plots as SVG and as CSV.
#include "plot/plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "plot/plot_text.hpp"

namespace phasebox {

namespace {

constexpr double kDecades = 2;  // an axis with fewer is numbered at 2 and 5 too

// The largest power of ten, or two or five times one, that is not above; all as logarithms. Since
// 2 x 5 is a decade, the smallest that is not below is the same with both signs turned.
double digit_below(double v) {
  const double decade = std::floor(v + 1e-9), two = std::log10(2.0), five = std::log10(5.0);
  if (v - decade + 1e-9 >= five) return decade + five;
  return v - decade + 1e-9 >= two ? decade + two : decade;
}

constexpr double kLeft = 76, kTop = 44, kBottom = 58, kLegend = 220;
constexpr int kNarrow = 600;          // px; a plot below this width has its legend under it
constexpr double kLegendGap = 8;      // px, under the name of the axis
constexpr double kLine = 17;          // px from line to line
constexpr double kLetter = 7.9;       // px, mean width of a letter at 13 px
constexpr double kTitleLetter = 9.6;  // at 16 px
constexpr std::string_view kDarkLines[] = {"#4ea3dc", "#ff8a3d", "#2bc195", "#e39ac4",
                                           "#8fd0f5", "#f2b134", "#d9cc3a", "#e6edf3"};

/// What is neither data nor background.
enum class Shade : std::uint8_t { text, frame, grid, fine };
struct ShadeRow {
  std::string_view name, light, dark;
};
constexpr std::array<ShadeRow, 4> kShades{{{"text", "#222", "#e6edf3"},
                                           {"frame", "#444", "#9da7b1"},
                                           {"grid", "#c8c8c8", "#3b434d"},
                                           {"fine", "#f2f2f2", "#222830"}}};

/// Attributes that color an element: fixed on paper, by the page's variables in a page.
class Ink {
 public:
  explicit Ink(PlotGround ground) : ground_(ground) {}

  std::string operator()(std::string_view property, Shade shade) const {
    const ShadeRow& row = kShades[static_cast<std::size_t>(shade)];
    return attribute(property, row.light, row.name);
  }
  std::string operator()(std::string_view property, std::size_t series) const {
    const std::size_t k = series % kPlotColors.size();
    return attribute(property, kPlotColors[k], std::to_string(k));
  }

 private:
  std::string attribute(std::string_view property, std::string_view color,
                        std::string_view name) const {
    if (ground_ == PlotGround::paper) return fmt::format("{}='{}'", property, color);
    return fmt::format("style='{}:var(--plot-{})'", property, name);
  }
  PlotGround ground_;
};

std::string mark(std::size_t series, double x, double y, const std::string& fill) {
  // Another mark where the colors begin again.
  switch ((series + series / kPlotColors.size()) % 4) {
    case 0: return fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='4' {}/>\n", x, y, fill);
    case 1:
      return fmt::format("<rect x='{:.1f}' y='{:.1f}' width='7' height='7' {}/>\n", x - 3.5,
                         y - 3.5, fill);
    case 2: return fmt::format("<path d='M{:.1f} {:.1f}l5 9h-10z' {}/>\n", x, y - 5.5, fill);
    default: break;
  }
  return fmt::format("<path d='M{:.1f} {:.1f}l5 5l-5 5l-5 -5z' {}/>\n", x, y - 5, fill);
}

class Drawing {
 public:
  Drawing(const Plot& plot, PlotGround ground)
      : plot_(plot),
        ink_(ground),
        is_narrow_(plot.width < kNarrow),
        title_(wrapped(plot.title, columns(plot.width - 24, kTitleLetter))),
        x_label_(
            wrapped(plot.x_label,
                    columns(is_narrow_ ? plot.width - 24 : plot.width - kLegend - kLeft, kLetter))),
        top_(kTop + 20 * (static_cast<double>(title_.size()) - 1)),
        right_(is_narrow_ ? plot.width - 20 : plot.width - kLegend),
        bottom_(std::max(plot.height - kBottom - below(), top_ + 20)),
        x_(plot.log_x, kLeft, right_),
        y_(plot.log_y, bottom_, top_) {
    for (const PlotSeries& s : plot.series)
      for (const auto& [x, y] : s.points)
        if (x_.can_show(x) && y_.can_show(y)) x_.cover(x), y_.cover(limited(y));
    x_.round(), y_.round();
    out_ = ground == PlotGround::paper ? svg_begin(plot.width, plot.height)
                                       : svg_part(plot.width, plot.height, plot.title);
  }

  std::string text() {
    axes();
    legend_y_ =
        is_narrow_ ? bottom_ + kBottom + kLegendGap + kLine * (lines(x_label_) - 1) : top_ + 10;
    for (std::size_t k = 0; k < plot_.series.size(); ++k) {
      line(k);
      legend(k);
    }
    return out_ + "</svg>\n";
  }

 private:
  static std::size_t columns(double room, double letter) {
    return static_cast<std::size_t>(std::max(room / letter, 8.0));
  }
  static double lines(const std::vector<std::string>& text) {
    return static_cast<double>(std::max<std::size_t>(text.size(), 1));
  }
  std::vector<std::string> names(std::size_t k) const {
    const double room = is_narrow_ ? plot_.width - kLeft - 60 : kLegend - 60;
    return wrapped(plot_.series[k].name, columns(room, kLetter));
  }
  double entry_height(std::size_t k) const { return 4 + kLine * lines(names(k)); }
  // What stands under the numbers of the x axis and needs more than one line.
  double below() const {
    double height = kLine * (lines(x_label_) - 1) + (is_narrow_ ? kLegendGap : 0);
    for (std::size_t k = 0; is_narrow_ && k < plot_.series.size(); ++k) height += entry_height(k);
    return height;
  }

  double limited(double y) const { return plot_.y_limit > 0 ? std::min(y, plot_.y_limit) : y; }
  void grid_line(double x0, double y0, double x1, double y1, Shade shade) {
    out_ += fmt::format("<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' {}/>\n", x0, y0, x1,
                        y1, ink_("stroke", shade));
  }
  void label(double x, double y, std::string_view anchor, std::string_view text,
             std::string_view more = "") {
    out_ += fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}' {}{}>{}</text>\n", x, y,
                        anchor, ink_("fill", Shade::text), more, escaped_xml(text));
  }
  void label_lines(double x, double y, double step, const std::vector<std::string>& text,
                   std::string_view more = "") {
    for (const std::string& words : text) label(x, y, "middle", words, more), y += step;
  }

  void axes() {
    for (const double v : x_.small_ticks())
      grid_line(x_.at(v), top_, x_.at(v), bottom_, Shade::fine);
    for (const double v : y_.small_ticks())
      grid_line(kLeft, y_.at(v), right_, y_.at(v), Shade::fine);
    x_numbers();
    for (const double v : y_.ticks()) {
      grid_line(kLeft - 5, y_.at(v), right_, y_.at(v), Shade::grid);
      label(kLeft - 9, y_.at(v) + 4.5, "end", tick_text(v));
    }
    out_ +=
        fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='none' {}/>\n",
                    kLeft, top_, right_ - kLeft, bottom_ - top_, ink_("stroke", Shade::frame));
    const double middle = is_narrow_ ? plot_.width / 2.0 : (kLeft + right_) / 2;
    label_lines(middle, 26, 20, title_, " font-size='16'");
    label_lines(middle, bottom_ + 44, kLine, x_label_);
    label(0, 0, "middle", plot_.y_label,
          fmt::format(" transform='translate(20 {:.1f}) rotate(-90)'", (top_ + bottom_) / 2));
  }

  // A number that would touch the one before is left out; its line stays.
  void x_numbers() {
    double free_from = 0;
    for (const double v : x_.ticks()) {
      grid_line(x_.at(v), top_, x_.at(v), bottom_ + 5, Shade::grid);
      const std::string number = tick_text(v);
      const double half = kLetter * static_cast<double>(number.size()) / 2;
      if (x_.at(v) - half < free_from) continue;
      label(x_.at(v), bottom_ + 21, "middle", number);
      free_from = x_.at(v) + half + kLetter;
    }
  }

  void line(std::size_t k) {
    const PlotSeries& s = plot_.series[k];
    std::string points, marks;
    for (const auto& [x, y] : s.points) {
      if (std::isnan(y)) stroke(k, std::exchange(points, {}));
      if (!x_.can_show(x) || !y_.can_show(y)) continue;
      const double at = y_.at(limited(y));
      points += fmt::format("{:.1f},{:.1f} ", x_.at(x), at);
      marks += mark(k, x_.at(x), at, ink_("fill", k));
    }
    stroke(k, points);
    out_ += marks;
  }

  void legend(std::size_t k) {
    const double x = is_narrow_ ? kLeft : right_ + 16;
    stroke(k, fmt::format("{:.1f},{:.1f} {:.1f},{:.1f}", x, legend_y_, x + 30, legend_y_));
    out_ += mark(k, x + 15, legend_y_, ink_("fill", k));
    double y = legend_y_ + 4.5;
    for (const std::string& words : names(k)) label(x + 38, y, "start", words), y += kLine;
    legend_y_ += entry_height(k);
  }

  void stroke(std::size_t k, std::string_view points) {
    out_ +=
        fmt::format("<polyline points='{}' fill='none' {} stroke-width='2'{}/>\n", points,
                    ink_("stroke", k), plot_.series[k].is_dashed ? " stroke-dasharray='6 4'" : "");
  }

  const Plot& plot_;
  Ink ink_;
  bool is_narrow_;
  std::vector<std::string> title_, x_label_;
  double top_, right_, bottom_, legend_y_ = 0;
  Scale x_, y_;
  std::string out_;
};

std::string variables(bool is_dark) {
  std::string text = ":root {";
  for (const ShadeRow& row : kShades)
    text += fmt::format(" --plot-{}: {};", row.name, is_dark ? row.dark : row.light);
  for (std::size_t k = 0; k < kPlotColors.size(); ++k)
    text += fmt::format(" --plot-{}: {};", k, is_dark ? kDarkLines[k] : kPlotColors[k]);
  return text + " }\n";
}

}  // namespace

double Scale::placed(double v) const { return is_log_ ? std::log10(v) : v; }

bool Scale::can_show(double v) const { return std::isfinite(v) && (!is_log_ || v > 0); }

void Scale::cover(double v) {
  low_ = has_any_ ? std::min(low_, placed(v)) : placed(v);
  high_ = has_any_ ? std::max(high_, placed(v)) : placed(v);
  has_any_ = true;
}

void Scale::round() {
  if (is_log_) {
    low_ = digit_below(low_), high_ = std::max(-digit_below(-high_), low_ + 1);
    return;
  }
  low_ = std::min(low_, 0.0);
  if (low_ == high_) high_ = 1;  // only zeros: any range shows them
  const double rough = std::max(high_ - low_, 1e-12) / 6;
  const double decade = std::pow(10, std::floor(std::log10(rough)));
  const double digit = rough / decade;
  step_ = (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * decade;
  low_ = std::floor(low_ / step_) * step_, high_ = std::ceil(high_ / step_) * step_;
}

std::vector<double> Scale::ticks() const {
  std::vector<double> values;
  for (double t = low_; !is_log_ && t <= high_ + step_ * 1e-6; t += step_) values.push_back(t);
  if (!is_log_) return values;
  for (double decade = std::floor(low_); decade <= high_ + 1e-9; ++decade)
    for (const double digit : {1.0, 2.0, 5.0})
      if (digit == 1 || high_ - low_ < kDecades) keep(digit * std::pow(10, decade), values);
  return values;
}

std::vector<double> Scale::small_ticks() const {
  std::vector<double> values;
  for (double decade = std::floor(low_); is_log_ && decade < high_; ++decade)
    for (int k = 2; k < 10; ++k) keep(std::pow(10, decade) * k, values);
  return values;
}

void Scale::keep(double v, std::vector<double>& ticks) const {
  const double at = placed(v);
  if (at > low_ - 1e-9 && at < high_ + 1e-9) ticks.push_back(v);
}

std::string tick_text(double v) {
  if (std::abs(v) >= 1000) return grouped_whole(v);
  // Not "-0": adding 0 takes the sign away.
  return fmt::format("{:g}", std::round(v * 1e9) / 1e9 + 0.0);
}

std::string plot_svg(const Plot& plot, PlotGround ground) { return Drawing(plot, ground).text(); }

std::string plot_page_style() {
  return variables(false) + "@media screen and (prefers-color-scheme: dark) {\n" + variables(true) +
         "}\n";
}

std::string plot_csv(const Plot& plot) {
  std::string out = fmt::format("series,{},{}\n", csv_cell(plot.x_label), csv_cell(plot.y_label));
  for (const PlotSeries& s : plot.series)
    for (const auto& [x, y] : s.points)
      if (!std::isnan(y)) out += fmt::format("{},{},{}\n", csv_cell(s.name), x, y);
  return out;
}

}  // namespace phasebox
