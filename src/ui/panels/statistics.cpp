// SPDX-License-Identifier: MIT
// Draws the statistics: the counts of the current frame, and the median time of each phase of a
// step.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "session/coincident_boundaries.hpp"
#include "ui/panels/panels.hpp"
#include "view/legend.hpp"

namespace phasebox::ui {
namespace {

// Returns a count from the event log as text, or "-" while there is no event log yet of the
// algorithms and settings that run now.
Sentence or_stale(const Gui& gui, std::uint64_t count) {
  return Sentence::as_is(gui.model.traced.is_counted ? brief(count) : "-");
}

// Returns the median time of a phase, in the unit that the whole step has in the table.
Sentence time_text(const Gui& gui, const Series& series) {
  const double now = gui.model.clock.now;
  const std::optional<double> median = series.median(now);
  const double longest = gui.model.detection.phases.total.median(now).value_or(0);
  return Sentence::as_is(median ? duration(*median, longest) : "-");
}

// Draws a list of numbers with their names, in one column or in two, from construction to
// destruction.
class Numbers {
 public:
  Numbers(const Gui& gui, bool two_columns) : gui_(gui), two_columns_(two_columns) {
    if (two_columns_) is_open_ = ImGui::BeginTable("numbers", 2, ImGuiTableFlags_SizingStretchSame);
  }
  ~Numbers() {
    if (two_columns_ && is_open_) ImGui::EndTable();
  }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;

  void add(std::string_view name, const Sentence& number, const Sentence& what) {
    if (!is_open_) return;
    if (two_columns_) ImGui::TableNextColumn();
    const std::string id = "statistics." + std::string(name);
    number_line(gui_, name, gui_.ui.steady.show(id, number));
    remember_rect(gui_, id, what);
  }

  // Adds a count from the event log; adds no line if `n` is empty, because the algorithm does not
  // count this.
  void count(std::string_view name, std::optional<std::uint64_t> n, const Sentence& what) {
    if (n) add(name, or_stale(gui_, *n), what);
  }

 private:
  const Gui& gui_;
  bool two_columns_, is_open_ = true;
};

// Returns what the broadphase divides the field into, "group", "cell" or "node"; empty for a
// broadphase that makes no such parts.
std::string_view part_of(const Gui& gui) {
  const Counters& c = gui.model.traced.counters;
  if (!gui.model.traced.is_counted)
    return gui.session.settings().shown_broadphase().walkthrough.counted;
  return c.has_parts ? c.part : std::string_view();
}

// Whether the broadphase can make events of that kind at all, by its pseudocode. A number is shown
// if this is true, even when it is 0, so that its line does not come and go.
bool ever_does(const Gui& gui, EventKind kind) {
  const auto code = gui.session.settings().shown_broadphase().walkthrough.code;
  return std::ranges::any_of(code, [&](const CodeLine& line) { return line.lit_by & kind; });
}

void test_counts(const Gui& gui, Numbers& list) {
  const Counters& c = gui.model.traced.counters;
  const std::uint64_t n = gui.session.world().size();
  const std::uint64_t pairs = n * (n - std::min<std::uint64_t>(n, 1)) / 2;
  list.count("box tests", c.box_tests,
             say("Pairs of boxes that were compared: {}.", grouped(c.box_tests)));
  list.add("share of all pairs", gui.model.traced.is_counted ? share(c.box_tests, pairs) : "-",
           say("Brute force compares n (n - 1) / 2 = {} pairs.", grouped(pairs)));
  if (ever_does(gui, EventKind::recheck))
    list.count("re-checked", c.rechecks,
               say("Of these box tests, {} re-checked a pair that is kept from frame to frame.",
                   grouped(c.rechecks)));
  list.count("candidates", c.candidates, "Pairs whose boxes overlap.");
  list.count("collisions", c.collisions, "Candidates that the narrowphase confirmed.");
  if (gui.session.settings().compares_circles())
    list.count("ruled out by circles", c.circle_rejects,
               say("Candidates left out before pixels, as their circles lie apart: {} of {}.",
                   grouped(c.circle_rejects), grouped(c.candidates)));
  list.count("pixel reads", c.pixel_reads,
             say("Pixels that the narrowphase read: {}.", grouped(c.pixel_reads)));
}

// Draws how many pairs each stage of the detection leaves, such as "1,770 pairs > 85 boxes > 22
// hits".
void draw_stages(const Gui& gui) {
  std::vector<Sentence> stages, removed;
  std::uint64_t before = 0;
  for (const Stage& stage :
       stages_of(gui.model.traced.counters, gui.session.settings().compares_circles())) {
    if (!stages.empty()) removed.push_back(counted(before - std::min(before, stage.pairs), "pair"));
    const std::string_view ending = stage.pairs == 1 ? "" : stage.name.ends_with('x') ? "es" : "s";
    stages.push_back({fmt::format("{{}} {}{}", stage.name, ending), {or_stale(gui, stage.pairs)}});
    before = stage.pairs;
  }
  text_wrapped(gui, gui.ui.steady.show("statistics.stages", joined(stages, " > ")), Role::text_dim);
  remember_rect(gui, "statistics.stages",
                say("What each stage leaves. Removed, in this order: {}, one stage each.",
                    joined(removed, ", ")));
}

// Adds the counts that only some broadphases or narrowphases have, those of which the current ones
// have.
void own_counts(const Gui& gui, Numbers& list) {
  const Counters& c = gui.model.traced.counters;
  if (c.boundaries > 0)
    list.count("boundaries", c.boundaries, "Open and close boundaries that were sorted.");
  if (c.boundaries > 0 && shows_ties(gui.model.view, gui.session)) {
    const Recorder& log = gui.model.traced.log.broad;
    const bool is_known = gui.model.traced.is_counted && log.dropped() == 0;
    Coinciding seen;
    if (is_known)
      seen = gui.ui.own<OncePerTrace<Coinciding>>().get(gui.model.traced.number, [&] {
        return coinciding_boundaries(log.events(), log.swept());
      });
    list.add("coinciding",
             is_known ? say("{} of {}", grouped(seen.boundaries), grouped(seen.all)) : "-",
             "Boundaries that lie exactly where others lie that are sorted with them, of all; each "
             "counts once, however often it was sorted. Dots on the rulers mark these places.");
  }
  if (ever_does(gui, EventKind::swap))
    list.count("swaps", c.swaps, "Neighbors that changed places in the lists kept sorted.");
  list.count(
      "interfering (m)", c.interfering,
      "Pairs that overlap on the swept line, whether or not they overlap across it: the m of "
      "O(n + m), the cost of a sweep over n sprites whose order hardly changes.");
  list.count("voids", c.voids, "Times that no box is open on the swept line.");
  if (c.retrieved)
    list.add(
        "retrieved", gui.model.traced.is_counted ? fmt::format("{:.1f}", *c.retrieved) : "-",
        "Other sprites in the nodes that a sprite reaches, on average. The numbers of quadtree-js "
        "are with the quadtree, as published.");
  list.count("features kept", c.kept,
             "Candidates whose closest corners or edges are those of the frame before.");
  list.count("steps walked", c.walked,
             "Steps from a corner or an edge of a hull to its neighbor, of all candidates.");
  list.count("searched by GJK", c.searched,
             "Candidates whose closest points GJK searched: none were known, or hulls overlap.");
  if (c.depth > 0)
    list.count("depth", c.depth, "How often the deepest of them was divided from the whole.");
}

void counts(const Gui& gui, bool two_columns) {
  Numbers list(gui, two_columns);
  list.add("sprites", brief(gui.session.world().size()), "Sprites in the field.");
  if (const std::string_view part = part_of(gui); !part.empty())
    list.add(std::string(part) + "s", or_stale(gui, gui.model.traced.counters.groups),
             "Final groups, cells or nodes of the broadphase.");
  test_counts(gui, list);
  own_counts(gui, list);
  const auto statics = gui.session.frame().is_static;
  if (const auto n = static_cast<std::uint64_t>(std::ranges::count(statics, 1))) {
    list.add("static", brief(n), "Sprites that never move.");
    list.add("tests saved", brief(n * (n - 1) / 2),
             "Pairs of two static sprites: a broadphase that keeps static boxes in a structure of "
             "their own never tests them. Its remark says when that was built.");
  }
  if (!gui.session.settings().response.is_on()) return;
  const ImpactCounts impacts = gui.session.impact_log().counts;
  list.add("impacts", brief(impacts.impacts), "Sprites that flew into each other in this step.");
  if (gui.session.settings().response.resting == RestingContacts::micro_collisions)
    list.add("micro", brief(impacts.micro),
             "Micro-collisions: of these impacts, those so slow that they carry what rests. The "
             "time of all is that of the response.");
  list.add("distances", brief(impacts.encounters),
           "Distances that were computed to find the times of impact.");
}

void times(const Gui& gui, bool two_columns) {
  const PhaseSeries& p = gui.model.detection.phases;
  Numbers list(gui, two_columns);
  const auto add = [&](std::string_view name, const Series& series) {
    list.add(
        name, time_text(gui, series),
        "As it runs here, between all else of a step: the median of the last second, or of the "
        "last five steps where they are slower. A race measures back to back, which takes "
        "other times. A line means: not measured yet since the last change.");
  };
  add("move", p.move);
  // In two columns there is no room for a line such as "narrowphase 22.51 ms".
  add(two_columns ? "broad" : "broadphase", p.broad);
  add("sort", p.sort);
  add(two_columns ? "narrow" : "narrowphase", p.narrow);
  add("response", p.respond);
  add("whole step", p.total);
  if (gui.model.machine_threads > 1)
    list.add("threads", brief(gui.session.threads()),
             "Threads that the search for pairs may use; Broadphase, more, changes it.");
  list.add("steps", rate(gui.model.clock.steps_per_second),
           "Steps of 1/60 s per second of real time.");
  list.add("frames", gui.model.paused ? Sentence("-") : rate(gui.model.clock.frames_per_second),
           "Pictures per second; while paused the window is drawn only when something changes.");
}

// Draws the most important counts and times in large letters, to be read from afar.
void draw_large(const Gui& gui) {
  const Counters& c = gui.model.traced.counters;
  push_font(answer_font());
  ImGui::SetWindowFontScale(1.36f);
  Numbers list(gui, false);
  list.add("sprites", brief(gui.session.world().size()), {});
  if (const std::string_view part = part_of(gui); !part.empty())
    list.count(std::string(part) + "s", c.groups, {});
  const bool is_wide = ImGui::GetContentRegionAvail().x > 10 * em();
  list.count("tests", c.box_tests, {});
  list.count(is_wide ? "candidates" : "pairs", c.candidates, {});
  list.count(is_wide ? "collisions" : "hits", c.collisions, {});
  list.add("broad", time_text(gui, gui.model.detection.phases.broad), {});
  list.add("step", time_text(gui, gui.model.detection.phases.total), {});
  ImGui::SetWindowFontScale(1);
  ImGui::PopFont();
}

}  // namespace

void draw_statistics(const Gui& gui) {
  if (gui.ui.large_statistics) return draw_large(gui);
  const ImGuiStyle& style = ImGui::GetStyle();
  const float line = gui.px(1);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.ItemSpacing.x, line));
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(gui.px(7), line / 2));
  const bool two_columns = ImGui::GetContentRegionAvail().x > 19 * em();
  counts(gui, two_columns);
  draw_stages(gui);
  // An open X-ray shows an event log of its own, and its tool says what that log lacks.
  const std::uint64_t lost = gui.lab.xray.is_open() ? 0 : gui.model.traced.log.broad.dropped();
  if (lost > 0)
    text_wrapped(gui, say("{} events not shown: the picture is not complete", grouped(lost)),
                 Role::warning);
  if (const std::uint32_t late = gui.session.impact_log().counts.deferred)
    text_wrapped(gui,
                 say("{} had to wait for the next step: more impacts than most-impacts",
                     counted(late, "sprite")),
                 Role::warning);
  ImGui::Separator();
  times(gui, two_columns);
  ImGui::PopStyleVar(2);
}

// Draws box tests, collisions and time side by side, each with its name above. A number that is too
// wide for its third of the room is drawn smaller.
void draw_numbers(const Gui& gui, const Aabb& where) {
  if (extent(where).y <= 0) return;
  begin_fixed("numbers", where, ImGuiWindowFlags_NoScrollbar);
  const Counters& c = gui.model.traced.counters;
  const std::pair<std::string_view, Sentence> shown[] = {
      {"tests", or_stale(gui, c.box_tests)},
      {"collisions", or_stale(gui, c.collisions)},
      {"time", time_text(gui, gui.model.detection.phases.broad)}};
  const float room = ImGui::GetContentRegionAvail().x / 3;
  float x = ImGui::GetCursorPosX();
  for (const auto& [name, number] : shown) {
    ImGui::SetCursorPos({x, gui.px(4)});
    push_font(answer_font());
    text(gui, name, Role::text_dim);
    ImGui::PopFont();
    push_font(figure_font());
    const Sentence& words = gui.ui.steady.show("lecture." + std::string(name), number);
    const float fit = (room - gui.px(16)) / std::max(width_as_is(words), 1.0f);
    ImGui::SetWindowFontScale(std::min(fit, 1.0f));
    ImGui::SetCursorPos({x, where.max.y - where.min.y - ImGui::GetTextLineHeight()});
    text_as_is(words);
    remember_rect(gui, "lecture." + std::string(name));
    ImGui::SetWindowFontScale(1);
    ImGui::PopFont();
    x += room;
  }
  ImGui::End();
}

}  // namespace phasebox::ui
