// SPDX-License-Identifier: MIT
// The tool "Tune": which broadphase, with which settings, for the current scene.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "lab/tune/tune_recommendation.hpp"
#include "lab/tune/tune_report.hpp"
#include "ui/language/tr.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {

namespace {

constexpr float kSideBySide = 620;  // px before scaling; below it the plot is under the table

void controls(const Model& model, UiState& ui, Requests& out) {
  const TuneStudy& study = model.lab.tuning;
  StudyChoices& choice = ui.study;
  const auto pressed = start_button(
      study, "tune", "Search all broadphases and their settings on a copy of the scene.", ui);
  if (pressed == Pressed::start)
    out.emplace_back(command::StartTuning{static_cast<double>(choice.tune_budget),
                                          static_cast<Objective>(choice.objective)});
  if (pressed == Pressed::cancel) out.emplace_back(command::StopTuning{});
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 6);
  ImGui::DragFloat("##budget", &choice.tune_budget, 0.5f, 1, 600, "%.0f s",
                   ImGuiSliderFlags_AlwaysClamp);
  remember_rect(ui, "tune.budget");
  tooltip("Budget: seconds that the search may take, 1 to 600. Drag, or Ctrl+click to type.");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 9);
  const std::array<const char*, 5> objectives{tr("mean with tail"), tr("mean time"),
                                              tr("median time"), tr("p99 time"), tr("box tests")};
  ImGui::Combo("##objective", &choice.objective, objectives.data(),
               static_cast<int>(objectives.size()));
  tooltip(
      "What is minimized: the mean time with its tail (what a game feels), the mean or median "
      "time, the time that 99 of 100 frames stay below, or the box tests of a frame.");
  progress_bar(study, theme(model.view.theme));
}

bool is_changed_by_hand(const TuneStudy& study) {
  return study.subject().subject().is_changed_by_hand;
}

void buttons(const TuneReport& report, const Model& model, UiState& ui, Requests& out) {
  const Trial& winner = *report.winner();
  auto button = [&, is_first = true](const char* label, const char* name,
                                     const char* hint) mutable {
    const float width = text_width(label) + 2 * ImGui::GetStyle().FramePadding.x;
    if (!is_first) ImGui::SameLine();
    if (!is_first && ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    is_first = false;
    const bool pressed = ImGui::Button(tr_label(label));
    remember_rect(ui, name);
    tooltip(hint);
    return pressed;
  };
  if (button("Apply", "tune.apply", "Use this broadphase with these settings. Undo takes it back."))
    out.emplace_back(apply_command(winner.contestant));
  if (button("Copy JSON", "tune.copy-json", "All numbers and the settings, to the clipboard."))
    copy_text(tune_json(report), "all numbers as JSON", model, ui);
  if (button("Copy C++", "tune.copy-cpp", "The lines that use the library, to the clipboard."))
    copy_text(cpp_lines(winner.contestant), "lines of C++", model, ui);
  if (button("Export C++", "tune.export-cpp",
             "This broadphase as a header and a source that need no library, in a new folder in "
             "the current one."))
    out.emplace_back(request::ExportCpp{winner.contestant});
  if (!is_changed_by_hand(model.lab.tuning) &&
      button("Copy command", "tune.copy-command", "The command that makes the same search."))
    copy_text(tune_command(report), "command line", model, ui);
  if (button("Save report", "tune.save",
             "The answer with plots as one HTML file in the current folder."))
    out.emplace_back(request::SaveData{"tune", tune_html(report), "html"});
}

void table(const TuneReport& report, const Theme& colors) {
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
      if (!is_text) {
        const float room = ImGui::GetContentRegionAvail().x - text_width(cells[c]);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(room, 0.0f));
      }
      text(cells[c], colors[k == 0 ? Role::accent : Role::text]);
    }
  }
  ImGui::EndTable();
}

/// What the answer is about, and whether that is still what is shown.
void subject(const Model& model, const Theme& colors) {
  const SubjectWatch& found = model.lab.tuning.subject();
  const bool is_old = found.has_changed(model.session);
  text_wrapped(found.sentence(model.session), colors[is_old ? Role::warning : Role::text_dim]);
}

/// The command, or why none makes the same.
void again(const TuneReport& report, const TuneStudy& study, const Theme& colors) {
  if (is_changed_by_hand(study))
    return text_wrapped(
        "Sprites were changed by hand, which no command repeats: save the scene, and search in "
        "the file.",
        colors[Role::text_dim]);
  text_labeled_as_is("Again:", tune_command(report), colors[Role::text_dim]);
}

void answer(const TuneReport& report, const Model& model, const Theme& colors, UiState& ui,
            Requests& out) {
  const Trial* winner = report.winner();
  subject(model, colors);
  text_labeled("Timed:", coverage_text(report.coverage) + ".", colors[Role::text_dim]);
  if (winner) {
    text_wrapped(
        fmt::format("{}: {} ({}).", winner->contestant.name(),
                    score_text(winner->score(report.options.objective), report.options.objective),
                    objective_text(report.options.objective)),
        colors[Role::accent]);
    text_labeled("Confidence:", report.confidence.words + ".", colors[Role::text]);
    text_wrapped(report.why, colors[Role::text]);
    buttons(report, model, ui, out);
  }
  table(report, colors);
  if (winner) text_wrapped(report.proportion, colors[Role::text]);
  for (const std::string& warning : report.warnings)
    text_labeled("Warning:", warning + ".", colors[Role::warning]);
  if (!report.sensitivity.words.empty())
    text_labeled("Sensitivity:", report.sensitivity.words, colors[Role::text]);
  for (const std::string& out_of_it : report.left_out)
    text_labeled("Left out:", out_of_it + ".", colors[Role::text_dim]);
  if (!winner) return;
  again(report, model.lab.tuning, colors);
}

void plots(const TuneReport& report, Vec2 size, const Theme& colors, UiState& ui, Requests& out) {
  if (const Plot plot = sensitivity_plot(report); !plot.series.empty())
    return draw_plot(plot, "tune-sensitivity", size, colors, ui, out);
  if (const Plot plot = finals_plot(report); !plot.series.empty())
    draw_plot(plot, "tune-finals", size, colors, ui, out);
}

void draw_tune(const Model& model, UiState& ui, Requests& out) {
  const Theme& colors = theme(model.view.theme);
  controls(model, ui, out);
  const auto report = model.lab.tuning.result();
  if (!report) {
    if (!model.lab.tuning.is_running())
      text_wrapped(
          "Which broadphase is the fastest for this scene, and with which settings? Tune "
          "tries them all on a copy of it, checks every pair set, and says how sure it is.",
          colors[Role::text_dim]);
    return;
  }
  const Vec2 room = from_imgui(ImGui::GetContentRegionAvail());
  const bool side_by_side = room.x > kSideBySide * ui.scale;
  const float plot_width = side_by_side ? std::min(room.x * 0.38f, 520 * ui.scale) : room.x;
  const Vec2 gap = from_imgui(ImGui::GetStyle().ItemSpacing);
  const Vec2 beside{room.x - plot_width - gap.x, room.y - gap.y};
  begin_child("answer", side_by_side ? to_imgui(beside) : ImVec2{0, 0});
  answer(*report, model, colors, ui, out);
  if (!side_by_side) plots(*report, {plot_width - 14 * ui.scale, 200 * ui.scale}, colors, ui, out);
  ImGui::EndChild();
  if (!side_by_side) return;
  ImGui::SameLine();
  plots(*report, {plot_width, beside.y}, colors, ui, out);
}

}  // namespace

// clang-format off
extern const ToolRow tune_tool{
    .action = {"tune", "Tune ...",
               "Find the fastest broadphase and its settings for this scene.",
               Menu::tools, {on_key('u')}},
    .title = "Tune", .height = 320, .draw = draw_tune};
// clang-format on

}  // namespace phasebox
