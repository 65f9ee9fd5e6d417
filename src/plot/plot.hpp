// SPDX-License-Identifier: MIT
// Plots and heat maps: their contents, scales of axes, colors, and plots as SVG and as CSV.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sentence.hpp"

namespace phasebox {

/// Breaks a text at spaces into lines of at most `columns` letters (at least 1); a longer word is
/// divided. An empty text gives no line.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// The number of letters (code points) of a UTF-8 text: "µs" has two.
std::size_t letters(std::string_view text);

/// The text with <, >, & and " replaced by entities, so that it can stand in SVG or HTML between
/// tags or as an attribute in double quotes.
std::string escaped_xml(std::string_view text);

/// Maps values to pixels along one axis. The caller first calls `cover` for each value that the
/// axis must contain, then `round` once, and then reads positions (`at`) and ticks.
class Scale {
 public:
  /// The axis runs from `from_px` to `to_px`, which may be the smaller one (a y axis points up).
  Scale(bool is_log, double from_px, double to_px) : is_log_(is_log), from_(from_px), to_(to_px) {}

  /// Whether the axis can show a value: finite, and above 0 on a logarithmic axis.
  bool can_show(double v) const { return std::isfinite(v) && (!is_log_ || v > 0); }
  void cover(double v) {
    low_ = has_any_ ? std::min(low_, placed(v)) : placed(v);
    high_ = has_any_ ? std::max(high_, placed(v)) : placed(v);
    has_any_ = true;
  }
  /// Rounds the ends of the axis outwards. A logarithmic axis then ends at 1, 2 or 5 times a power
  /// of ten and spans at least one decade. A linear one ends at multiples of its tick step, and its
  /// lower end is at most 0.
  void round();
  double at(double v) const { return from_ + (placed(v) - low_) / (high_ - low_) * (to_ - from_); }
  /// The value at a place in px: the inverse of `at`.
  double value(double px) const {
    const double v = low_ + (px - from_) / (to_ - from_) * (high_ - low_);
    return is_log_ ? std::pow(10, v) : v;
  }
  std::vector<double> ticks() const;
  /// The ticks between the decades of a logarithmic axis, 2 to 9 times each decade; none on other
  /// axes.
  std::vector<double> small_ticks() const {
    std::vector<double> values;
    for (double decade = std::floor(low_); is_log_ && decade < high_; ++decade)
      for (int k = 2; k < 10; ++k) keep(std::pow(10, decade) * k, values);
    return values;
  }

 private:
  double placed(double v) const { return is_log_ ? std::log10(v) : v; }
  // Appends the value `v` to `ticks` if it lies within the ends of the axis.
  void keep(double v, std::vector<double>& ticks) const;

  bool is_log_, has_any_ = false;
  double from_, to_, low_ = 0, high_ = 1, step_ = 1;
};

/// The text of a number beside a tick: "10,000", "0.05", "-2,000". From 1,000 on it is rounded to a
/// whole number.
std::string tick_text(double v);

/// One line of a plot.
struct PlotSeries {
  Sentence name{};
  /// (x, y). A point that a logarithmic axis cannot show, because it is not above 0, is left out. A
  /// NaN as y interrupts the line.
  std::vector<std::pair<double, double>> points{};
  bool is_dashed = false;
  /// Chooses color and mark; none: the place of the series in its plot.
  std::optional<std::size_t> look{};
};

/// Lines over two axes. The SVG gives the looks 0, 1, ... the eight kPlotColors in turn and four
/// shapes of marks, so that 32 looks differ in color or mark.
struct Plot {
  Sentence title{}, x_label{}, y_label{};  ///< with units
  bool log_x = false, log_y = false;
  std::vector<PlotSeries> series{};
  int width = 900, height = 560;  ///< px
  /// A y above this is drawn at this height, so that single high values do not flatten the rest; 0:
  /// no limit.
  double y_limit = 0;
  /// In the window, a bold line joins the medians of so many neighboring points, over the pale line
  /// of all points; 0 or 1: one plain line. The SVG ignores it.
  std::size_t smooth = 0;

  /// The number by which color and mark of series `k` are chosen.
  std::size_t look(std::size_t k) const { return series[k].look.value_or(k); }
};

/// Eight colors that color-blind readers tell apart too (M. Okabe and K. Ito, "Color Universal
/// Design", 2008); here black is last, and yellow is darkened to be seen on white.
inline constexpr std::array<std::string_view, 8> kPlotColors{
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#b8a900", "#000000"};

/// Draws the plot as the text of an SVG file on white, with ticks and a legend to the right of the
/// lines. The same plot gives the same text. Points that an axis cannot show are left out.
std::string plot_svg(const Plot& plot);

/// The plot's data as CSV: a line "series,x,y" per point whose y is not NaN, under a header that
/// names both axes.
std::string plot_csv(const Plot& plot);

/// A table of colored cells of equal size, one for each pair of a column x and a row y. A cell
/// whose value is known shows it as a number too.
struct HeatMap {
  Sentence title, x_label, y_label, key_label;  ///< with units
  std::vector<double> xs, ys;                   ///< ascending and above 0; y upwards
  std::vector<double> values;  ///< [ys * xs], row by row from the lowest y; NaN: not known
  /// The color scale runs from 1 to this; values beyond either end get the color of that end.
  double most = 16;
  std::vector<PlotSeries> lines;  ///< drawn over the cells; points in the units of xs and ys

  double value(std::size_t x, std::size_t y) const { return values[y * xs.size() + x]; }
};

/// A color of 8 bits per channel.
struct HeatColor {
  std::uint8_t r, g, b;
};
/// The color of a value on a logarithmic scale from 1 and below (darkest) to `most` and above
/// (lightest); light gray for NaN and infinity. The scale is viridis (S. van der Walt and N. Smith,
/// 2015), whose lightness rises steadily, so that the color-blind read it too.
HeatColor heat_color(double value, double most);
/// Whether dark letters are easier to read on a color than light ones.
bool wants_dark_text(HeatColor color);
/// A value as text for its cell: "1.0", and from 9.95 on "12"; empty for NaN and infinity.
std::string heat_text(double value);

/// The place of a value among cells with these center values (ascending): 0 is the middle of the
/// first cell, 1 that of the second. Places between and beyond are interpolated by the logarithm; 0
/// with fewer than two cells, and for a value that is not above 0.
double cell_place(std::span<const double> centers, double value);

/// The parts of a line that lie on the map, as polylines of (x, y) in cells: an axis of n cells
/// runs from -0.5 to n - 0.5.
std::vector<std::vector<std::pair<double, double>>> on_map(const HeatMap& map,
                                                           const PlotSeries& line);

}  // namespace phasebox
