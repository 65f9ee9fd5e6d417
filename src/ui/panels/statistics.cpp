// SPDX-License-Identifier: MIT
// The statistics: what a frame counted, what each phase of a step cost, and the last steps of it.
#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

// One number after the other, in one column or in two.
class Numbers {
 public:
  Numbers(bool two_columns, const Theme& colors) : two_columns_(two_columns), colors_(colors) {
    if (two_columns_) is_open_ = ImGui::BeginTable("numbers", 2, ImGuiTableFlags_SizingStretchSame);
  }
  ~Numbers() {
    if (two_columns_ && is_open_) ImGui::EndTable();
  }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;

  void add(std::string_view name, const std::string& number, std::string_view what) {
    if (!is_open_) return;
    if (two_columns_) ImGui::TableNextColumn();
    number_line(name, number, colors_);
    tooltip(what);
  }

 private:
  bool two_columns_, is_open_ = true;
  const Theme& colors_;
};

// What was counted before the last change is stale.
std::string or_stale(const Model& model, std::uint64_t count) {
  return model.is_counted ? brief(count) : "-";
}

// "group", "cell" or "node"; empty for an algorithm without any of them.
std::string_view part_of(const Model& model) {
  const Counters& c = model.counters;
  if (!model.is_counted) return model.session.shown_broadphase().walkthrough.counted;
  return c.has_parts ? c.part : std::string_view();
}

// Whether the algorithm ever does that, so that a row does not come and go with its count.
bool ever_does(const Model& model, EventKind kind) {
  const auto code = model.session.shown_broadphase().walkthrough.code;
  return std::ranges::any_of(code, [&](const CodeLine& line) { return line.lit_by & on(kind); });
}

void test_counts(const Model& model, Numbers& list) {
  const Counters& c = model.counters;
  const std::uint64_t n = model.session.world().size();
  const std::uint64_t pairs = n * (n - std::min<std::uint64_t>(n, 1)) / 2;
  list.add("box tests", or_stale(model, c.box_tests),
           fmt::format("Pairs of boxes that were compared: {}.", grouped(c.box_tests)));
  list.add("of all pairs", model.is_counted ? share(c.box_tests, pairs) : "-",
           fmt::format("Brute force compares n (n - 1) / 2 = {} pairs.", grouped(pairs)));
  if (ever_does(model, EventKind::recheck))
    list.add("re-checked", or_stale(model, c.rechecks),
             fmt::format("Of these box tests, {} re-checked a pair that is kept from frame to "
                         "frame.",
                         grouped(c.rechecks)));
  list.add("candidates", or_stale(model, c.candidates), "Pairs whose boxes overlap.");
  list.add("collisions", or_stale(model, c.collisions),
           "Candidates that the narrowphase confirmed.");
  if (model.session.compares_circles())
    list.add("circle rejects", or_stale(model, c.circle_rejects),
             fmt::format("Candidates left out before pixels, as their circles lie apart: {} of {}.",
                         grouped(c.circle_rejects), grouped(c.candidates)));
  list.add("pixel reads", or_stale(model, c.pixel_reads),
           fmt::format("Pixels that the narrowphase looked at: {}.", grouped(c.pixel_reads)));
}

// What standing sprites save, whichever broadphase runs.
void count_statics(const Model& model, Numbers& list) {
  const auto statics = model.session.frame().is_static;
  const auto n = static_cast<std::uint64_t>(std::ranges::count(statics, 1));
  if (n == 0) return;
  list.add("static", brief(n), "Sprites that never move.");
  list.add("tests saved", brief(n * (n - 1) / 2),
           "Pairs of two static sprites: a broadphase that keeps static boxes in a structure of "
           "their own never tests them. Its remark says when that was built.");
}

// "34 of 120", counted once per event log.
std::string coinciding_text(const Model& model, UiState& ui) {
  const Recorder& log = model.trace.broad;
  if (!model.is_counted || log.dropped() > 0) return "-";
  if (ui.coinciding.trace_number != model.trace_number)
    ui.coinciding = {model.trace_number, coinciding_boundaries(log.events())};
  const Coinciding& found = ui.coinciding.found;
  return grouped(found.boundaries) + " of " + grouped(found.all);
}

// What the swept boxes are candidates of.
void count_within_horizon(const Model& model, UiState& ui, Numbers& list) {
  if (!model.view.shows(Overlay::swept_boxes)) return;
  const Horizon& horizon = ui.horizon.find(model.session, model.view.lookahead());
  const std::string time = fmt::format("within {:.3g} s", model.view.horizon);
  list.add(time, horizon.is_counted ? grouped(horizon.within) : "-", describe(horizon, time));
  remember_rect(ui, "statistics.within");
}

// What each stage leaves of all pairs, in one line: "1,770 pairs > 85 boxes > 22 hits".
void draw_stages(const Model& model, const Theme& colors, UiState& ui) {
  std::string line, removed;
  std::uint64_t before = 0;
  for (const Stage& stage : model.session.stages(model.counters)) {
    if (!line.empty()) {
      line += " > ";
      removed += fmt::format("{}, ", counted(before - std::min(before, stage.pairs), "pair"));
    }
    const std::string_view ending = stage.pairs == 1 ? "" : stage.name.ends_with('x') ? "es" : "s";
    line += fmt::format("{} {}{}", or_stale(model, stage.pairs), stage.name, ending);
    before = stage.pairs;
  }
  text_wrapped(line, colors[Role::text_dim]);
  remember_rect(ui, "statistics.stages");
  tooltip("What each stage leaves. Removed, in this order: " + removed + "one stage each.");
}

// What only some algorithms count.
void own_counts(const Model& model, UiState& ui, Numbers& list) {
  const Counters& c = model.counters;
  if (c.boundaries > 0)
    list.add("boundaries", or_stale(model, c.boundaries),
             "Open and close boundaries that were sorted.");
  if (c.boundaries > 0 && model.view.shows(Overlay::boundaries))
    list.add(
        "coinciding", coinciding_text(model, ui),
        "Boundaries that lie exactly where others of their axis lie, of all; each counts once, "
        "however often it was sorted. Dots on the rulers mark these places.");
  if (ever_does(model, EventKind::swap))
    list.add("swaps", or_stale(model, c.swaps),
             "Neighbors that changed places in the lists kept sorted.");
  if (c.interfering)
    list.add("interfering", or_stale(model, *c.interfering),
             "Pairs that overlap on the swept line, whether or not they overlap across it.");
  if (c.voids)
    list.add("voids", or_stale(model, *c.voids), "Times that no box is open on the swept line.");
  if (c.retrieved)
    list.add("retrieved", model.is_counted ? fmt::format("{:.1f}", *c.retrieved) : "-",
             "Other sprites in the nodes that a sprite reaches, on average: the unit of "
             "quadtree-js.");
  if (c.kept)
    list.add("features kept", or_stale(model, *c.kept),
             "Candidates whose closest corners or edges are those of the frame before.");
  if (c.walked)
    list.add("steps walked", or_stale(model, *c.walked),
             "Steps from a corner or an edge of a hull to its neighbor, of all candidates.");
  if (c.searched)
    list.add("searched by GJK", or_stale(model, *c.searched),
             "Candidates whose closest points GJK searched: none were known, or hulls overlap.");
  if (c.depth > 0)
    list.add("depth", or_stale(model, c.depth),
             "How often the deepest of them was divided from the whole.");
}

void counts(const Model& model, const Theme& colors, UiState& ui, bool two_columns) {
  Numbers list(two_columns, colors);
  list.add("sprites", brief(model.session.world().size()), "Sprites in the field.");
  if (const std::string_view part = part_of(model); !part.empty())
    list.add(std::string(part) + "s", or_stale(model, model.counters.groups),
             "Final groups, cells or nodes of the broadphase.");
  test_counts(model, list);
  own_counts(model, ui, list);
  count_statics(model, list);
  count_within_horizon(model, ui, list);
  if (!model.session.response().is_on()) return;
  const ImpactCounts impacts = model.session.impact_counts();
  list.add("impacts", brief(impacts.impacts), "Sprites that flew into each other in this step.");
  if (model.session.response().resting == RestingContacts::micro_collisions)
    list.add(
        "micro", brief(impacts.micro),
        "Micro-collisions: of these impacts, those so slow that they carry what rests. The time "
        "of all is that of the response.");
  list.add("distances", brief(impacts.encounters),
           "Distances that were computed to find the times of impact.");
}

void warn_of_late(const Model& model, const Theme& colors) {
  const std::uint32_t late = model.session.impact_counts().deferred;
  if (late == 0) return;
  text_wrapped(
      counted(late, "sprite") + " had to wait for the next step: more impacts than most-impacts",
      colors[Role::warning]);
}

void times(const Model& model, const Theme& colors, UiState& ui, bool two_columns) {
  const PhaseSeries& p = model.phases;
  Numbers list(two_columns, colors);
  const auto add = [&](std::string_view name, const Series& series) {
    const std::optional<double> median = series.median(model.now);
    list.add(name, median ? duration(*median) : "-",
             "Median of the last second, or of the last five steps where they are slower. A line "
             "means: not measured yet since the last change.");
  };
  add("move", p.move);
  // In two columns "narrowphase 22.51 ms" finds no room.
  add(two_columns ? "broad" : "broadphase", p.broad);
  add("sort", p.sort);
  add(two_columns ? "narrow" : "narrowphase", p.narrow);
  add("response", p.respond);
  add("whole step", p.total);
  list.add("steps", rate(model.steps_per_second), "Steps of 1/60 s per second of real time.");
  list.add("frames", model.paused ? "-" : rate(model.frames_per_second),
           "Pictures per second; while paused the window is drawn only when something changes.");
  remember_rect(ui, "statistics.frames");
}

PlotSeries points_of(std::string name, const Series& series) {
  PlotSeries line{std::move(name), {}};
  for (std::size_t i = 0; i < series.size(); ++i)
    line.points.emplace_back(static_cast<double>(i) + 1 - static_cast<double>(series.size()),
                             series[i]);
  return line;
}

// One slow step must not flatten all others.
void plot(const Model& model, UiState& ui, const Theme& colors, Requests& out) {
  const PhaseSeries& p = model.phases;
  Plot plot{
      .title = "Time of each step since the last change, at most 120: broadphase, whole step.",
      .x_label = "steps from now",
      .y_label = "ms",
      .series = {points_of("broadphase", p.broad), points_of("whole step", p.total)}};
  plot.series[0].is_filled = true;
  plot.y_limit = std::max(0.01, 3 * p.total.median(model.now).value_or(0));
  const float width = ImGui::GetContentRegionAvail().x, height = 92 * ui.scale;
  draw_plot(plot, "steps", {width, height}, colors, ui, out);
}

// For the lecture hall: the key figures at twice the size.
void draw_large(const Model& model, const Theme& colors) {
  const Counters& c = model.counters;
  const auto time = [&](const Series& series) {
    const auto median = series.median(model.now);
    return median ? duration(*median) : std::string("-");
  };
  push_font(large_font());
  number_line("sprites", brief(model.session.world().size()), colors);
  if (const std::string_view part = part_of(model); !part.empty())
    number_line(std::string(part) + "s", or_stale(model, c.groups), colors);
  number_line("tests", or_stale(model, c.box_tests), colors);
  number_line("pairs", or_stale(model, c.candidates), colors);
  number_line("hits", or_stale(model, c.collisions), colors);
  number_line("broad", time(model.phases.broad), colors);
  number_line("step", time(model.phases.total), colors);
  ImGui::PopFont();
}

}  // namespace

void draw_statistics(const Model& model, UiState& ui, Requests& out) {
  const Theme& colors = theme(model.view.theme);
  if (ui.large_statistics) return draw_large(model, colors);
  const ImGuiStyle& style = ImGui::GetStyle();
  const float line = 1 * ui.scale;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.ItemSpacing.x, line));
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(7 * ui.scale, line / 2));
  const bool two_columns = ImGui::GetContentRegionAvail().x > 19 * ImGui::GetFontSize();
  counts(model, colors, ui, two_columns);
  draw_stages(model, colors, ui);
  // The X-ray has an event log of its own, and says what is not in it.
  const std::uint64_t lost = model.lab.xray.is_open() ? 0 : model.trace.broad.dropped();
  if (lost > 0)
    text_wrapped(grouped(lost) + " events not shown: the picture is not complete",
                 colors[Role::warning]);
  warn_of_late(model, colors);
  ImGui::Separator();
  times(model, colors, ui, two_columns);
  // The curves are for windows with room to spare.
  if (ImGui::GetIO().DisplaySize.y > 860 * ui.scale) plot(model, ui, colors, out);
  ImGui::PopStyleVar(2);
}

}  // namespace phasebox
