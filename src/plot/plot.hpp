// SPDX-License-Identifier: MIT
// Plots and heat maps: their contents, plots as SVG and as CSV, and text in pictures.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sentence.hpp"

namespace phasebox {

/// The text in lines of at most `columns` letters; a longer word is divided. An empty text has no
/// line.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// The number of letters of a UTF-8 text: "µs" has two.
std::size_t letters(std::string_view text);

/// The text with escapes, for the text of an SVG or HTML file or an attribute in double quotes.
std::string escaped_xml(std::string_view text);

/// Maps values to pixels along one axis. Call `cover` for all values to be shown, then `round`,
/// then the rest.
class Scale {
 public:
  /// `from_px` may lie beyond `to_px`.
  Scale(bool is_log, double from_px, double to_px) : is_log_(is_log), from_(from_px), to_(to_px) {}

  /// Whether the axis can show a value: finite, and above 0 on a logarithmic axis.
  bool can_show(double v) const { return std::isfinite(v) && (!is_log_ || v > 0); }
  void cover(double v) {
    low_ = has_any_ ? std::min(low_, placed(v)) : placed(v);
    high_ = has_any_ ? std::max(high_, placed(v)) : placed(v);
    has_any_ = true;
  }
  /// Rounds the ends of the axis outwards: to 1, 2 or 5 times a power of ten on a logarithmic axis,
  /// else to a round number of steps, from 0 on if no value is below it.
  void round();
  double at(double v) const { return from_ + (placed(v) - low_) / (high_ - low_) * (to_ - from_); }
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
  void keep(double v, std::vector<double>& ticks) const;  // if it is within the ends

  bool is_log_, has_any_ = false;
  double from_, to_, low_ = 0, high_ = 1, step_ = 1;
};

/// A number beside a tick: "10,000", "0.05", "-2,000".
std::string tick_text(double v);

/// One line of a plot.
struct PlotSeries {
  Sentence name{};
  /// x, y; on a logarithmic axis above 0. A y that is no number interrupts the line.
  std::vector<std::pair<double, double>> points{};
  bool is_dashed = false;
};

/// Lines over two axes. Up to eight series are told apart by color (Okabe and Ito's, which the
/// color-blind tell apart too) and all by their marks; further ones repeat the colors.
struct Plot {
  Sentence title{}, x_label{}, y_label{};  ///< with units
  bool log_x = false, log_y = false;
  std::vector<PlotSeries> series{};
  int width = 900, height = 560;  ///< px
  double y_limit = 0;      ///< higher values are drawn at it and flatten nothing; 0: no limit
  std::size_t smooth = 0;  ///< points whose medians a bold line joins, in the window
};

/// M. Okabe and K. Ito, "Color Universal Design", 2008; black last, yellow darkened for paper.
inline constexpr std::array<std::string_view, 8> kPlotColors{
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#b8a900", "#000000"};

/// Axes with ticks and a legend beside the lines, on white. The same plot gives the same text.
/// Points that an axis cannot show are left out.
std::string plot_svg(const Plot& plot);

/// The plot's data: a line per point, "series,x,y", under a header that names both axes.
std::string plot_csv(const Plot& plot);

/// Cells of equal size, one for each x and y that was measured; each says its value in figures too.
struct HeatMap {
  Sentence title, x_label, y_label, key_label;  ///< with units
  std::vector<double> xs, ys;                   ///< ascending and above 0; y upwards
  std::vector<double> values;     ///< [ys * xs], row by row from the lowest y; NaN: not known
  double most = 16;               ///< values from 1 to this have colors of their own
  std::vector<PlotSeries> lines;  ///< drawn over the cells, in x and y

  double value(std::size_t x, std::size_t y) const { return values[y * xs.size() + x]; }
};

/// A color of 8 bits per channel.
struct HeatColor {
  std::uint8_t r, g, b;
};
/// The color of a value: 1 is the darkest, `most` and above the lightest, in equal steps of the
/// ratio (viridis, S. van der Walt and N. Smith, 2015: in order of lightness to every eye).
HeatColor heat_color(double value, double most);
/// Whether dark letters are easier to read on a color than light ones.
bool wants_dark_text(HeatColor color);
/// A value as text: "1.0", "12"; empty for what is not known.
std::string heat_text(double value);

/// The place of a value among the cells: 0 is the middle of the first cell, 1 that of the second.
/// Places between are by ratios; beyond the ends, the outermost ratio continues.
double cell_place(std::span<const double> centers, double value);

/// The parts of a line that lie on the map, in cells (-0.5 to n - 0.5 each way).
std::vector<std::vector<std::pair<double, double>>> on_map(const HeatMap& map,
                                                           const PlotSeries& line);

}  // namespace phasebox
