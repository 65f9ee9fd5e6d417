// SPDX-License-Identifier: MIT
// The tool "Tune": the search for the broadphase and the settings that suit the current scene best.
#include "ui/tools/tune.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "lab/race/race_ranking.hpp"
#include "lab/tune/ranking_table.hpp"
#include "lab/tune/sensitivity.hpp"
#include "lab/tune/tune_output.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/files/files.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

void controls(const Gui& gui) {
  const TuneStudy& study = gui.lab.tuning;
  TuneChoices& choice = gui.ui.own<TuneChoices>();
  const auto pressed = start_button(
      gui, study, "tune", "Search all broadphases and their settings on a copy of the scene.");
  if (pressed == Pressed::start)
    gui.ask(command::StartTuning{static_cast<double>(choice.budget),
                                 static_cast<Objective>(choice.objective)});
  if (pressed == Pressed::cancel) gui.ask(Stop<command::StartTuning>{});
  ImGui::SameLine();
  ImGui::SetNextItemWidth(em() * 6);
  value_box(gui, "tune.budget", choice.budget, 0.5f, 1, 600, "%.0f s",
            "Budget: seconds that the search may take, 1 to 600. Drag, or double click to type.");
  beside(em() * 10.5f);
  ImGui::SetNextItemWidth(em() * 10.5f);
  const std::array<ListLine, 5> objectives{{{"mean plus spikes", "frame"},
                                            {"mean time", "mean"},
                                            {"median time", "median"},
                                            {"p99 time", "p99"},
                                            {"box tests", "tests"}}};
  const auto now = static_cast<std::size_t>(choice.objective);
  if (const auto chosen = choose(
          gui, "tune.objective", objectives[now].title, objectives, now,
          "What is minimized: the mean time plus spikes (what a game feels), the mean or median "
          "time, the time that 99 of 100 frames stay below, or the box tests of a frame."))
    choice.objective = static_cast<int>(*chosen);
  progress_bar(gui, study);
}

// Draws the menu lines by which parts of a report, which must have a winner, are copied to the
// clipboard.
void copies(const Gui& gui, const TuneReport& report) {
  const Contestant& winner = report.winner()->contestant;
  const auto line = [&](const char* label, const char* name, const char* hint) {
    const bool is_chosen = ImGui::MenuItem(tr_label(label));
    remember_rect(gui, name, hint);
    return is_chosen;
  };
  if (line("Copy JSON", "tune.copy-json", "All numbers and the settings, to the clipboard."))
    copy_text(gui, tune_json(report), "all numbers as JSON");
  if (line("Copy C++", "tune.copy-cpp", "The lines that use the library, to the clipboard."))
    copy_text(gui, cpp_lines(winner), "lines of C++");
  if (line("Copy JavaScript", "tune.copy-js",
           "The lines that use the npm package, to the clipboard."))
    copy_text(gui, js_lines(winner), "lines of JavaScript");
}

void buttons(const Gui& gui, const TuneReport& report) {
  answer_buttons(gui, "tune", report.winner()->contestant);
  beside(button_width("Report"));
  if (careful_button(gui, "Report", "tune.save",
                     "The answer with plots as one HTML file in the current folder."))
    gui.ask([text = tune_html(report)](ApplicationModel& model) {
      save_data(model, "tune", "html", text);
    });
  beside(button_width("Copy ..."));
  if (button(gui, "Copy ...", "tune.copies", "Copy what was found.")) ImGui::OpenPopup("copies");
  if (!ImGui::BeginPopup("copies")) return;
  copies(gui, report);
  ImGui::EndPopup();
}

// The tooltips of the table's headings: how a heading begins, and its tooltip.
constexpr std::pair<std::string_view, const char*> kHeadHelp[] = {
    {"cost",
     "What is minimized: the mean time plus spikes. A first row that has not the least says why."},
    {"box tests", "What is minimized: how many boxes are compared in a frame."},
    {"median", "Half of the frames took no longer."},
    {"mean", "All times together, over the number of frames."},
    {"p99", "99 of 100 frames took no longer."},
    {"worst", "The slowest frame."},
    {"x best", "How many times the least cost."},
    {"tests/object", "Box tests of a frame, over the number of sprites."},
    {"frames", "Frames timed; in brackets: on other frames than the first row."}};

// Draws a row's cost as a bar in the color that its algorithm has everywhere. The scale is
// logarithmic, from half of the least cost to the most: so costs near the least are told apart, and
// the slowest have bars of different lengths too.
void cost_bar(const Gui& gui, const TuneReport& report, std::size_t row, float width) {
  const auto cost = [&](const Trial& t) {
    return t.is_compared ? t.score(report.options.objective) : kNoScore;
  };
  const Vec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  ImGui::Dummy({width, line});
  const double mine = cost(report.ranking[row]), least = report.best_score();
  if (!std::isfinite(mine) || !(least > 0)) return;
  double most = mine;
  for (const Trial& t : report.ranking)
    if (std::isfinite(cost(t))) most = std::max(most, cost(t));
  const auto share = static_cast<float>(std::log(2 * mine / least) / std::log(2 * most / least));
  const Aabb box{at + Vec2{0, 0.15f * line}, at + Vec2{share * width, 0.85f * line}};
  ImGui::GetWindowDrawList()->AddRectFilled(
      box.min, box.max, series_color(look_of(*report.ranking[row].contestant.entry, 0), gui.colors),
      gui.px(2));
  gui.ui.rects.push_back({"tune.bar." + std::to_string(row), box});
}

// The ranking as name, bar and cost, which fit into the panel at its default width, and as many
// further figures as there is room for. The tooltip of a row has all figures.
struct RankingTable {
  static constexpr float kName = 16, kBar = 5;        // em that a further figure leaves to them
  static constexpr float kCost = 4.6f, kMore = 5.5f;  // em, width of the cost and of other figures
  static constexpr std::size_t kFirst = 3;            // the first figure among the cells of a row

  const Gui& gui;
  const TuneReport& report;
  std::vector<Sentence> heads = ranking_heads(report);
  std::size_t cost = cost_column(report.options.objective);
  std::vector<std::size_t> more{};  // columns of further figures that have room

  void draw() {
    const float gap = 2 * ImGui::GetStyle().CellPadding.x + 1;
    float room = ImGui::GetContentRegionAvail().x - (kName + kBar + kCost) * em() - 3 * gap;
    for (std::size_t c = kFirst; c < heads.size(); ++c) {
      if (c == cost) continue;
      room -= kMore * em() + gap;
      if (room >= 0) more.push_back(c);
    }
    constexpr auto kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV |
                            ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
    if (!ImGui::BeginTable("ranking", static_cast<int>(3 + more.size()), kFlags)) return;
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch, 2.6f);
    ImGui::TableSetupColumn("bar", ImGuiTableColumnFlags_WidthStretch, 1);
    ImGui::TableSetupColumn("cost", ImGuiTableColumnFlags_WidthFixed, kCost * em());
    for (const std::size_t c : more)
      ImGui::TableSetupColumn(heads[c].english().c_str(), ImGuiTableColumnFlags_WidthFixed,
                              kMore * em());
    ImGui::TableNextRow();
    head("broadphase", "Its settings are in the tooltip of its row.");
    head("log scale", "Each doubling of the cost makes a bar longer by the same length.");
    head(heads[cost], help_of(heads[cost]));
    for (const std::size_t c : more) head(heads[c], help_of(heads[c]));
    for (std::size_t k = 0; k < report.ranking.size(); ++k) row(k);
    ImGui::EndTable();
  }

  static const char* help_of(const Sentence& head) {
    for (const auto& [begin, help] : kHeadHelp)
      if (head.english().starts_with(begin)) return help;
    return "";
  }
  void head(const Sentence& title, const char* help) const {
    ImGui::TableNextColumn();
    fitting(title, Role::text_dim);
    tooltip(help);
  }
  void fitting(const Sentence& words, Role role) const {
    text_as_is(fitted_text(words, ImGui::GetContentRegionAvail().x), gui.colors[role]);
  }

  void row(std::size_t k) const {
    const Trial& t = report.ranking[k];
    const auto cells = ranking_cells(report, k);
    const bool has_figures = !cells.back().empty();
    const auto remember = [&](const char* part) {
      remember_rect(gui, fmt::format("tune.{}.{}", part, k),
                    ImGui::IsItemHovered() ? all_of(t, cells) : Sentence());
    };
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    fitting(t.contestant.title(), Role::text);
    remember("name");
    ImGui::TableNextColumn();
    if (has_figures)
      cost_bar(gui, report, k, ImGui::GetContentRegionAvail().x);
    else
      fitting(cells[kFirst], Role::warning);
    remember("scale");
    if (!has_figures) return;
    ImGui::TableNextColumn();
    text_right(gui, cells[cost], t.is_compared ? Role::text : Role::text_dim);
    remember("cost");
    for (const std::size_t c : more)
      if (ImGui::TableNextColumn()) text_right(gui, cells[c], Role::text_dim);
  }

  // All figures of a row, a line each; of a wrong one its fault.
  Sentence all_of(const Trial& t, const std::vector<Sentence>& cells) const {
    Sentence all = t.contestant.title();
    for (std::size_t c = kFirst - 1; c < cells.size(); ++c)
      if (!cells[c].empty())
        all =
            say("{}\n{}", all, cells.back().empty() ? cells[c] : say("{}: {}", heads[c], cells[c]));
    return all;
  }
};

// Draws the slider "times as many" with what is found for it. Asks when the slider is released.
void what_if(const Gui& gui) {
  TuneChoices& choice = gui.ui.own<TuneChoices>();
  const WhatIfStudy& study = gui.lab.what_if;
  const char* words =
      gui.session.playback() ? "%.0f times as many|as recorded" : "%.0f times as many|as it is now";
  ImGui::SetNextItemWidth(em() * 18);
  value_box(gui, "tune.times", choice.times, 0, 1, command::AskWhatIf::kMaxTimes, words,
            "How answer and time change when the game grows, at the same density: copies of some "
            "frames side by side, at most 1,000,000 boxes.",
            ImGuiSliderFlags_Logarithmic);
  const bool is_stale = study.subject().has_changed(gui.session);
  if (is_stale && choice.asked > 1) choice.times = choice.asked = 1;
  const float times = std::round(choice.times);
  if (times != choice.asked && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    choice.asked = times;
    if (times > 1) gui.ask(command::AskWhatIf{static_cast<std::size_t>(times)});
  }
  if (study.is_running()) progress_bar(gui, study);
  if (!is_stale && choice.asked > 1) text_wrapped(gui, describe(study));
}

void answer(const Gui& gui, const TuneReport& report) {
  const Trial* winner = report.winner();
  const SubjectWatch& found = gui.lab.tuning.subject();
  const auto boxes = static_cast<std::size_t>(std::ceil(report.facts.boxes));
  const std::size_t sharing =
      report.options.objective == Objective::tests ? 0 : in_one_loop(report.ranking, boxes);
  if (sharing > 1) {
    answer_card(gui, one_loop_text(sharing, report.ranking.size()), one_loop_reason());
    offer_more_sprites(gui, "tune");
  } else if (winner) {
    constexpr float kLines = 7;
    answer_card(gui, winner->contestant.title(), report.proportion, kLines);
    buttons(gui, report);
  }
  if (sharing < 2) RankingTable{gui, report}.draw();
  if (sharing < 2 && winner) {
    what_if(gui);
    text_wrapped(gui, report.why);
    text_labeled(gui, "Confidence:", say("{}.", report.confidence.words), Role::text_dim);
    tooltip(
        "How sure it is that the first row is the best: whether it leads in random choices of the "
        "places in time that were measured, too.");
  }
  text_wrapped(gui, found.sentence(gui.session),
               found.has_changed(gui.session) ? Role::warning : Role::text_dim);
  const auto line = [&](const char* label, const Sentence& words, Role role, const char* help) {
    text_labeled(gui, label, words, role);
    tooltip(help);
  };
  const Sentence frames = coverage_text(report.coverage);
  line("Timed:",
       clock_step > 0
           ? say("{}, for {}.", frames, Sentence::as_is(report.options.origin.machine.system))
           : say("{}.", frames),
       Role::text_dim, "Of the scene's frames, and from how many places in time.");
  for (const Sentence& warning : report.warnings)
    line("Warning:", say("{}.", warning), Role::warning, "What may make the answer another one.");
  if (!report.sensitivity.words.empty())
    line("Sensitivity:", report.sensitivity.words, Role::text,
         "How much it costs to be off the best value of the first row's main parameter.");
  for (const Sentence& out_of_it : report.left_out)
    line("Left out:", say("{}.", out_of_it), Role::text_dim, "What was not tried, and why.");
}

void draw_tune(const Gui& gui) {
  controls(gui);
  const auto report = gui.lab.tuning.result();
  begin_child("answer", {});
  remember_window(gui, "tune.answer");
  if (report) {
    answer(gui, *report);
    if (const Plot plot = sensitivity_plot(*report); !plot.series.empty())
      draw_plot(gui, plot, "tune-sensitivity", {ImGui::GetContentRegionAvail().x, gui.px(200)});
  } else if (!gui.lab.tuning.is_running()) {
    text_wrapped(
        gui,
        "Which broadphase is the fastest for this scene, and with which settings? Tune tries them "
        "all on a copy of it, checks every pair set, and says how sure it is.",
        Role::text_dim);
  }
  ImGui::EndChild();
}

}  // namespace

// clang-format off
extern const ToolRow tune_tool{
    .action = {"tune", "Tune ...",
               "Find the fastest broadphase and its settings for this scene.",
               Menu::tools, {on_key('u')}},
    .title = "Tune", .icon = Icon::tune, .draw = draw_tune,
    .after = energy_action};
// clang-format on

}  // namespace phasebox::ui
