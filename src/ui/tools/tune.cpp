// SPDX-License-Identifier: MIT
// The tool "Tune": the search for the broadphase and the settings that suit the current scene best.
#include "ui/tools/tune.hpp"

#include <array>
#include <cmath>

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
  if (button(gui, "Report", "tune.save",
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
    {"settings", "The parameters that differ from their defaults."},
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

// Draws a row's cost as a bar in the color that its algorithm has everywhere.
// The scale ends at 5 times the least, so that slow algorithms do not flatten the rest.
void cost_bar(const Gui& gui, const TuneReport& report, std::size_t row) {
  constexpr double kMaxRatio = 5;
  const Trial& t = report.ranking[row];
  const Vec2 at = ImGui::GetCursorScreenPos();
  const float width = 5 * em(), line = ImGui::GetTextLineHeight();
  ImGui::Dummy({width, line});
  const double ratio = t.score(report.options.objective) / std::max(report.best_score(), 1e-12);
  if (!t.is_compared || !std::isfinite(ratio)) return;
  const auto share = static_cast<float>(std::min(ratio / kMaxRatio, 1.0));
  const Aabb box{at + Vec2{0, 0.15f * line},
                 at + Vec2{std::max(share * width, 2.0f), 0.85f * line}};
  ImGui::GetWindowDrawList()->AddRectFilled(
      box.min, box.max, series_color(look_of(*t.contestant.entry, 0), gui.colors), gui.px(2));
  gui.ui.rects.push_back({"tune.bar." + std::to_string(row), box});
}

void table(const Gui& gui, const TuneReport& report) {
  const auto heads = ranking_heads(report);
  constexpr auto kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV |
                          ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings |
                          ImGuiTableFlags_ScrollX;
  const float line = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
  const float height =
      line * static_cast<float>(report.ranking.size() + 1) + ImGui::GetStyle().ScrollbarSize + 2;
  if (!ImGui::BeginTable("ranking", static_cast<int>(heads.size()) + 1, kFlags, {0, height}))
    return;
  // ImGui's header row would not count for the column widths, so an ordinary row has the titles.
  ImGui::TableNextRow();
  for (const Sentence& head : heads) {
    ImGui::TableNextColumn();
    text(gui, head, Role::text_dim);
    for (const auto& [begin, help] : kHeadHelp)
      if (head.english().starts_with(begin)) tooltip(help);
    if (head.english() == "broadphase") ImGui::TableNextColumn();  // of the bars
  }
  for (std::size_t k = 0; k < report.ranking.size(); ++k) {
    ImGui::TableNextRow();
    const auto cells = ranking_cells(report, k);
    for (std::size_t c = 0; c < cells.size(); ++c) {
      ImGui::TableNextColumn();
      const bool is_text = c == 1 || c == 2 || cells.back().empty();
      is_text ? text(cells[c]) : text_right(gui, cells[c], Role::text);
      if (c == 1 && ImGui::TableNextColumn()) cost_bar(gui, report, k);
    }
  }
  ImGui::EndTable();
}

// Draws the slider "times as many" with what is found for it. Asks when the slider is released.
void what_if(const Gui& gui) {
  TuneChoices& choice = gui.ui.own<TuneChoices>();
  const WhatIfStudy& study = gui.lab.what_if;
  ImGui::SetNextItemWidth(em() * 18);
  value_box(gui, "tune.times", choice.times, 0, 1, command::AskWhatIf::kMaxTimes,
            "%.0f times as many",
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
    answer_card(gui, winner->contestant.title(), report.proportion);
    buttons(gui, report);
    text_wrapped(gui, report.why);
    text_labeled(gui, "Confidence:", say("{}.", report.confidence.words), Role::text_dim);
    tooltip("How sure it is that the first row is the best.");
    what_if(gui);
  }
  if (sharing < 2) table(gui, report);
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
  if (!report) {
    if (!gui.lab.tuning.is_running())
      text_wrapped(
          gui,
          "Which broadphase is the fastest for this scene, and with which settings? Tune tries "
          "them all on a copy of it, checks every pair set, and says how sure it is.",
          Role::text_dim);
    return;
  }
  begin_child("answer", {});
  answer(gui, *report);
  if (const Plot plot = sensitivity_plot(*report); !plot.series.empty())
    draw_plot(gui, plot, "tune-sensitivity", {ImGui::GetContentRegionAvail().x, gui.px(200)});
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
