// SPDX-License-Identifier: MIT
// The tool "Race": several broadphases find the pairs of every frame; their ranking with its
// reason, and a plot of their times.
#include "ui/tools/race.hpp"

#include <algorithm>

#include "base/number_format.hpp"
#include "base/statistics.hpp"
#include "lab/race/race_ranking.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

using Verdict = RaceResult::Verdict;

// Names the columns of the ranking in a wide window; a narrow window leaves some out (Columns).
enum class Head : std::uint8_t { algorithm, median, p95, tests, pairs, remove };
struct RaceColumn : TableColumn {
  Head head;
};
constexpr RaceColumn kRaceColumns[] = {
    {{"algorithm", TableColumn::kRest, "Click a line for its parameters."}, Head::algorithm},
    {{"median", 4.6f,
      "Of the last 300 frames, measured back to back: all find the pairs of the same boxes "
      "one after the other, with one thread. As it runs here, an algorithm may take another time. "
      "Click to "
      "rank by it."},
     Head::median},
    {{"p95", 4.1f, "95th percentile: nineteen of twenty frames took no longer."}, Head::p95},
    {{"tests", 4.1f,
      "Boxes compared in one frame, counted on an instance of its own. Click to rank by it."},
     Head::tests},
    {{"pairs", 3.2f, "Whether all pairs are found, and no others."}, Head::pairs},
    {{"", 1.4f}, Head::remove}};

// Decides by the width of the window which of the columns that may be left out are shown.
struct Columns {
  float em;  // width of the window in font sizes
  bool has(Head head) const {
    return (em > 30 || head != Head::p95) && (em > 22 || head != Head::tests) &&
           (em > 19 || (head != Head::remove && head != Head::pairs));
  }
};

struct RaceTool : Gui {
  const LiveRace& race;
  RaceView& view;

  void controls() {
    if (button(*this, race.is_on() ? "Stop" : "Start", "race.start",
               "Every frame, all of them find the pairs of the same boxes, one after the other, "
               "each with one thread. The numbers stay when the race stops."))
      ask(race.is_on() ? LabCommand(command::StopRace{}) : command::StartRace{});
    beside(6.5f * em());
    const std::vector<ListLine> lines = choices_of(broadphases());
    ImGui::SetNextItemWidth(6.5f * em());
    const auto chosen =
        choose(*this, "race.add", "Add ...", lines, lines.size(),
               "Another algorithm, with its parameters as they are in the panel; the same one may "
               "race twice with different parameters. At most 16 can race.");
    if (chosen) ask(command::AddRunner{contestant_of(*broadphases()[*chosen], session)});
    beside(box_width("Lanes"));
    bool lanes = race.has_lanes();
    if (ImGui::Checkbox(tr_label("Lanes"), &lanes)) ask(command::SetLanes{lanes});
    remember_rect(*this, "race.lanes", hint_of(lanes_action, ui.keys));
  }

  void header(Columns shown) {
    for (const RaceColumn& c : kRaceColumns)
      if (shown.has(c.head))
        ImGui::TableSetupColumn(
            tr(c.title).c_str(),
            c.width > 0 ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
            std::max(c.width, 0.0f) * em());
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (const RaceColumn& c : kRaceColumns)
      if (shown.has(c.head)) head(c, is_by_tests(shown));
  }

  void head(const RaceColumn& column, bool is_by_tests) {
    ImGui::TableNextColumn();
    const bool is_time = column.head == Head::median, is_tests = column.head == Head::tests;
    const bool is_rank = is_time ? !is_by_tests : is_tests && is_by_tests;
    const Sentence name = column.title;
    if (is_time || is_tests || column.head == Head::p95)
      text_right(*this, is_rank ? say("{} ▲", name) : name, is_rank ? Role::text : Role::text_dim);
    else
      text(*this, name, Role::text_dim);
    tooltip(column.help);
    if (!is_time && !is_tests) return;
    if (ImGui::IsItemClicked()) view.by_tests = is_tests;
    remember_rect(*this, is_time ? "race.by-time" : "race.by-tests");
  }

  void numbers(std::size_t i, Columns shown) {
    const RaceRunner& runner = race.runners()[i];
    const bool is_wrong = runner.verdict == Verdict::wrong;
    const Summary ms = runner.summary();
    const auto time = [&](const char* name, double v) {
      ImGui::TableNextColumn();
      const Sentence words = v > 0 ? Sentence::as_is(duration(v)) : is_wrong ? "wrong" : "-";
      text_right(*this, ui.steady.show("race." + std::to_string(i) + name, words),
                 v > 0 ? Role::text : Role::text_dim);
    };
    time("median", ms.median);
    if (shown.has(Head::p95)) time("p95", ms.p95);
    if (shown.has(Head::tests)) {
      ImGui::TableNextColumn();
      const auto tests = runner.box_tests;
      text_right(*this, tests ? brief(static_cast<std::uint64_t>(*tests)) : "-",
                 tests ? Role::text : Role::text_dim);
    }
    if (!shown.has(Head::pairs)) return;
    ImGui::TableNextColumn();
    if (is_wrong) {
      text(*this, "wrong", Role::warning);
      tooltip(runner.fault);
    } else if (runner.verdict == Verdict::pending) {
      text(*this, "-", Role::text_dim);
      tooltip("Not run yet. Brute force is skipped above 20,000 sprites.");
    } else {
      text(*this, runner.is_exact ? "✓" : "some",
           runner.is_exact ? Role::final_group : Role::warning);
      tooltip(runner.is_exact ? "Its pairs are the exact ones, in every frame so far."
                              : "A parameter lets it leave pairs out; no false pair so far.");
    }
  }

  void row(std::size_t i, Columns shown) {
    const RaceRunner& runner = race.runners()[i];
    ImGui::PushID(static_cast<int>(i));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    draw_swatch(*this, series_color(i, colors));
    const float room = ImGui::GetContentRegionAvail().x - 1.1f * em();
    const Sentence name = race.name(i);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.1f * em());
    const bool is_open = view.runner == i;
    if (ImGui::Selectable((in_lines(tr(name), room) + "##name").c_str(), is_open)) {
      view.runner = is_open ? std::optional<std::size_t>{} : i;
      view.scrolls_to_runner = true;
    }
    remember_rect(*this, "race.row." + std::to_string(i));
    Sentence words = say("{}. Its structure is in the field. Click for its parameters.", name);
    if (ImGui::IsItemHovered()) {
      ui.lit_runner = i;
      for (const Remark& remark : runner.remarks(session))
        words = say("{}\n\n{}", words, remark.text);
    }
    tooltip(words);

    numbers(i, shown);
    if (shown.has(Head::remove) && ImGui::TableNextColumn() &&
        small_button(*this, "×", "race.remove." + std::to_string(i),
                     "Remove it from the race; at least two must stay.")) {
      ask(command::RemoveRunner{i});
      // The contestants after it get other indices, so that no parameters are shown.
      view.runner.reset();
    }
    ImGui::PopID();
  }

  bool is_by_tests(Columns shown) const { return view.by_tests && shown.has(Head::tests); }

  // Draws the winner with the reason, and buttons that use it. Winner and reason get at least a
  // fixed height, so that the table below does not move under the pointer when the words change.
  void answer() {
    const auto order = ranking(race, RankBy::time);
    if (order.empty()) return;
    const Sentence winner =
        race.frames() < Series::kMinSamples ? Sentence() : phasebox::answer(race);
    const bool is_narrow = ImGui::GetContentRegionAvail().x < 20 * em();
    const float end =
        ImGui::GetCursorPosY() + (is_narrow ? 10 : 5.5f) * ImGui::GetTextLineHeightWithSpacing();
    if (!winner.empty())
      answer_card(*this, ui.steady.show("race.winner", winner),
                  ui.steady.show("race.why", why(race)));
    else
      text_wrapped(*this, model.paused ? say("Paused: too few frames are timed. Play with {}.",
                                             key_or_menu(pause_action, ui.keys))
                                       : "Nothing is timed yet.");
    ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), end));
    ImGui::BeginDisabled(winner.empty());
    answer_buttons(*this, "race", race.runners()[order[0]].contestant);
    ImGui::EndDisabled();
  }

  void table() {
    const Columns shown{ImGui::GetContentRegionAvail().x / em()};
    const auto n = std::ranges::count_if(kRaceColumns, [&](auto& c) { return shown.has(c.head); });
    const auto order = ranking(race, is_by_tests(shown) ? RankBy::box_tests : RankBy::time);
    if (!ImGui::BeginTable("runners", static_cast<int>(n), ImGuiTableFlags_RowBg)) return;
    header(shown);
    for (const std::size_t runner : order) row(runner, shown);
    ImGui::EndTable();
    if (clock_step > 0)
      text_wrapped(*this,
                   say("In this browser: means of {} frames, by a clock with steps of {}.",
                       race.runners()[order[0]].all_count(), Sentence::as_is(duration(clock_step))),
                   Role::text_dim);
  }

  // Draws the parameters of the contestant that the user has clicked in the table. A change is made
  // to the contestant's own instance, not to the session's algorithm.
  void parameters() {
    if (!view.runner || *view.runner >= race.runners().size()) return;
    const std::size_t i = *view.runner;
    const ParamView params = race.runners()[i].params();
    if (std::exchange(view.scrolls_to_runner, false)) ImGui::SetScrollHereY(0);
    text(*this, race.name(i), Role::text);
    if (params.rows.empty()) return text(*this, "It has no parameters.", Role::text_dim);
    for (const command::SetParam& c :
         draw_params_of_instance(*this, {Owner::contestant(i), "", params.rows, params.object}))
      ask(command::SetRunnerParam{i, c.key, c.value});
  }
};

void draw_race(const Gui& gui) {
  RaceTool tool{gui, gui.lab.race, gui.ui.own<RaceView>()};
  tool.controls();
  tool.answer();
  tool.table();
  tool.parameters();
  const Vec2 size{ImGui::GetContentRegionAvail().x, 13 * em()};
  draw_plot(gui, times_plot(tool.race), "race", size);
}

void start_race(ApplicationModel& model) { model.study(command::StartRace{}); }

void end_race(ApplicationModel& model) {
  const LiveRace& race = model.lab.race;
  if (race.is_on() && !race.has_lanes()) model.study(command::StopRace{});
}

}  // namespace

// clang-format off
extern const ToolRow race_tool{
    .action = {"race", "Race",
               "Let all algorithms find the pairs of every frame and rank them.",
               Menu::tools, {on_key('a')}},
    .title = "Race", .icon = Icon::race, .draw = draw_race, .opened = start_race, .unseen = end_race,
    .after = fit_selection_action};
// clang-format on

}  // namespace phasebox::ui
