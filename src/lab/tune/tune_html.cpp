// SPDX-License-Identifier: MIT
// Writes a search as one HTML file, which loads no script, font or picture from elsewhere.
#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "lab/tune/ranking_table.hpp"
#include "lab/tune/sensitivity.hpp"
#include "lab/tune/tune_output.hpp"
#include "plot/plot.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; }
body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem;
  font: 16px/1.5 "DejaVu Sans", Helvetica, Arial, sans-serif; }
pre { font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere; }
svg { display: block; max-width: 100%; height: auto; }
)";

std::string preformatted(std::string_view text) {
  return fmt::format("<pre>{}</pre>\n", escaped_xml(text));
}

/// A length with its unit, and without zeros at the end, since many are whole: "17 px", not "17.0
/// px".
std::string length(const FrameFacts& facts, double value) {
  std::string number = rounded_text(value, 3);
  if (number.find('.') != std::string::npos) {
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') number.pop_back();
  }
  return number + " " + facts.unit;
}

std::string facts(const TuneReport& report) {
  const FrameFacts& f = report.facts;
  const std::string movement =
      f.knows_movement
          ? fmt::format("The typical box moves {} from frame to frame, {:.0f} % rest{}.",
                        length(f, f.move), 100 * f.still, f.changes ? "; objects come and go" : "")
          : "Note: " + why_no_movement(f).english() + ".";
  return fmt::format(
      "{} boxes{} per frame over {} x {}; the typical one is {} wide or high, the largest {}, {} "
      "times the smallest (log2 R = {}); {} pairs per object. {}\n",
      grouped_whole(f.boxes), rules_text(f), rounded_text(f.width, 3), length(f, f.height),
      length(f, f.side), length(f, f.largest_side), rounded_text(f.size_ratio, 3),
      rounded_text(std::log2(f.size_ratio), 2), rounded_text(f.pairs_per_box(), 2), movement);
}

std::string measured_on(const TuneReport& report) {
  const auto& [processor, cores, system, compiler, version] = report.options.origin.machine;
  return fmt::format("Measured on {}, {} cores, {}, with {}, Phasebox {}, on {}\n", processor,
                     cores, system, compiler, version, report.options.origin.date);
}

std::string figure(Plot plot) {
  if (plot.series.empty()) return {};
  plot.width = 900;
  plot.height = std::max(460, 24 * static_cast<int>(plot.series.size()) + 120);
  return plot_svg(plot);
}

}  // namespace

std::string tune_html(const TuneReport& report) {
  const std::string title = "Which broadphase for " + escaped_xml(report.options.origin.name);
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}?</h1>\n",
             title, kStyle) +
         preformatted(tune_text(report)) + preformatted(facts(report) + measured_on(report)) +
         figure(sensitivity_plot(report)) + "</body>\n</html>\n";
}

}  // namespace phasebox
