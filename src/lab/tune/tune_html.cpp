// SPDX-License-Identifier: MIT
// Writes a search as one HTML file, which loads no script, font or picture from elsewhere.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "collide/registry.hpp"
#include "lab/tune/choice.hpp"
#include "lab/tune/ranking_table.hpp"
#include "lab/tune/sensitivity.hpp"
#include "lab/tune/tune_output.hpp"
#include "language/format_sentence.hpp"
#include "plot/plot.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  font: 16px/1.5 Inter, "DejaVu Sans", Helvetica, Arial, sans-serif; }
h1 { font-size: 2.6rem; line-height: 1.1; margin: 0; }
h2 { font-size: 1.1rem; margin: 2.2rem 0 .5rem; }
.lead { font-size: 1.35rem; margin: .4rem 0 1rem; }
.dim, figcaption { opacity: .75; font-size: .85rem; }
figure { margin: 0; break-inside: avoid; }
svg { display: block; width: 100%; height: auto; background: #fff; }
.bars { max-width: 40rem; }
pre { font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere; padding: .6rem;
  background: #8882; break-inside: avoid; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; break-inside: avoid; }
th, td { text-align: left; padding: .15rem .8rem .15rem 0; vertical-align: top; }
.changed { font-weight: bold; }
@media screen and (prefers-color-scheme: dark) {
  svg { filter: invert(.93) hue-rotate(180deg); }
}
@media (max-width: 30rem) { h1 { font-size: 1.9rem; } .lead { font-size: 1.1rem; } }
@media print {
  :root { color-scheme: light; }
  body { margin: 0; max-width: none; background: #fff; color: #000; }
  button { display: none; }
  h2 { break-after: avoid; }
}
)";

// Buttons are hidden until this runs, so that the page has no dead ones where scripts are off.
constexpr std::string_view kScript = R"(
for (const button of document.querySelectorAll('button')) {
  button.hidden = false;
  button.onclick = () => {
    getSelection().selectAllChildren(button.nextElementSibling);
    button.textContent = document.execCommand('copy') ? 'Copied' : 'Press Ctrl+C';
  };
}
)";

// A sentence in English and HTML, in which the ids of algorithms are replaced by their titles.
std::string named(const Sentence& sentence) {
  return escaped_xml(sentence.changed([](std::string text) {
    const BroadphaseEntry* entry = find_entry(broadphases(), text);
    return entry ? std::string(entry->title) : text;
  }));
}

std::string paragraph(std::string_view label, const Sentence& sentence) {
  if (sentence.empty()) return {};
  return fmt::format("<p><strong>{}</strong> {}</p>\n", label, named(sentence));
}

std::string section(std::string_view title, const std::string& body) {
  return body.empty() ? body : fmt::format("<h2>{}</h2>\n{}", title, body);
}

std::string copied(std::string_view title, std::string_view text) {
  if (text.empty()) return {};
  return fmt::format("<p>{}</p>\n<button hidden>Copy</button>\n<pre>{}</pre>\n", title,
                     escaped_xml(text));
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

std::string figure(Plot plot, std::string_view caption) {
  if (plot.series.empty()) return {};
  return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", plot_svg(plot), caption);
}

// The trials that were timed on the same frames and are right, in the order of the ranking.
std::vector<const Trial*> compared_trials(const TuneReport& report) {
  std::vector<const Trial*> trials;
  for (const Trial& t : report.ranking)
    if (t.is_compared && !t.times.empty() && t.verdict != RaceResult::Verdict::wrong)
      trials.push_back(&t);
  return trials;
}

// ---- the bars

// One contestant of the bar chart, times in the report's unit.
struct Bar {
  std::string_view name, color;
  double low, middle, high;  // 10 %, median, 90 %
};

std::vector<Bar> bars_of(const TuneReport& report) {
  std::vector<Bar> bars;
  const double per_ms = time_unit(report).per_ms;
  for (const Trial* t : compared_trials(report)) {
    std::vector<double> times = t->times;
    bars.push_back({t->contestant.entry->title,
                    kPlotColors[look_of(*t->contestant.entry, 0) % kPlotColors.size()],
                    quantile(times, 0.1) * per_ms, median(times) * per_ms,
                    quantile(times, 0.9) * per_ms});
  }
  std::ranges::stable_sort(bars, {}, &Bar::middle);
  return bars;
}

// The bars of all contestants on one scale. It ends at 12 times the fastest one, so that slow ones
// do not flatten the rest; longer bars are cut there.
std::string bar_chart(const TuneReport& report) {
  constexpr double kWidth = 480, kRow = 40, kMaxRatio = 12;
  const std::vector<Bar> bars = bars_of(report);
  if (bars.empty()) return {};
  const double slowest = std::ranges::max(bars, {}, &Bar::high).high;
  const double most = std::max(std::min(slowest, kMaxRatio * bars[0].middle), 1e-9);
  const auto x = [&](double time) { return std::min(time / most, 1.0) * (kWidth - 4); };
  std::string rows;
  double y = 0;
  for (const Bar& b : bars) {
    rows += fmt::format(
        "<text x=\"0\" y=\"{0:.0f}\">{1}</text><text x=\"{2}\" y=\"{0:.0f}\" "
        "text-anchor=\"end\">{3} "
        "{4}{5}</text>\n<rect x=\"0\" y=\"{6:.0f}\" width=\"{7:.1f}\" height=\"12\" "
        "fill=\"{8}\"/><path d=\"M{9:.1f} {10:.0f}H{11:.1f}m0 -4v8M{9:.1f} {12:.0f}v8\" "
        "stroke=\"#222\"/>\n",
        y + 16, escaped_xml(b.name), kWidth, rounded_text(b.middle, 3), time_unit(report).name,
        b.middle > most ? " (cut)" : "", y + 21, std::max(x(b.middle), 1.0), b.color, x(b.low),
        y + 27, x(b.high), y + 23);
    y += kRow;
  }
  return fmt::format(
      "<figure><svg class=\"bars\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {:.0f}\" "
      "role=\"img\" font-size=\"14\" fill=\"#222\">\n{}</svg>\n<figcaption>Median time of a frame; "
      "the line spans 10 to 90 % of the frames.</figcaption></figure>\n",
      kWidth, y + 4, rows);
}

// ---- the frames

// The times of a trial over the recording: at most kMaxPoints medians of neighboring frames, since
// a frame is timed once or several times.
PlotSeries series_over_time(const TuneReport& report, const Trial& t) {
  constexpr std::size_t kMaxPoints = 240;
  std::size_t frames = 1;
  for (const RaceStep& step : report.steps) frames = std::max(frames, step.frame + 1);
  const std::size_t run = (frames + kMaxPoints - 1) / kMaxPoints;
  std::map<std::size_t, std::vector<double>> times;
  for (std::size_t k = 0; k < std::min(report.steps.size(), t.times.size()); ++k)
    times[report.steps[k].frame / run * run].push_back(t.times[k]);
  PlotSeries series{.name = std::string(t.contestant.entry->title)};
  for (auto& [frame, of_frame] : times)
    series.points.emplace_back(static_cast<double>(frame),
                               median(of_frame) * time_unit(report).per_ms);
  return series;
}

std::string frames_chart(const TuneReport& report) {
  if (report.steps.empty()) return {};
  Plot plot{.x_label = "frame",
            .y_label = Sentence::as_is("time of a frame, " + time_unit(report).name),
            .width = 720,
            .height = 360};
  const std::vector<const Trial*> trials = compared_trials(report);
  for (std::size_t k = 0; k < std::min<std::size_t>(trials.size(), 2); ++k) {
    const BroadphaseEntry* entry = trials[k]->contestant.entry;
    const bool is_second = k > 0 && entry == trials[0]->contestant.entry;
    plot.series.push_back(series_over_time(report, *trials[k]));
    plot.series.back().look = look_of(*entry, is_second ? 1 : 0);
  }
  return figure(plot, "The recommended one and the next, over the recording.");
}

// ---- the tables

std::string settings_table(const Contestant& winner) {
  std::string rows;
  for (const Param& row : rows_of(*winner.entry)) {
    const auto shown = [&](double value) {
      const std::string text = value_text(row, value);
      const bool has_unit = !row.unit.empty() && !(value == 0 && !row.zero.empty());
      return escaped_xml(has_unit ? text + " " + std::string(row.unit) : text);
    };
    const double value = winner.value(row);
    const std::string name = escaped_xml(label_of(row));
    rows += fmt::format("<tr{}><td>{}</td><td>{}</td><td class=\"dim\">{}</td></tr>\n",
                        value != row.init ? " class=\"changed\"" : "", name, shown(value),
                        value != row.init ? "default: " + shown(row.init) : "default");
  }
  return rows.empty() ? "<p>It has none.</p>\n" : "<table>\n" + rows + "</table>\n";
}

std::string ranking(const TuneReport& report) {
  std::string rows;
  const auto add = [&](const char* tag, const std::vector<Sentence>& cells) {
    rows += "<tr>";
    for (const Sentence& cell : cells) rows += fmt::format("<{0}>{1}</{0}>", tag, named(cell));
    rows += "</tr>\n";
  };
  add("th", ranking_heads(report));
  for (std::size_t k = 0; k < report.ranking.size(); ++k) add("td", ranking_cells(report, k));
  rows = "<div class=\"wide\"><table>\n" + rows + "</table></div>\n";
  for (const Sentence& out : report.left_out) rows += paragraph("Left out:", out);
  for (const Sentence& note : report.facts.notes) rows += paragraph("Note:", note);
  return rows;
}

// ---- the page

// Returns as HTML how the winner compares with the next: "1.8 times as fast as Quadtree."
std::string lead(const TuneReport& report) {
  const Confidence& c = report.confidence;
  const std::vector<const Trial*> trials = compared_trials(report);
  if (trials.size() < 2) return {};
  if (choice_order(report).why == WhyFirst::small) return "The simplest: all are fast enough.";
  if (c.is_tie && c.tied.size() > 1) return fmt::format("About as fast as {}.", named(c.tied[1]));
  const bool is_of_tests = report.options.objective == Objective::tests;
  return fmt::format("{} times {} {}.", rounded_text(c.ratio, 2),
                     is_of_tests ? "fewer box tests than" : "as fast as",
                     escaped_xml(trials[1]->contestant.entry->title));
}

std::string answer(const TuneReport& report) {
  const Trial* winner = report.winner();
  if (!winner) return "<h1>no algorithm has shown an exact result yet</h1>\n";
  std::string text = fmt::format("<h1>{}</h1>\n<p class=\"lead\">{} {}</p>\n",
                                 escaped_xml(winner->contestant.entry->title), lead(report),
                                 named(report.proportion));
  text += paragraph("Why:", report.why) + paragraph("How sure:", report.confidence.words);
  for (const Sentence& warning : report.warnings) text += paragraph("Warning:", warning);
  return text;
}

std::string details(const TuneReport& report) {
  const Trial* winner = report.winner();
  if (!winner) return {};
  Plot sensitivity = sensitivity_plot(report);
  sensitivity.width = 720;
  return section("Settings", settings_table(winner->contestant) +
                                 paragraph("Other values:", report.sensitivity.words) +
                                 figure(sensitivity, "Time by the main setting.")) +
         section("Code",
                 copied("C++, with the library:", cpp_lines(winner->contestant)) +
                     copied("JavaScript, with the npm package:", js_lines(winner->contestant))) +
         section("Repeat it", copied("The search:", tune_command(report)) +
                                  copied("The winner against the next:", check_command(report)));
}

}  // namespace

std::string tune_html(const TuneReport& report) {
  const std::string title = "Which broadphase for " + escaped_xml(report.options.origin.name);
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
             "<p class=\"dim\">{0}?</p>\n",
             title, kStyle) +
         answer(report) + section("All contestants", bar_chart(report)) +
         section("Frame by frame", frames_chart(report)) + details(report) +
         section("What was measured",
                 fmt::format("<p>{}</p>\n<p>{}</p>\n<p>{}; {} settings tried in {:.1f} s{}</p>\n",
                             escaped_xml(facts(report)), escaped_xml(measured_on(report)),
                             coverage_text(report.coverage), report.tried, report.seconds,
                             report.is_complete ? "" : ", stopped early")) +
         section("All figures", ranking(report)) +
         fmt::format("<script>{}</script>\n</body>\n</html>\n", kScript);
}

}  // namespace phasebox
