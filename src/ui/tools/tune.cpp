// SPDX-License-Identifier: MIT
// The tool "Tune": which broadphase, with which settings, for the current scene.
#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>

#include <fmt/format.h>

#include "lab/tune/tune_report.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/files/files.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox::ui {
namespace {

constexpr float kSideBySide = 620;  // px before scaling; below it the plot is under the table

// What the search says names algorithms as the command line does.
std::string with_titles(std::string text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.';
  };
  for (const BroadphaseEntry* entry : broadphases())
    for (std::size_t at = 0; (at = text.find(entry->id, at)) != text.npos;) {
      const std::size_t end = at + entry->id.size();
      const bool is_whole = (at == 0 || !is_part(text[at - 1])) &&
                            (end == text.size() || text[end] == '.' || !is_part(text[end]));
      if (is_whole) text.replace(at, entry->id.size(), entry->title);
      at += is_whole ? entry->title.size() : 1;
    }
  return text;
}

void controls(const Gui& gui) {
  const TuneStudy& study = gui.lab.tuning;
  StudyChoices& choice = gui.ui.study;
  const auto pressed = start_button(
      gui, study, "tune", "Search all broadphases and their settings on a copy of the scene.");
  if (pressed == Pressed::start)
    gui.out.emplace_back(command::StartTuning{static_cast<double>(choice.tune_budget),
                                              static_cast<Objective>(choice.objective)});
  if (pressed == Pressed::cancel) gui.out.emplace_back(command::StopTuning{});
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 6);
  value_box(gui, "tune.budget", choice.tune_budget, 0.5f, 1, 600, "%.0f s",
            "Budget: seconds that the search may take, 1 to 600. Drag, or double click to type.");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 10.5f);
  const std::array<const char*, 5> objectives{tr("mean plus spikes"), tr("mean time"),
                                              tr("median time"), tr("p99 time"), tr("box tests")};
  ImGui::Combo("##objective", &choice.objective, objectives.data(),
               static_cast<int>(objectives.size()));
  tooltip(
      "What is minimized: the mean time plus spikes (what a game feels), the mean or median "
      "time, the time that 99 of 100 frames stay below, or the box tests of a frame.");
  progress_bar(gui, study);
}

// What is copied and saved, in a list of its own.
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
  if (!gui.lab.tuning.subject().subject().is_changed_by_hand &&
      line("Copy command", "tune.copy-command", "The command that makes the same search."))
    copy_text(gui, tune_command(report), "command line");
  if (line("Save report", "tune.save",
           "The answer with plots as one HTML file in the current folder."))
    gui.out.emplace_back([text = tune_html(report)](ApplicationModel& model) {
      save_data(model, "tune", "html", text);
    });
}

void buttons(const Gui& gui, const TuneReport& report) {
  answer_buttons(gui, "tune", report.winner()->contestant);
  ImGui::SameLine();
  if (button(gui, "Copy ...", "tune.copies", "Copy or save what was found."))
    ImGui::OpenPopup("copies");
  if (!ImGui::BeginPopup("copies")) return;
  copies(gui, report);
  ImGui::EndPopup();
}

// px, of all columns.
float table_width(const TuneReport& report) {
  std::vector<float> widths;
  for (const std::string& head : ranking_heads(report)) widths.push_back(text_width(head));
  for (std::size_t k = 0; k < report.ranking.size(); ++k) {
    const auto cells = ranking_cells(report, k);
    for (std::size_t c = 0; c < cells.size(); ++c)
      widths[c] = std::max(widths[c], text_width(c == 1 ? with_titles(cells[c]) : cells[c]));
  }
  const float around = 2 * ImGui::GetStyle().CellPadding.x + 1;
  return std::accumulate(widths.begin(), widths.end(), around * static_cast<float>(widths.size()));
}

void table(const Gui& gui, const TuneReport& report) {
  const auto heads = ranking_heads(report);
  constexpr auto kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV |
                          ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings |
                          ImGuiTableFlags_ScrollX;
  const float line = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
  const float height =
      line * static_cast<float>(report.ranking.size() + 1) + ImGui::GetStyle().ScrollbarSize + 2;
  if (!ImGui::BeginTable("ranking", static_cast<int>(heads.size()), kFlags, {0, height})) return;
  for (const std::string& head : heads) ImGui::TableSetupColumn(tr(head.c_str()));
  ImGui::TableHeadersRow();
  for (std::size_t k = 0; k < report.ranking.size(); ++k) {
    ImGui::TableNextRow();
    const auto cells = ranking_cells(report, k);
    for (std::size_t c = 0; c < cells.size(); ++c) {
      ImGui::TableNextColumn();
      const bool is_text = c == 1 || c == 2 || cells.back().empty();
      const Role role = k == 0 ? Role::accent : Role::text;
      is_text ? text(gui, c == 1 ? with_titles(cells[c]) : cells[c], role)
              : text_right(gui, cells[c], role);
    }
  }
  ImGui::EndTable();
}

void answer(const Gui& gui, const TuneReport& report) {
  const Trial* winner = report.winner();
  const SubjectWatch& found = gui.lab.tuning.subject();
  if (winner) {
    answer_card(gui, winner->contestant.title(), with_titles(report.proportion));
    tooltip(with_titles(report.any_of));
    buttons(gui, report);
    text_wrapped(gui, with_titles(report.why));
  }
  table(gui, report);
  text_wrapped(gui, found.sentence(gui.session),
               found.has_changed(gui.session) ? Role::warning : Role::text_dim);
  const std::string in_browser = ", for " + report.options.origin.machine.system;
  text_labeled(gui,
               "Timed:", coverage_text(report.coverage) + (clock_step > 0 ? in_browser : "") + ".",
               Role::text_dim);
  if (winner)
    text_labeled(gui, "Confidence:", with_titles(report.confidence.words) + ".", Role::text_dim);
  for (const std::string& warning : report.warnings)
    text_labeled(gui, "Warning:", with_titles(warning) + ".", Role::warning);
  if (!report.sensitivity.words.empty())
    text_labeled(gui, "Sensitivity:", report.sensitivity.words, Role::text);
  for (const std::string& out_of_it : report.left_out)
    text_labeled(gui, "Left out:", with_titles(out_of_it) + ".", Role::text_dim);
  if (winner && found.subject().is_changed_by_hand)
    text_wrapped(gui,
                 "Sprites were changed by hand, which no command repeats: save the scene, and "
                 "search in the file.",
                 Role::text_dim);
}

void plots(const Gui& gui, const TuneReport& report, Vec2 size) {
  if (const Plot plot = sensitivity_plot(report); !plot.series.empty())
    return draw_plot(gui, plot, "tune-sensitivity", size);
  if (const Plot plot = finals_plot(report); !plot.series.empty())
    draw_plot(gui, plot, "tune-finals", size);
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
  const Vec2 room = ImGui::GetContentRegionAvail();
  const float beside_table = std::min(room.x * 0.38f, gui.px(520));
  const bool side_by_side = room.x > kSideBySide * gui.ui.scale &&
                            room.x - beside_table - gui.px(20) > table_width(*report);
  const float plot_width = side_by_side ? beside_table : room.x;
  const Vec2 gap = ImGui::GetStyle().ItemSpacing;
  const Vec2 beside{room.x - plot_width - gap.x, room.y - gap.y};
  begin_child("answer", side_by_side ? beside : Vec2{});
  answer(gui, *report);
  if (!side_by_side) plots(gui, *report, {plot_width - gui.px(14), gui.px(200)});
  ImGui::EndChild();
  if (!side_by_side) return;
  ImGui::SameLine();
  plots(gui, *report, {plot_width, beside.y});
}

}  // namespace

// clang-format off
extern const ToolRow tune_tool{
    .action = {"tune", "Tune ...",
               "Find the fastest broadphase and its settings for this scene.",
               Menu::tools, {on_key('u')}},
    .title = "Tune", .draw = draw_tune};
// clang-format on

}  // namespace phasebox::ui
