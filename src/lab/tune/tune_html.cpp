// SPDX-License-Identifier: MIT
// The report as one HTML file: no script, no font, no picture from anywhere else.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "lab/tune/tune_report.hpp"
#include "lab/tune/tune_text.hpp"
#include "plot/xml.hpp"

namespace phasebox {
namespace {

// Dark only on a screen: paper is white. On a narrow screen a row of the table becomes a block,
// each cell named by its column. Nothing scrolls sideways: what is too long is broken.
constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --dim: #57606a; --line: #d0d7de;
  --bar: #0072b2; --card: #f6f8fa; --warn: #9a4a00; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #14171c; --ink: #e6edf3; --dim: #9da7b1; --line: #30363d; --bar: #56b4e9;
    --card: #1f242c; --warn: #ffb454; } }
* { box-sizing: border-box; }
body { background: var(--paper); color: var(--ink); max-width: 64rem; margin: 2rem auto;
  padding: 0 1rem; font: 16px/1.5 "DejaVu Sans", Helvetica, Arial, sans-serif;
  overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.answer { background: var(--card); border-left: 4px solid var(--bar); padding: .1rem 1rem; }
.answer strong { font-size: 1.2rem; } .dim { color: var(--dim); } .warn { color: var(--warn); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
td, th { padding: .3rem .5rem; border-bottom: 1px solid var(--line); text-align: right;
  vertical-align: top; overflow-wrap: normal; }
td:nth-child(-n+3), th:nth-child(-n+3), td.say { text-align: left; }
td:nth-child(2) { white-space: nowrap; }
td.bar { width: 14%; min-width: 4rem; vertical-align: middle; }
.bar span { display: block; height: .5rem; background: var(--bar); border-radius: 2px;
  min-width: 2px; }
.bar .cut { background: linear-gradient(90deg, var(--bar) 70%, transparent); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; }
dt { color: var(--dim); } dd { margin: 0; }
pre { background: var(--card); padding: .8rem; font-size: .85rem; white-space: pre-wrap; }
svg { display: block; max-width: 100%; height: auto; }
svg.narrow { display: none; }
@media screen and (max-width: 700px) {
  svg.wide { display: none; } svg.narrow { display: block; }
  table, tbody, tr { display: block; } thead { display: none; }
  tr { display: grid; grid-template-columns: 1.6rem 1fr 1fr; gap: .1rem .6rem; padding: .6rem 0;
    border-bottom: 1px solid var(--line); }
  td { display: block; border: 0; padding: 0; text-align: left; grid-column: span 1; }
  td:nth-child(2) { grid-column: span 2; font-weight: bold; }
  td:nth-child(3), td.say { grid-column: 2 / span 2; overflow-wrap: anywhere; }
  td:nth-child(n+4):nth-child(even) { grid-column: 2; }
  td:nth-child(n+4)[data-name]::before { content: attr(data-name) ": "; color: var(--dim); }
  td.bar { grid-column: 2 / span 2; width: auto; }
  dl { grid-template-columns: 1fr; } dd { margin: 0 0 .4rem; } }
@media print {
  :root { color-scheme: light; } body { margin: 0; max-width: none; font-size: 11pt; }
  table { font-size: 9pt; } td, th { padding: .2rem .3rem; }
  section, tr, pre, svg, .answer { break-inside: avoid; } h1, h2 { break-after: avoid; }
  .bar span { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";

using Texts = std::vector<std::string>;

std::string paragraph(std::string_view text, std::string_view kind = "") {
  if (text.empty()) return {};
  return fmt::format("<p{}>{}</p>\n", kind.empty() ? "" : fmt::format(" class='{}'", kind),
                     escaped_xml(text));
}

std::string section(std::string_view title, const std::string& html) {
  if (html.empty()) return {};
  return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", escaped_xml(title), html);
}

// ---- answer

std::string answer(const TuneReport& report) {
  const Trial* winner = report.winner();
  if (!winner) return paragraph("No algorithm has shown an exact result.", "answer");
  const Objective objective = report.options.objective;
  std::string html = fmt::format("<p><strong>{}</strong><br>{}: {}</p>\n",
                                 escaped_xml(winner->contestant.name()), objective_text(objective),
                                 escaped_xml(score_text(winner->score(objective), objective)));
  html += paragraph("Confidence: " + report.confidence.words);
  html += paragraph("Why: " + report.why);
  html += paragraph(report.proportion);
  for (const std::string& warning : report.warnings) html += paragraph(warning + ".", "warn");
  return "<div class='answer'>\n" + html + "</div>\n";
}

// ---- frames

/// Lengths are often whole numbers of the unit: "17 px", not "17.0 px".
std::string length(const FrameFacts& facts, double value) {
  std::string number = rounded_text(value, 3);
  if (number.find('.') != std::string::npos) {
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') number.pop_back();
  }
  return number + " " + facts.unit;
}

std::string movement(const FrameFacts& f) {
  if (!f.knows_movement) return "Note: " + why_no_movement(f) + ".";
  return fmt::format("The typical box moves {} from frame to frame, {:.0f} % rest{}.",
                     length(f, f.move), 100 * f.still, f.changes ? "; objects come and go" : "");
}

std::string facts(const TuneReport& report) {
  const FrameFacts& f = report.facts;
  return paragraph(fmt::format(
      "{} boxes per frame over {} x {}; the typical one is {} wide or high, the largest {}, "
      "{} times the smallest (log2 R = {}); {} pairs per object. {}",
      grouped_whole(f.boxes), rounded_text(f.width, 3), length(f, f.height), length(f, f.side),
      length(f, f.largest_side), rounded_text(f.size_ratio, 3),
      rounded_text(std::log2(f.size_ratio), 2), rounded_text(f.pairs_per_box(), 2), movement(f)));
}

std::string measured_on(const TuneReport& report, const TuneOrigin& origin) {
  const Machine& m = origin.machine;
  const std::pair<std::string_view, std::string> rows[] = {
      {"Frames", coverage_text(report.coverage)},
      {"Processor", m.processor},
      {"Cores", m.cores},
      {"Threads", std::to_string(report.options.threads)},
      {"System", m.system},
      {"Compiler", m.compiler},
      {"Phasebox", m.version},
      {"Date", origin.date},
      {"Search", fmt::format("{:.0f} s, {} settings tried{}", report.seconds, report.tried,
                             report.is_complete ? "" : "; stopped early")}};
  std::string html = "<dl>\n";
  for (const auto& [name, value] : rows)
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, escaped_xml(value));
  return html + "</dl>\n";
}

// ---- ranking

/// Length of the bar, %: the longest is the slowest of those that were compared, but at most ten
/// times the best; a longer one is cut there, and fades.
double bar_length(const TuneReport& report, const Trial& trial) {
  constexpr double kLongest = 10;
  const auto score = [&](const Trial& t) { return t.score(report.options.objective); };
  double most = 0;
  for (const Trial& t : report.ranking)
    if (t.is_compared && std::isfinite(score(t))) most = std::max(most, score(t));
  most = std::min(most, kLongest * report.best_score());
  const bool has_bar = trial.is_compared && std::isfinite(score(trial)) && most > 0;
  return has_bar ? 100 * score(trial) / most : 0;
}

std::string table_row(const TuneReport& report, std::size_t row, const Texts& heads) {
  const Texts cells = ranking_cells(report, row);
  std::string html = "<tr>";
  const bool has_figures = !cells.back().empty();
  for (std::size_t k = 0; k < (has_figures ? cells.size() : 3); ++k)
    html +=
        fmt::format("<td data-name=\"{}\">{}</td>", escaped_xml(heads[k]), escaped_xml(cells[k]));
  if (!has_figures)
    return html + fmt::format("<td class='say' colspan='{}'>{} {}</td></tr>\n", cells.size() - 2,
                              escaped_xml(cells[3]), escaped_xml(cells[4]));
  const double length = bar_length(report, report.ranking[row]);
  html += "<td class='bar'>";
  if (length > 0)
    html += fmt::format("<span style='width:{:.1f}%'{}></span>", std::min(length, 100.0),
                        length > 100 ? " class='cut'" : "");
  return html + "</td></tr>\n";
}

std::string table(const TuneReport& report) {
  const Texts heads = ranking_heads(report);
  std::string html = "<table>\n<thead><tr>";
  for (const std::string& head : heads) html += fmt::format("<th>{}</th>", escaped_xml(head));
  html += "<th></th></tr></thead>\n<tbody>\n";
  for (std::size_t k = 0; k < report.ranking.size(); ++k) html += table_row(report, k, heads);
  return html + "</tbody>\n</table>\n";
}

std::string ranking(const TuneReport& report) {
  std::string notes =
      "Frames in brackets: not timed on the same frames as the others, so without ratio and bar. "
      "Every candidate's pairs were compared with the true ones in every race.";
  for (const std::string& out : report.left_out) notes += " Left out: " + out + ".";
  return table(report) + paragraph(notes, "dim");
}

// ---- plots

/// For wide screens and paper, and for narrow screens.
std::string figure(Plot plot) {
  if (plot.series.empty()) return {};
  const auto drawn = [&](int width, int height, std::string_view kind) {
    plot.width = width, plot.height = height;
    std::string svg = plot_svg(plot, PlotGround::page);
    return svg.insert(4, fmt::format(" class='{}'", kind));  // behind "<svg"
  };
  const int legend = 24 * static_cast<int>(plot.series.size());
  const std::string wide = drawn(900, std::max(460, legend + 120), "wide");
  return wide + drawn(380, 360 + legend, "narrow");
}

std::string with_words(std::string_view words, std::string html, std::string_view kind = "") {
  return html.empty() ? html : paragraph(words, kind) + html;
}

std::string plots(const TuneReport& report) {
  std::string html = section("How sensitive it is", with_words(report.sensitivity.words,
                                                               figure(sensitivity_plot(report))));
  return html +
         section("The finalists in turn",
                 with_words("Each frame was given to all of them before the next, in an order that "
                            "rotates.",
                            figure(finals_plot(report)), "dim"));
}

// ---- commands

std::string pre(std::string_view text) { return fmt::format("<pre>{}</pre>\n", escaped_xml(text)); }

std::string commands(const TuneReport& report, const TuneOrigin& origin) {
  const Trial* winner = report.winner();
  if (!winner) return {};
  return section("In C++", pre(cpp_lines(winner->contestant))) +
         section("Ask again, and check",
                 pre(tune_command(report, origin) + "\n" + check_command(report, origin)));
}

std::string head(const TuneOrigin& origin) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Which broadphase for {}</title>\n<style>{}{}</style>\n</head>\n",
      escaped_xml(origin.name), kStyle, plot_page_style());
}

}  // namespace

std::string tune_html(const TuneReport& report, const TuneOrigin& origin) {
  return head(origin) + "<body>\n" +
         fmt::format("<h1>Which broadphase for {}?</h1>\n", escaped_xml(origin.name)) +
         answer(report) + section("The frames", facts(report)) +
         section("Measured on", measured_on(report, origin)) + section("Ranking", ranking(report)) +
         plots(report) + commands(report, origin) + "</body>\n</html>\n";
}

}  // namespace phasebox
