// SPDX-License-Identifier: MIT
// Plots as SVG and as CSV; the colors and lines of heat maps.
#include "plot/plot.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/text.hpp"

namespace phasebox {
namespace {

/// The number of bytes of the first `n` letters of a UTF-8 text, or of all if it has fewer.
std::size_t prefix(std::string_view text, std::size_t n) {
  std::size_t at = 0;
  for (; at < text.size() && n > 0; --n) do
      ++at;
    while (at < text.size() && continues_letter(text[at]));
  return at;
}

// The opening tag of an SVG image of this size, px, and its white ground; the caller appends the
// content and "</svg>".
std::string svg_begin(int width, int height) {
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='DejaVu Sans, Helvetica, Arial, sans-serif' font-size='13'>\n"
      "<rect width='100%' height='100%' fill='white'/>\n",
      width, height);
}

// A logarithmic axis over fewer decades is also numbered at 2 and 5 times each power of ten.
constexpr double kDecades = 2;

// Rounds down to 1, 2 or 5 times a power of ten. Argument and result are decimal logarithms. These
// logarithms lie symmetrically about 0, since 2 x 5 = 10, so -digit_below(-v) rounds up.
double digit_below(double v) {
  const double decade = std::floor(v + 1e-9), two = std::log10(2.0), five = std::log10(5.0);
  if (v - decade + 1e-9 >= five) return decade + five;
  return v - decade + 1e-9 >= two ? decade + two : decade;
}

// px from the image's edge to the axes: left, top and bottom, for a title and a label of one line
// (Drawing adds further lines); kLegend is the width that the legend takes on the right.
constexpr double kLeft = 76, kTop = 44, kBottom = 58, kLegend = 220;
constexpr double kLine = 17;          // px from one line of text to the next
constexpr double kLetter = 7.9;       // px, mean width of a letter at font size 13 px
constexpr double kTitleLetter = 9.6;  // px, mean width of a letter at the title's 16 px
// Colors of texts, the frame around the lines, lines at ticks, and lines at small ticks.
constexpr std::string_view kText = "#222", kFrame = "#444", kGrid = "#c8c8c8", kFine = "#f2f2f2";

std::string_view color_of(std::size_t look) { return kPlotColors[look % kPlotColors.size()]; }

std::string mark(std::size_t look, double x, double y) {
  const std::string fill = fmt::format("fill='{}'", color_of(look));
  // A look that repeats the color of an earlier one has another mark than that one.
  switch ((look + look / kPlotColors.size()) % 4) {
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
  explicit Drawing(const Plot& plot)
      : plot_(plot),
        title_(wrapped(plot.title, columns(plot.width - 24, kTitleLetter))),
        x_label_(wrapped(plot.x_label, columns(plot.width - kLegend - kLeft, kLetter))),
        top_(kTop + 20 * (static_cast<double>(title_.size()) - 1)),
        right_(plot.width - kLegend),
        bottom_(std::max(plot.height - kBottom - kLine * (lines(x_label_) - 1), top_ + 20)),
        x_(plot.log_x, kLeft, right_),
        y_(plot.log_y, bottom_, top_) {
    for (const PlotSeries& s : plot.series)
      for (const auto& [x, y] : s.points)
        if (x_.can_show(x) && y_.can_show(y)) {
          x_.cover(x);
          y_.cover(limited(y));
        }
    x_.round();
    y_.round();
    out_ = svg_begin(plot.width, plot.height);
  }

  std::string text() {
    axes();
    legend_y_ = top_ + 10;
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
    return wrapped(plot_.series[k].name, columns(kLegend - 60, kLetter));
  }
  double limited(double y) const { return plot_.y_limit > 0 ? std::min(y, plot_.y_limit) : y; }
  void grid_line(double x0, double y0, double x1, double y1, std::string_view color) {
    out_ += fmt::format("<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' stroke='{}'/>\n", x0,
                        y0, x1, y1, color);
  }
  void label(double x, double y, std::string_view anchor, std::string_view text,
             std::string_view more = "") {
    out_ += fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}' fill='{}'{}>{}</text>\n", x,
                        y, anchor, kText, more, escaped_xml(text));
  }
  void label_lines(double x, double y, double step, const std::vector<std::string>& text,
                   std::string_view more = "") {
    for (const std::string& words : text) {
      label(x, y, "middle", words, more);
      y += step;
    }
  }

  void axes() {
    for (const double v : x_.small_ticks()) grid_line(x_.at(v), top_, x_.at(v), bottom_, kFine);
    for (const double v : y_.small_ticks()) grid_line(kLeft, y_.at(v), right_, y_.at(v), kFine);
    x_numbers();
    for (const double v : y_.ticks()) {
      grid_line(kLeft - 5, y_.at(v), right_, y_.at(v), kGrid);
      label(kLeft - 9, y_.at(v) + 4.5, "end", tick_text(v));
    }
    out_ += fmt::format(
        "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='none' stroke='{}'/>\n",
        kLeft, top_, right_ - kLeft, bottom_ - top_, kFrame);
    const double middle = (kLeft + right_) / 2;
    label_lines(middle, 26, 20, title_, " font-size='16'");
    label_lines(middle, bottom_ + 44, kLine, x_label_);
    label(0, 0, "middle", plot_.y_label,
          fmt::format(" transform='translate(20 {:.1f}) rotate(-90)'", (top_ + bottom_) / 2));
  }

  // Draws a vertical line and a number at each tick of the x axis. A number that would touch the
  // one to its left is left out; its line stays.
  void x_numbers() {
    double free_from = 0;
    for (const double v : x_.ticks()) {
      grid_line(x_.at(v), top_, x_.at(v), bottom_ + 5, kGrid);
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
      marks += mark(plot_.look(k), x_.at(x), at);
    }
    stroke(k, points);
    out_ += marks;
  }

  void legend(std::size_t k) {
    const double x = right_ + 16;
    stroke(k, fmt::format("{:.1f},{:.1f} {:.1f},{:.1f}", x, legend_y_, x + 30, legend_y_));
    out_ += mark(plot_.look(k), x + 15, legend_y_);
    double y = legend_y_ + 4.5;
    for (const std::string& words : names(k)) {
      label(x + 38, y, "start", words);
      y += kLine;
    }
    legend_y_ += 4 + kLine * lines(names(k));
  }

  void stroke(std::size_t k, std::string_view points) {
    out_ += fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='2'{}/>\n",
                        points, color_of(plot_.look(k)),
                        plot_.series[k].is_dashed ? " stroke-dasharray='6 4'" : "");
  }

  const Plot& plot_;
  std::vector<std::string> title_, x_label_;
  double top_, right_, bottom_, legend_y_ = 0;
  Scale x_, y_;
  std::string out_;
};

using Point = std::pair<double, double>;

/// Clips the line segment from a to b, in cells, to the map, which runs from -0.5 to `right` and
/// `top` (Y.-D. Liang and B. Barsky, 1984). Returns false if no part is inside.
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

}  // namespace

std::size_t letters(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_letter));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  const std::size_t room = std::max<std::size_t>(columns, 1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!lines.empty() && letters(lines.back()) + 1 + letters(word) <= room) {
      lines.back().append(1, ' ').append(word);
      continue;
    }
    for (; letters(word) > room; word.remove_prefix(prefix(word, room)))
      lines.emplace_back(word.substr(0, prefix(word, room)));
    if (!word.empty()) lines.emplace_back(word);
  }
  return lines;
}

std::string escaped_xml(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  return out;
}

void Scale::round() {
  if (is_log_) {
    low_ = digit_below(low_);
    high_ = std::max(-digit_below(-high_), low_ + 1);
    return;
  }
  low_ = std::min(low_, 0.0);
  if (low_ == high_) high_ = 1;  // every value is 0, which any range shows
  const double rough = std::max(high_ - low_, 1e-12) / 6;
  const double decade = std::pow(10, std::floor(std::log10(rough)));
  const double digit = rough / decade;
  step_ = (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * decade;
  low_ = std::floor(low_ / step_) * step_;
  high_ = std::ceil(high_ / step_) * step_;
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

void Scale::keep(double v, std::vector<double>& ticks) const {
  const double at = placed(v);
  if (at > low_ - 1e-9 && at < high_ + 1e-9) ticks.push_back(v);
}

std::string tick_text(double v) {
  if (std::abs(v) >= 1000) return grouped_whole(v);
  // Adding 0 makes -0 a 0, so that no "-0" is written.
  return fmt::format("{:g}", std::round(v * 1e9) / 1e9 + 0.0);
}

std::string plot_svg(const Plot& plot) { return Drawing(plot).text(); }

std::string plot_csv(const Plot& plot) {
  std::string out = fmt::format("series,{},{}\n", csv_cell(plot.x_label), csv_cell(plot.y_label));
  for (const PlotSeries& s : plot.series)
    for (const auto& [x, y] : s.points)
      if (!std::isnan(y)) out += fmt::format("{},{},{}\n", csv_cell(s.name), x, y);
  return out;
}

HeatColor heat_color(double value, double most) {
  // Nine evenly spaced colors of viridis; values between two of them mix them.
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

}  // namespace phasebox
