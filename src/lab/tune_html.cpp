// SPDX-License-Identifier: MIT
// The report as one HTML file: no script, no font, no picture from anywhere else.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/tune_report.hpp"
#include "lab/tune_words.hpp"
#include "plot/heat_map.hpp"
#include "plot/xml.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --dim: #57606a; --line: #d0d7de;
  --bar: #0072b2; --card: #f6f8fa; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171c; --ink: #e6edf3; --dim: #9da7b1; --line: #30363d; --bar: #56b4e9;
    --card: #1f242c; } }
body { background: var(--paper); color: var(--ink); max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; font: 16px/1.5 "DejaVu Sans", Helvetica, Arial, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.answer { background: var(--card); border-left: 4px solid var(--bar); padding: .6rem 1rem; }
.answer strong { font-size: 1.2rem; } .dim { color: var(--dim); }
table { border-collapse: collapse; width: 100%; }
td, th { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
td:nth-child(2), th:nth-child(2), td:nth-child(3), th:nth-child(3) { text-align: left; }
.bar { display: block; height: .5rem; background: var(--bar); border-radius: 2px; min-width: 2px; }
pre { background: var(--card); padding: .8rem; overflow-x: auto; font-size: .85rem; }
svg { max-width: 100%; height: auto; border-radius: 6px; }
)";

std::string table(const TuneReport& report) {
  std::string html = "<table>\n<tr>";
  for (const std::string& head : ranking_heads(report))
    html += fmt::format("<th>{}</th>", escaped_xml(head));
  html += "<th>time</th></tr>\n";
  double most = 0;
  const auto score = [&](const Trial& t) { return t.score(report.options.objective); };
  for (const Trial& t : report.ranking)
    if (t.is_compared && std::isfinite(score(t))) most = std::max(most, score(t));
  for (std::size_t k = 0; k < report.ranking.size(); ++k) {
    html += "<tr>";
    for (const std::string& cell : ranking_cells(report, k))
      html += fmt::format("<td>{}</td>", escaped_xml(cell));
    const Trial& t = report.ranking[k];
    const double share = t.is_compared && std::isfinite(score(t)) ? score(t) / most : 0;
    html += fmt::format(
        "<td style='width:20%'><span class='bar' style='width:{:.1f}%'></span></td>"
        "</tr>\n",
        100 * share);
  }
  return html + "</table>\n";
}

std::string facts(const TuneReport& report) {
  const FrameFacts& f = report.facts;
  return fmt::format(
      "<p>{} boxes per frame over {:.4g} x {:.4g} px; the usual one is {:.3g} px wide or high, "
      "the largest {:.3g} px; {:.2g} pairs per object; the usual box moves {:.2g} px "
      "from frame to frame, {:.0f} % rest{}. {} were raced over, on {} thread{}.</p>\n",
      grouped_text(f.boxes), f.width, f.height, f.side, f.largest_side, f.pairs_per_box(), f.move,
      100 * f.still, f.changes ? "; objects come and go" : "", coverage_text(report.coverage),
      report.options.threads, report.options.threads == 1 ? "" : "s");
}

std::string answer(const TuneReport& report) {
  const Trial* winner = report.winner();
  if (!winner) return "<p class='answer'>No algorithm has shown an exact result.</p>\n";
  return fmt::format(
      "<div class='answer'><p><strong>{}</strong><br>{}: {}</p><p>{}</p><p>{}</p></div>\n",
      escaped_xml(winner->candidate.name()), objective_text(report.options.objective),
      escaped_xml(score_text(winner->score(report.options.objective), report.options.objective)),
      escaped_xml("Confidence: " + report.confidence.words), escaped_xml("Why: " + report.why));
}

std::string plots(const TuneReport& report) {
  std::string html;
  if (const Plot plot = sensitivity_plot(report); !plot.series.empty())
    html += fmt::format("<h2>How sensitive it is</h2>\n<p>{}</p>\n{}",
                        escaped_xml(report.sensitivity.words), plot_svg(plot));
  if (const Plot plot = finals_plot(report); !plot.series.empty())
    html +=
        "<h2>The finalists in turn</h2>\n<p class='dim'>Each frame was given to all of them "
        "before the next, in an order that rotates.</p>\n" +
        plot_svg(plot);
  return html;
}

}  // namespace

std::string tune_html(const TuneReport& report, const TuneOrigin& origin) {
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  html +=
      fmt::format("<title>Which broadphase for {}</title>\n<style>{}</style>\n</head>\n<body>\n",
                  escaped_xml(origin.name), kStyle);
  html += fmt::format("<h1>Which broadphase for {}?</h1>\n", escaped_xml(origin.name));
  html += answer(report) + "<h2>The frames</h2>\n" + facts(report) + "<h2>Ranking</h2>\n" +
          table(report);
  html +=
      "<p class='dim'>Frames in brackets: too slow for the finals, timed over other frames. Every "
      "candidate's pairs were compared with the true ones in every race.";
  for (const std::string& out : report.left_out) html += " Left out: " + escaped_xml(out) + ".";
  html += "</p>\n" + plots(report);
  if (const Trial* winner = report.winner())
    html += fmt::format(
        "<h2>In C++</h2>\n<pre>{}</pre>\n<h2>Ask again, and check</h2>\n"
        "<pre>{}\n{}</pre>\n",
        escaped_xml(cpp_lines(winner->candidate)), escaped_xml(tune_command(report, origin)),
        escaped_xml(check_command(report, origin)));
  html += fmt::format("<p class='dim'>Phasebox, {:.1f} s of search, {} settings tried{}.</p>\n",
                      report.seconds, report.tried, report.is_complete ? "" : "; stopped early");
  return html + "</body>\n</html>\n";
}

}  // namespace phasebox
