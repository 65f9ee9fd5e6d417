// SPDX-License-Identifier: MIT
// The order of recommendation, confidence, sentences; the search as text, JSON, plots, a page.
#include "lab/tune/tune_report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/random.hpp"
#include "base/statistics.hpp"
#include "collide/registry.hpp"
#include "io/archive/archive.hpp"
#include "lab/study_subject.hpp"

namespace phasebox {
namespace {

// Ties, and confidence by resampling blocks of frames (B. Efron, "Bootstrap Methods: Another Look
// at the Jackknife", 1979; H. Kuensch, "The Jackknife and the Bootstrap for General Stationary
// Observations", 1989).

constexpr double kUnscored = std::numeric_limits<double>::infinity();
constexpr std::size_t kResamples = 300;
constexpr std::size_t kMaxResampled = 1500;  // frames; more are thinned evenly
constexpr std::size_t kBlocks = 24;          // that a single long window is cut into
constexpr std::size_t kMinBlock = 4;         // frames
constexpr std::size_t kFewPlaces = 4, kFewFrames = 10;
constexpr double kTie = 1.1;        // a lead below this factor is a tie
constexpr double kNearBest = 1.06;  // the simplest within this factor of the best is recommended
constexpr double kFarBehind = 1.5;  // a ratio beyond which nothing can tie
constexpr std::size_t kMaxOthers = 5;
constexpr double kFrameOf60Hz = 1000.0 / 60;  // ms
constexpr double kSmallShare = 0.01;          // of such a frame; below it any algorithm will do

using Order = std::vector<std::size_t>;

// ---- places

/// Frames [first, last) of the times, which are alike.
struct Block {
  std::size_t first, last;
};

std::vector<Block> blocks_of(std::span<const RaceStep> steps) {
  std::vector<Block> blocks;
  for (std::size_t k = 0; k < steps.size(); ++k)
    if (k == 0 || steps[k].place != steps[k - 1].place)
      blocks.push_back({k, k + 1});
    else
      blocks.back().last = k + 1;
  if (blocks.size() != 1) return blocks;
  const std::size_t n = steps.size();
  const std::size_t length = std::max(kMinBlock, (n + kBlocks - 1) / kBlocks);
  blocks.clear();
  for (std::size_t k = 0; k < n; k += length) blocks.push_back({k, std::min(k + length, n)});
  return blocks;
}

/// The blocks' times, thinned to what is quick to resample.
std::vector<std::vector<double>> thinned(const Trial& trial, std::span<const Block> blocks,
                                         std::size_t stride) {
  std::vector<std::vector<double>> parts;
  for (const Block& b : blocks) {
    std::vector<double>& part = parts.emplace_back();
    for (std::size_t k = b.first; k < std::min(b.last, trial.times.size()); k += stride)
      part.push_back(trial.times[k]);
  }
  return parts;
}

double resampled_score(const std::vector<std::vector<double>>& parts, const Order& picks,
                       Objective objective) {
  std::vector<double> times;
  for (const std::size_t p : picks) times.insert(times.end(), parts[p].begin(), parts[p].end());
  return score_of(std::move(times), objective);
}

/// In which the ratio of `other` to the winner lies in 90 of 100 resamples of the places.
std::pair<double, double> interval(const TuneReport& report, const Trial& other,
                                   std::span<const Block> blocks) {
  const std::size_t stride = (report.steps.size() + kMaxResampled - 1) / kMaxResampled;
  const auto ours = thinned(report.ranking[0], blocks, stride);
  const auto theirs = thinned(other, blocks, stride);
  Random random(report.options.seed);
  std::vector<double> ratios;
  Order picks(blocks.size());
  for (std::size_t r = 0; r < kResamples; ++r) {
    for (std::size_t& p : picks) p = random.below(static_cast<std::uint32_t>(blocks.size()));
    const double a = resampled_score(ours, picks, report.options.objective);
    ratios.push_back(resampled_score(theirs, picks, report.options.objective) / std::max(a, 1e-12));
  }
  return {quantile(ratios, 0.05), quantile(ratios, 0.95)};
}

// ---- words

std::string factor_text(double ratio) { return fmt::format("{:.{}f}", ratio, ratio < 1.2 ? 2 : 1); }

std::string listing(std::span<const std::string> names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return text;
}

/// The first `within` are within 10 %; the others may be as fast.
std::string tie_text(const Confidence& c, std::size_t within, bool is_simplest) {
  const auto names = std::span(c.tied);
  std::string text = "a tie: ";
  if (within > 1)
    text += fmt::format("{} are within 10 % of each other; {} is the simplest{}",
                        listing(names.first(within)), names[0],
                        is_simplest ? "" : " within 6 % of the best");
  else
    text += fmt::format("{} was {} times as fast as the next", names[0], factor_text(c.ratio));
  if (within < names.size())
    text += fmt::format("; at other places of the recording {} may be as fast",
                        listing(names.subspan(within)));
  return text;
}

std::string lead_text(const Confidence& c, const std::string& next, Objective objective) {
  const std::string text = fmt::format("{}: {} times as fast as the next ({}){}",
                                       c.is_clear ? "clear" : "likely", factor_text(c.ratio), next,
                                       objective == Objective::p99 ? " in the slowest frames" : "");
  if (c.frames < kFewFrames || c.places < kFewPlaces)
    return text + fmt::format(", but over {} from {} only", counted(c.frames, "frame"),
                              counted(c.places, "place"));
  return text + fmt::format(", {} to {} times when the {} places are resampled", factor_text(c.low),
                            factor_text(c.high), c.places);
}

Confidence by_tests(const TuneReport& report, Confidence c) {
  const std::string next(report.ranking[1].contestant.entry->id);
  c.low = c.high = c.ratio;
  c.is_clear = !c.is_tie;
  c.words = c.is_tie ? fmt::format("a tie: {} make about as many box tests; {} is the simplest",
                                   listing(c.tied), c.tied[0])
                     : fmt::format("clear: {} makes {} times as many box tests, as counted", next,
                                   factor_text(c.ratio));
  return c;
}

/// Two digits, without an exponent.
std::string amount(double v) { return v < 99.5 ? fmt::format("{:.2g}", v) : grouped_whole(v); }

std::string per_object(const Trial& trial, double boxes) {
  // Two digits: more are not measured.
  const double ns = significant(summary_of(trial.times).mean * 1e6 / std::max(boxes, 1.0), 2);
  return grouped_whole(ns) + " ns";
}

int complexity(const Trial* trial) { return trial->contestant.entry->complexity; }

std::string ids_of(const std::vector<const Trial*>& trials) {
  std::vector<std::string> ids;
  for (const Trial* t : trials) ids.emplace_back(t->contestant.entry->id);
  return listing(ids);
}

/// The two by their box tests, and by their time where tests do not tell them apart.
std::string comparison(const Trial& winner, const Trial& next, double boxes) {
  const auto w = winner.contestant.entry->id, x = next.contestant.entry->id;
  const std::string ours = per_object(winner, boxes), theirs = per_object(next, boxes);
  if (!winner.box_tests || !next.box_tests)
    return fmt::format("{} spends {} on an object, {} spends {}", w, ours, x, theirs);
  const double a = *winner.box_tests / boxes, b = *next.box_tests / boxes;
  if (a < 0.8 * b)
    return fmt::format("{} makes {} box tests per object where {}, the next slower, makes {}", w,
                       amount(a), x, amount(b));
  if (a > 1.25 * b)
    return fmt::format(
        "{} makes more box tests than {} ({} against {} per object), but has less work around "
        "them: {} per object against {}",
        w, x, amount(a), amount(b), ours, theirs);
  return fmt::format(
      "{} and {} make about as many box tests ({} and {} per object), and {} has less work around "
      "them: {} per object against {}",
      w, x, amount(a), amount(b), w, ours, theirs);
}

/// The winner beside the best of those that do not tie with it.
std::string reason(const TuneReport& report) {
  const Trial& winner = report.ranking[0];
  const double boxes = std::max(report.facts.boxes, 1.0);
  std::vector<const Trial*> tied;
  const Trial* next = nullptr;
  for (const Trial& t : std::span(report.ranking).subspan(1)) {
    const double score = t.score(report.options.objective);
    if (!t.is_compared || !std::isfinite(score)) continue;
    if (score < kTie * report.best_score())
      tied.push_back(&t);
    else if (!next)
      next = &t;
  }
  std::string text = next ? comparison(winner, *next, boxes)
                          : fmt::format("{} spends {} on an object", winner.contestant.entry->id,
                                        per_object(winner, boxes));
  if (!tied.empty())
    text +=
        fmt::format("; {} {} about as fast as it", ids_of(tied), tied.size() == 1 ? "is" : "are");
  if (const std::string here = describe(report.facts); !here.empty()) text += "; here " + here;
  return text + ".";
}

/// What the time is beside a frame at 60 Hz, and how many algorithms stay below a hundredth of it.
std::string proportion_of(TuneReport& report) {
  const Trial& winner = report.ranking[0];
  if (winner.times.empty()) return {};
  const double mean = summary_of(winner.times).mean;
  std::string text =
      fmt::format("{} is {} % of a frame at 60 Hz", score_text(mean, Objective::mean),
                  amount(100 * mean / kFrameOf60Hz));
  std::vector<const Trial*> small;
  for (const Trial& t : report.ranking)
    if (t.is_compared && t.verdict == RaceResult::Verdict::right &&
        summary_of(t.times).p99 <= kSmallShare * kFrameOf60Hz)
      small.push_back(&t);
  if (small.size() < 2) return text + ".";
  const Trial* simplest = *std::ranges::min_element(small, {}, complexity);
  constexpr std::size_t kNamed = 5;
  report.any_of = ids_of(small);
  const std::string names = small.size() <= kNamed ? " (" + report.any_of + ")" : "";
  return text + fmt::format(": any of these {}{} will do; the simplest is {}.", small.size(), names,
                            simplest->contestant.entry->id);
}

/// A sentence for each algorithm that spikes; one for all where the recording itself does.
std::vector<std::string> warnings_of(const TuneReport& report) {
  std::vector<std::string> warnings;
  std::size_t compared = 0;
  for (const Trial& t : report.ranking) {
    if (!t.is_compared) continue;
    ++compared;
    const double spike = t.spike();
    if (spike == 0) continue;
    const Summary s = summary_of(t.times);
    warnings.push_back(
        fmt::format("{} spikes: 1 frame in 100 takes {} or more, {} times its median frame ({})",
                    t.contestant.entry->id, score_text(s.p99, Objective::p99), amount(spike),
                    score_text(s.median, Objective::median)));
  }
  if (compared > 2 && warnings.size() == compared)
    warnings.push_back("all of them do: the recording itself has busy moments");
  return warnings;
}

// A parameter's unit with the recording's unit of length in place of px.
std::string in_unit_of(const FrameFacts& facts, std::string_view unit) {
  if (unit != "px" && !unit.starts_with("px/")) return std::string(unit);
  return facts.unit + std::string(unit.substr(2));
}

std::string sensitivity_text(const Sensitivity& s, const FrameFacts& facts) {
  if (s.points.size() < 2) return "";
  const auto score = [](const auto& p) { return p.second; };
  const double best = score(*std::ranges::min_element(s.points, {}, score));
  const auto worst = *std::ranges::max_element(s.points, {}, score);
  double from = 0, to = 0;
  bool any = false;
  for (const auto& [value, cost] : s.points) {
    if (cost > 1.1 * best) continue;
    if (!any) from = value;
    to = value, any = true;
  }
  const std::string key(s.row->key);
  const std::string unit = s.row->unit.empty() ? "" : " " + in_unit_of(facts, s.row->unit);
  if (worst.second <= 1.1 * best) return key + " hardly matters: all values tried are within 10 %.";
  const std::string good =
      s.row->tune.scale == TuneRange::Scale::values || from == to
          ? fmt::format("{} is best at {}{}", key, value_text(*s.row, from), unit)
          : fmt::format("{} costs at most 10 % more than the best from {} to {}{}", key,
                        value_text(*s.row, from), value_text(*s.row, to), unit);
  return fmt::format("{}; at {} it takes {:.1f} times as long.", good,
                     value_text(*s.row, worst.first), worst.second / best);
}

using Cells = std::vector<std::string>;

/// The one unit of all times in a table or plot: µs where the winner's median is below 0.1 ms.
struct TimeUnit {
  std::string name;
  double per_ms;
  std::string text(double ms) const { return rounded_text(ms * per_ms, 3); }
};
TimeUnit time_unit(const TuneReport& report) {
  const Trial* winner = report.winner();
  if (winner && winner->score(Objective::median) < 0.1) return {"µs", 1000};
  return {"ms", 1};
}

std::string_view objective_name(Objective o) {
  return kObjectiveNames[static_cast<std::size_t>(o)];
}

/// A clock is accurate to about four digits. Null for none.
Json number_json(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return {};
  return std::stod(fmt::format("{:.4g}", *value));
}

Json value_json(const Param& row, double value) {
  if (row.kind == Param::Kind::flag) return value != 0;
  if (row.kind == Param::Kind::choice) return format_value(row, value);
  return std::stod(format_value(row, value));
}

Json settings_json(const Contestant& contestant) {
  Json entry = Json::object();
  for (const Setting& s : contestant.settings)
    entry[std::string(s.row->key)] = value_json(*s.row, s.value);
  return entry;
}

Json trial_json(const Trial& t, const TuneReport& report) {
  Json entry{{"broadphase", t.contestant.entry->id},
             {"settings", settings_json(t.contestant)},
             {"verdict", t.verdict == RaceResult::Verdict::wrong ? "wrong" : "right"}};
  if (!t.fault.empty()) entry["fault"] = t.fault;
  if (!t.is_exact) entry["is_exact"] = false;
  if (t.times.empty()) return entry;
  const Summary s = summary_of(t.times);
  entry["score"] = number_json(t.score(report.options.objective));
  entry["ms"] = {{"median", number_json(s.median)},
                 {"mean", number_json(s.mean)},
                 {"p95", number_json(s.p95)},
                 {"p99", number_json(s.p99)},
                 {"worst", number_json(s.worst)}};
  entry["box_tests"] = number_json(t.box_tests);
  entry["frames"] = t.times.size();
  entry["is_compared"] = t.is_compared;
  entry["times_the_best"] =
      t.is_compared ? number_json(t.score(report.options.objective) / report.best_score()) : Json();
  entry["spike"] = t.spike() > 0 ? number_json(t.spike()) : Json();
  return entry;
}

Json facts_json(const FrameFacts& f) {
  return {{"boxes", number_json(f.boxes)},
          {"static_boxes", number_json(f.statics)},
          {"filtered_boxes", number_json(f.filtered)},
          {"pairs_per_frame", number_json(f.pairs)},
          {"unit", f.unit},
          {"field", {number_json(f.width), number_json(f.height)}},
          {"typical_side", number_json(f.side)},
          {"largest_side", number_json(f.largest_side)},
          {"size_ratio", number_json(f.size_ratio)},
          {"size_ratio_log2", number_json(std::log2(f.size_ratio))},
          {"typical_move_per_frame", f.knows_movement ? number_json(f.move) : Json()},
          {"share_at_rest", f.knows_movement ? number_json(f.still) : Json()},
          {"arrivals_per_frame", number_json(f.arrivals)},
          {"departures_per_frame", number_json(f.departures)},
          {"covered_share", number_json(f.crowd)},
          {"population_changes", f.changes},
          {"notes", f.notes}};
}

Json sensitivity_json(const Sensitivity& s) {
  if (!s.row) return {};
  Json points = Json::array();
  for (const auto& [value, score] : s.points)
    points.push_back({value_json(*s.row, value), number_json(score)});
  return {{"parameter", s.row->key},
          {"unit", s.row->unit},
          {"chosen", value_json(*s.row, s.chosen)},
          {"automatic_score", number_json(s.automatic)},
          {"points", std::move(points)},
          {"words", s.words}};
}

/// A column for the objective's figure where none of the others shows it.
std::string own_column(Objective objective) {
  if (objective == Objective::tests) return "box tests";
  return objective_name(objective) == "frame" ? "cost" : "";
}

void append_figures(Cells& cells, const TuneReport& report, std::size_t row) {
  const Trial& t = report.ranking[row];
  const TimeUnit unit = time_unit(report);
  const Objective objective = report.options.objective;
  const double score = t.score(objective), best = report.best_score();
  const Summary s = summary_of(t.times);
  if (t.is_compared) cells[0] = std::to_string(row + 1);
  if (!own_column(objective).empty())
    cells.push_back(objective == Objective::tests ? grouped_whole(score) : unit.text(score));
  for (const double ms : {s.median, s.mean, s.p99, s.worst}) cells.push_back(unit.text(ms));
  cells.push_back(t.is_compared ? rounded_text(score / std::max(best, 1e-12), 3) : "-");
  cells.push_back(t.box_tests ? rounded_text(*t.box_tests / std::max(report.facts.boxes, 1.0), 3)
                              : "-");
  cells.push_back(t.is_compared ? grouped_whole(static_cast<double>(t.times.size()))
                                : fmt::format("({})", t.times.size()));
}

/// " (412 static, 37 filtered)"; empty where there are none of either.
std::string rules_text(const FrameFacts& facts) {
  if (facts.statics + facts.filtered == 0) return {};
  return fmt::format(" ({} static, {} filtered)", grouped_whole(facts.statics),
                     grouped_whole(facts.filtered));
}

std::string summary(const TuneReport& report) {
  return fmt::format(
      "{}: {} boxes{}, {}, {} pairs per frame{}, {}; {} settings tried in {:.1f} s{}",
      report.options.origin.name, grouped_whole(report.facts.boxes), rules_text(report.facts),
      coverage_text(report.coverage), grouped_whole(report.facts.pairs),
      queries_text(report.options.queries), counted(report.options.threads, "thread"), report.tried,
      report.seconds, report.is_complete ? "" : ", stopped early");
}

void append_table(std::string& text, const std::vector<Cells>& lines) {
  std::vector<std::size_t> widths(lines[0].size());
  for (const Cells& line : lines)
    for (std::size_t k = 0; k < line.size(); ++k)
      if (k < 3 || !line.back().empty()) widths[k] = std::max(widths[k], letters(line[k]));
  for (const Cells& line : lines) {
    std::string out = " ";
    for (std::size_t k = 0; k < line.size(); ++k) {
      const bool is_left = k == 1 || k == 2;
      const std::string room(widths[k] - std::min(widths[k], letters(line[k])), ' ');
      out += is_left ? " " + line[k] + room + " " : " " + room + line[k] + " ";
    }
    text += out.substr(0, out.find_last_not_of(' ') + 1) + "\n";
  }
}

// What is loaded here must be loaded there as well.
std::string plugin_options() {
  std::string text;
  for (const BroadphaseEntry* entry : broadphases())
    if (!entry->file.empty()) text += " --plugin " + shell_word(entry->file);
  return text;
}

// ---- sensitivity

/// A score as the sensitivity plot shows it: a time in the report's unit, or box tests.
double shown(const TuneReport& report, double score) {
  return report.options.objective == Objective::tests ? score : score * time_unit(report).per_ms;
}

/// The recommended point has the winner's own score: the same number as in the headline.
void append_recommended(Plot& plot, const TuneReport& report) {
  const Sensitivity& s = report.sensitivity;
  const double score = report.ranking[0].score(report.options.objective);
  const std::string words = score_text(score, report.options.objective);
  const double lo = s.points.front().first, hi = s.points.back().first;
  const bool is_point = !s.automatic || (s.chosen >= lo && s.chosen <= hi);
  const double at_auto = shown(report, s.automatic && is_point ? *s.automatic : score);
  if (s.automatic)
    plot.series.push_back({.name = is_point ? "auto" : "recommended: auto, " + words,
                           .points = {{lo, at_auto}, {hi, at_auto}},
                           .is_dashed = true});
  if (is_point)
    plot.series.push_back(
        {.name = "recommended: " + words, .points = {{s.chosen, shown(report, score)}}});
}

// The report as one HTML file, the text with its plot: no script, font or picture from elsewhere.

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

std::string facts(const TuneReport& report) {
  const FrameFacts& f = report.facts;
  const std::string movement =
      f.knows_movement
          ? fmt::format("The typical box moves {} from frame to frame, {:.0f} % rest{}.",
                        length(f, f.move), 100 * f.still, f.changes ? "; objects come and go" : "")
          : "Note: " + why_no_movement(f) + ".";
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
  plot.width = 900, plot.height = std::max(460, 24 * static_cast<int>(plot.series.size()) + 120);
  return plot_svg(plot);
}

}  // namespace

double score_ratio(const RaceResult& a, const RaceResult& b, Objective objective) {
  if (objective == Objective::tests)
    return a.box_tests && b.box_tests ? *a.box_tests / std::max(*b.box_tests, 1e-12) : kUnscored;
  const std::size_t n = std::min(a.times.size(), b.times.size());
  const auto score = [&](const RaceResult& t) {
    return score_of({t.times.begin(), t.times.begin() + static_cast<std::ptrdiff_t>(n)}, objective);
  };
  return n == 0 ? kUnscored : score(a) / std::max(score(b), 1e-12);
}

ChoiceOrder choice_order(std::span<const Trial* const> rows, Objective objective) {
  std::vector<double> scores, means;
  const bool is_of_time = objective == Objective::frame || objective == Objective::mean;
  for (const Trial* t : rows) {
    scores.push_back(t->score(objective));
    means.push_back(is_of_time ? summary_of(t->times).mean : 0);
  }
  Order order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return scores[k]; });
  if (order.empty()) return {};
  const double best = scores[order[0]], best_mean = *std::ranges::min_element(means);
  std::vector<bool> is_near(rows.size()), is_tied(rows.size());
  for (const std::size_t k : order) {
    is_near[k] = scores[k] < kNearBest * best && means[k] <= kNearBest * best_mean;
    is_tied[k] = scores[k] < kTie * best;
  }
  is_near[order[0]] = is_tied[order[0]] = true;
  const auto simpler = [&](std::size_t i, std::size_t j) {
    const Contestant &a = rows[i]->contestant, &b = rows[j]->contestant;
    return std::pair(a.entry->complexity, a.settings.size()) <
           std::pair(b.entry->complexity, b.settings.size());
  };
  const auto end =
      std::stable_partition(order.begin(), order.end(), [&](std::size_t k) { return is_tied[k]; });
  const auto near =
      std::stable_partition(order.begin(), end, [&](std::size_t k) { return is_near[k]; });
  std::stable_sort(order.begin(), near, simpler);
  std::stable_sort(near, end, simpler);
  const auto tied = static_cast<std::size_t>(end - order.begin());
  return {std::move(order), std::max<std::size_t>(tied, 1)};
}

Confidence confidence_of(const TuneReport& report) {
  Confidence c;
  const Objective objective = report.options.objective;
  std::vector<const Trial*> rows;
  for (const Trial& t : report.ranking)
    if (t.is_compared && std::isfinite(t.score(objective))) rows.push_back(&t);
  if (rows.size() < 2 || !report.ranking[0].is_compared) {
    c.words = "alone: no other algorithm has an exact result on the same frames to compare with";
    return c;
  }
  c.frames = report.coverage.used;
  const double mine = std::max(rows[0]->score(objective), 1e-12);
  const std::size_t tied = choice_order(rows, objective).tied;
  for (std::size_t k = 0; k < tied; ++k) c.tied.emplace_back(rows[k]->contestant.entry->id);
  c.is_tie = tied > 1;
  c.ratio = rows[1]->score(objective) / mine;
  if (objective == Objective::tests) return by_tests(report, c);
  if (report.steps.empty()) {
    c.words = fmt::format("a first impression: {} times as fast as the next ({})",
                          factor_text(c.ratio), rows[1]->contestant.entry->id);
    return c;
  }
  const auto blocks = blocks_of(report.steps);
  c.places = blocks.size();
  std::tie(c.low, c.high) = interval(report, *rows[1], blocks);
  for (std::size_t k = tied; k < std::min(rows.size(), tied + kMaxOthers); ++k)
    if (rows[k]->score(objective) < kFarBehind * mine &&
        interval(report, *rows[k], blocks).first < 1) {
      c.tied.emplace_back(rows[k]->contestant.entry->id);
      c.is_tie = true;
    }
  c.is_clear = !c.is_tie && c.low >= kTie && c.places >= kFewPlaces && c.frames >= kFewFrames;
  const bool is_simplest = std::ranges::all_of(std::span(rows).first(tied), [&](const Trial* t) {
    return complexity(rows[0]) <= complexity(t);
  });
  c.words = c.is_tie ? tie_text(c, tied, is_simplest)
                     : lead_text(c, std::string(rows[1]->contestant.entry->id), objective);
  return c;
}

void explain(TuneReport& report) {
  report.confidence = confidence_of(report);
  report.why = reason(report);
  report.proportion = proportion_of(report);
  report.warnings = warnings_of(report);
}

Sensitivity sensitivity_of(const Param& row, std::span<const std::pair<double, double>> sweep,
                           const TuneReport& report) {
  Sensitivity s;
  s.row = &row;
  s.chosen = report.ranking[0].contestant.value(row);
  for (const auto& [value, score] : sweep)
    if (value == 0 && !row.zero.empty() && std::isfinite(score))
      s.automatic = score;
    else if (std::isfinite(score))
      s.points.emplace_back(value, score);
  if (s.points.empty()) return {};
  std::ranges::sort(s.points);
  s.words = sensitivity_text(s, report.facts);
  return s;
}

std::string score_text(double score, Objective objective) {
  if (!std::isfinite(score)) return "-";
  if (objective == Objective::tests) return grouped_whole(score) + " box tests";
  if (score < 0.1) return fmt::format("{:.1f} µs", score * 1000);
  return fmt::format("{:.{}f} ms", score, score < 10 ? 3 : score < 100 ? 2 : 1);
}

std::string_view objective_text(Objective objective) {
  switch (objective) {
    case Objective::frame: return "mean time with its tail";
    case Objective::mean: return "mean time";
    case Objective::p99: return "99th percentile of the times";
    case Objective::tests: return "box tests";
    default: return "median time";
  }
}

std::string coverage_text(const FrameCoverage& c) {
  if (c.is_all()) return (c.of > 1 ? "all " : "") + counted(c.of, "frame");
  return fmt::format("{} of {}, from {}", grouped(c.used), counted(c.of, "frame"),
                     counted(c.places, "place"));
}

std::string rounded_text(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  if (value == 0) return "0";
  const double rounded = significant(value, digits);
  if (std::abs(rounded) >= 1000) return tick_text(rounded);
  // Rounding up may have reached the next decade.
  const int whole = static_cast<int>(std::floor(std::log10(std::abs(rounded)) + 1e-9));
  return fmt::format("{:.{}f}", rounded, std::max(digits - 1 - whole, 0));
}

Cells ranking_heads(const TuneReport& report) {
  Cells heads{"", "broadphase", "settings"};
  if (const std::string own = own_column(report.options.objective); !own.empty())
    heads.push_back(own == "cost" ? "cost, " + time_unit(report).name : own);
  for (const char* figure : {"median", "mean", "p99", "worst"})
    heads.push_back(fmt::format("{}, {}", figure, time_unit(report).name));
  heads.insert(heads.end(), {"x best", "tests/object", "frames"});
  return heads;
}

Cells ranking_cells(const TuneReport& report, std::size_t row) {
  const Trial& t = report.ranking[row];
  Cells cells{"-", std::string(t.contestant.entry->id), t.contestant.settings_text()};
  if (t.verdict == RaceResult::Verdict::wrong)
    cells.insert(cells.end(), {"WRONG", t.fault});
  else if (!t.is_exact)
    cells.push_back("leaves pairs out: may not win");
  else
    append_figures(cells, report, row);
  cells.resize(ranking_heads(report).size());
  return cells;
}

std::string tune_command(const TuneReport& report) {
  const TuneOptions& options = report.options;
  if (options.origin.options.empty()) return {};
  std::string text = "phasebox tune " + report.options.origin.options + plugin_options();
  for (std::size_t k = 0; k < options.entries.size(); ++k)
    text += fmt::format("{}{}", k == 0 ? " --broadphase " : ",", options.entries[k]->id);
  for (const ParamValue& p : options.fixed)
    if (const auto* entry = find_entry(broadphases(), p.owner.id()))
      if (const Param* row = find_param(rows_of(*entry), p.key))
        text += fmt::format(" --set {}={}", full_name(p.owner, p.key), format_value(*row, p.value));
  return fmt::format("{} --budget {:g} --objective {}", text, options.budget,
                     objective_name(options.objective));
}

std::string check_command(const TuneReport& report) {
  if (report.options.origin.options.empty()) return {};
  std::string ids, sets;
  for (std::size_t k = 0; k < std::min<std::size_t>(report.ranking.size(), 2); ++k) {
    const Trial& t = report.ranking[k];
    if (!std::isfinite(t.score(report.options.objective))) break;
    ids += fmt::format("{}{}", ids.empty() ? "" : ",", t.contestant.entry->id);
    if (const std::string s = t.contestant.set_options(); !s.empty()) sets += " " + s;
  }
  return fmt::format("phasebox bench {}{} --broadphase {}{}", report.options.origin.options,
                     plugin_options(), ids, sets);
}

namespace {

// A game has the plug-in's own source.
std::string plugin_line(const Contestant& plugin) {
  return fmt::format("// Recommended by phasebox tune: the plug-in {}, with {}.\n",
                     plugin.entry->file, plugin.settings_text());
}

bool is_named(const Setting& s) {
  return s.row->kind == Param::Kind::choice || s.row->kind == Param::Kind::flag;
}

}  // namespace

std::string js_lines(const Contestant& contestant) {
  if (!contestant.entry->file.empty()) return plugin_line(contestant);
  std::string settings;
  for (const Setting& s : contestant.settings)
    settings += is_named(s) ? fmt::format(", '{}': '{}'", s.row->key, format_value(*s.row, s.value))
                            : fmt::format(", '{}': {}", s.row->key, static_cast<float>(s.value));
  return fmt::format(
      "import {{ load }} from 'phasebox'; // npm install phasebox\n\n"
      "/** {}, as recommended by phasebox tune: for up to so many boxes. */\n"
      "export async function recommendedFinder(capacity) {{\n"
      "  return (await load()).finder('{}', {{ capacity{} }});\n"
      "}}\n",
      contestant.name(), contestant.entry->id, settings);
}

std::string cpp_lines(const Contestant& contestant) {
  if (!contestant.entry->file.empty()) return plugin_line(contestant);
  std::string text = fmt::format(
      "#include <memory>\n\n"
      "#include <phasebox/collide/broadphase.hpp>\n"
      "#include <phasebox/collide/registry.hpp>\n\n"
      "/// {}, as recommended by phasebox tune.\n"
      "inline std::unique_ptr<phasebox::Broadphase> recommended_broadphase() {{\n"
      "  auto made = find_entry(phasebox::broadphases(), \"{}\")->make();\n",
      contestant.name(), contestant.entry->id);
  if (!contestant.settings.empty())
    text += "  const phasebox::ParamView params = made->params();\n";
  for (const Setting& s : contestant.settings)
    text += fmt::format("  find_param(params.rows, \"{}\")->set(params.object, {});{}\n",
                        s.row->key, static_cast<float>(s.value),
                        is_named(s) ? "  // " + format_value(*s.row, s.value) : std::string());
  return text + "  return made;\n}\n";
}

std::string tune_text(const TuneReport& report) {
  std::string text = summary(report) + "\n";
  std::vector<Cells> lines{ranking_heads(report)};
  for (std::size_t k = 0; k < report.ranking.size(); ++k) lines.push_back(ranking_cells(report, k));
  append_table(text, lines);
  for (const std::string& out : report.left_out) text += "  left out: " + out + "\n";
  for (const std::string& note : report.facts.notes) text += "  note: " + note + "\n";
  const Trial* winner = report.winner();
  if (!winner) return text + "\nno algorithm has shown an exact result yet\n";
  text += fmt::format("\nRecommended: {}\nConfidence:  {}\nWhy:         {}\nProportion:  {}\n",
                      winner->contestant.name(), report.confidence.words, report.why,
                      report.proportion);
  for (const std::string& warning : report.warnings)
    text += fmt::format("Warning:     {}\n", warning);
  if (!report.sensitivity.words.empty())
    text += fmt::format("Sensitivity: {}\n", report.sensitivity.words);
  if (report.default_score && !winner->contestant.settings.empty())
    text += fmt::format("Defaults:    would take {:.2f} times as long\n",
                        *report.default_score / winner->score(report.options.objective));
  if (!report.options.origin.options.empty())
    text += fmt::format("Again:       {}\nCheck:       {}\n", tune_command(report),
                        check_command(report));
  return text + "\n" + cpp_lines(winner->contestant);
}

std::string tune_json(const TuneReport& report) {
  const Machine& m = report.options.origin.machine;
  Json rows = Json::array();
  for (const Trial& t : report.ranking) rows.push_back(trial_json(t, report));
  Json entry{{"command", tune_command(report)},
             {"source", report.options.origin.name},
             {"version", m.version},
             {"date", report.options.origin.date},
             {"machine",
              {{"processor", m.processor},
               {"cores", m.cores},
               {"system", m.system},
               {"compiler", m.compiler}}},
             {"objective", objective_name(report.options.objective)},
             {"budget_s", number_json(report.options.budget)},
             {"seconds", number_json(report.seconds)},
             {"is_complete", report.is_complete},
             {"threads", report.options.threads},
             {"frames",
              {{"used", report.coverage.used},
               {"of", report.coverage.of},
               {"places", report.coverage.places}}},
             {"settings_tried", report.tried},
             {"facts", facts_json(report.facts)}};
  if (const Trial* winner = report.winner()) {
    const Confidence& c = report.confidence;
    entry["recommended"] = {{"broadphase", winner->contestant.entry->id},
                            {"settings", settings_json(winner->contestant)}};
    entry["confidence"] = {{"words", c.words},
                           {"is_clear", c.is_clear},
                           {"is_tie", c.is_tie},
                           {"times_as_fast", number_json(c.ratio)},
                           {"from", number_json(c.low)},
                           {"to", number_json(c.high)},
                           {"frames", c.frames},
                           {"places", c.places},
                           {"tied", c.tied}};
    entry["proportion"] = report.proportion;
    entry["why"] = report.why;
    entry["default_score"] = number_json(report.default_score);
    entry["check"] = check_command(report);
    entry["cpp"] = cpp_lines(winner->contestant);
  }
  entry["warnings"] = report.warnings;
  entry["ranking"] = std::move(rows);
  entry["left_out"] = report.left_out;
  entry["sensitivity"] = sensitivity_json(report.sensitivity);
  return json_text(entry, {.indent = 1, .real = JsonReal::float64}) + "\n";
}

Plot sensitivity_plot(const TuneReport& report) {
  Plot plot;
  const Sensitivity& s = report.sensitivity;
  const bool is_tests = report.options.objective == Objective::tests;
  plot.y_label = is_tests ? "box tests"
                          : fmt::format("{}, {}", objective_text(report.options.objective),
                                        time_unit(report).name);
  if (!s.row || s.points.empty() || !report.winner()) return plot;
  plot.title = fmt::format("{}: {} against {}", report.ranking[0].contestant.entry->id,
                           objective_text(report.options.objective), s.row->key);
  plot.x_label = s.row->key;
  if (!s.row->unit.empty()) plot.x_label += ", " + in_unit_of(report.facts, s.row->unit);
  for (std::size_t k = 0; k < s.row->choices.size(); ++k)
    plot.x_label += fmt::format("{}{} {}", k == 0 ? ": " : ", ", k, s.row->choices[k]);
  plot.log_x = s.row->tune.scale != TuneRange::Scale::values &&
               s.row->tune.scale != TuneRange::Scale::linear;
  plot.series.push_back({.name = std::string(s.row->key)});
  for (const auto& [value, score] : s.points)
    plot.series[0].points.emplace_back(value, shown(report, score));
  append_recommended(plot, report);
  return plot;
}

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
