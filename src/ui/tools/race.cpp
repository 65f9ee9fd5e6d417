// SPDX-License-Identifier: MIT
// The tool "Race": contestants, the ranking with its reason, and a plot of their times.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "lab/live_race.hpp"
#include "ui/language/tr.hpp"
#include "ui/model/application_model.hpp"
#include "ui/panels/panels.hpp"
#include "ui/registry.hpp"
#include "ui/widgets/imgui_versions.hpp"
#include "ui/widgets/plot_view.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {
namespace {

using Verdict = RaceResult::Verdict;

// The heads of the widest table; a narrow one leaves some out.
enum Head : std::size_t { kPlace, kAlgorithm, kMedian, kP95, kTests, kPairs, kRemove };

// The columns that there is room for, besides those that are always there.
struct Columns {
  bool p95, tests;

  static Columns that_fit(float em) { return {em > 30, em > 22}; }
  int count() const { return 5 + (p95 ? 1 : 0) + (tests ? 1 : 0); }
};

// What is drawn, and where requests go.
struct RaceTool {
  const Model& model;
  UiState& ui;
  Requests& out;
  const LiveRace& race;
  const Theme& colors;

  void controls();
  void adder();
  void table();
  bool is_by_tests(Columns shown) const { return ui.race.by_tests && shown.tests; }
  void header(Columns shown);
  void head(Head column, const char* name, bool is_by_tests);
  void row(std::size_t place, std::size_t runner, Columns shown);
  void numbers(const RaceRunner& runner, Columns shown);
  void parameters();

  void note(const char* name) { remember_rect(ui, std::string("race.") + name); }
};

void beside(const char* title) {
  const float width = text_width(title) + 4 * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void right_aligned(const std::string& words, Color color) {
  const float room = ImGui::GetContentRegionAvail().x - text_width(words);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(room, 0.0f));
  text(words, color);
}

void RaceTool::controls() {
  if (ImGui::Button(tr_label(race.is_on() ? "Stop" : "Start"))) {
    if (race.is_on())
      out.emplace_back(command::StopRace{});
    else
      out.emplace_back(command::StartRace{});
  }
  note("start");
  tooltip(
      "Every frame, all of them find the pairs of the same boxes, one after the other, each with "
      "one thread. The numbers stay when the race stops.");
  beside("Add ...   ");
  adder();
  beside("Lanes   ");
  bool lanes = race.has_lanes();
  if (ImGui::Checkbox(tr_label("Lanes"), &lanes)) out.emplace_back(command::SetLanes{lanes});
  note("lanes");
  tooltip(hint_of(lanes_action, ui.keys));
}

void RaceTool::adder() {
  ImGui::SetNextItemWidth(6.5f * ImGui::GetFontSize());
  const bool open = ImGui::BeginCombo("##add", tr("Add ..."), ImGuiComboFlags_HeightLarge);
  if (!open) {
    note("add");
    return tooltip(
        "Another algorithm, with its parameters as they are in the panel; the same one "
        "may race twice with different parameters. At most six can race.");
  }
  for (const BroadphaseEntry* entry : broadphases()) {
    const std::string title(entry->title);
    if (ImGui::Selectable(tr_label(title.c_str())))
      out.emplace_back(command::AddRunner{contestant_of(*entry, model.session)});
    remember_rect(ui, "race.add." + std::string(entry->id));
    tooltip(entry->summary);
  }
  ImGui::EndCombo();
}

void RaceTool::header(Columns shown) {
  constexpr auto kFixed = ImGuiTableColumnFlags_WidthFixed;
  const float em = ImGui::GetFontSize();
  std::vector<Head> heads;
  const auto add = [&](Head head, const char* name, float width) {
    heads.push_back(head);
    ImGui::TableSetupColumn(name, width > 0 ? kFixed : ImGuiTableColumnFlags_WidthStretch,
                            width * em);
  };
  add(kPlace, "", 1.2f);
  add(kAlgorithm, tr("algorithm"), 0);
  add(kMedian, tr("median"), 4.4f);
  if (shown.p95) add(kP95, tr("p95"), 4.4f);
  if (shown.tests) add(kTests, tr("box tests"), 5);
  add(kPairs, tr("pairs"), shown.p95 ? 4.2f : 3.4f);
  add(kRemove, "", 1.4f);
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (std::size_t c = 0; c < heads.size(); ++c) {
    ImGui::TableSetColumnIndex(static_cast<int>(c));
    head(heads[c], ImGui::TableGetColumnName(static_cast<int>(c)), is_by_tests(shown));
  }
}

void RaceTool::head(Head column, const char* name, bool is_by_tests) {
  constexpr std::array<std::string_view, 7> kHelp{
      "Place.",
      "Click a line for its parameters.",
      "ms per frame, median of the last 300. Click to rank by it.",
      "95th percentile: nineteen of twenty frames took no longer.",
      "Boxes compared in one frame, counted on an instance of its own. Click to rank by it.",
      "Whether the pairs are the exact ones.",
      ""};
  const bool is_time = column == kMedian, is_tests = column == kTests;
  const bool is_rank = is_time ? !is_by_tests : is_tests && is_by_tests;
  if (is_time || is_tests || column == kP95)
    right_aligned(is_rank ? std::string(name) + " ▲" : name,
                  colors[is_rank ? Role::text : Role::text_dim]);
  else
    text(name, colors[Role::text_dim]);
  if ((is_time || is_tests) && ImGui::IsItemClicked()) ui.race.by_tests = is_tests;
  if (is_time || is_tests) remember_rect(ui, is_time ? "race.by-time" : "race.by-tests");
  if (!kHelp[column].empty()) tooltip(kHelp[column]);
}

void RaceTool::numbers(const RaceRunner& runner, Columns shown) {
  const bool is_wrong = runner.verdict() == Verdict::wrong;
  const Summary ms = runner.summary();
  const auto time = [&](double v) {
    ImGui::TableNextColumn();
    right_aligned(v > 0 ? duration(v) : "-", colors[v > 0 ? Role::text : Role::text_dim]);
  };
  time(ms.median);
  if (shown.p95) time(ms.p95);
  if (shown.tests) {
    ImGui::TableNextColumn();
    const auto tests = runner.box_tests();
    right_aligned(tests ? brief(*tests) : "-", colors[tests ? Role::text : Role::text_dim]);
  }
  ImGui::TableNextColumn();
  if (is_wrong) {
    text("WRONG", colors[Role::warning]);
    tooltip(runner.fault());
  } else if (runner.verdict() == Verdict::pending) {
    text("-", colors[Role::text_dim]);
    tooltip("Not run yet. Brute force is skipped above 20,000 sprites.");
  } else {
    text(runner.is_exact() ? "exact"
         : shown.p95       ? "not exact"
                           : "missing",
         colors[runner.is_exact() ? Role::final_group : Role::warning]);
    tooltip(runner.is_exact() ? "Its pairs are the exact ones, in every frame so far."
                              : "A parameter lets it leave pairs out; no false pair so far.");
  }
}

void RaceTool::row(std::size_t place, std::size_t i, Columns shown) {
  const RaceRunner& runner = race.runners()[i];
  ImGui::PushID(static_cast<int>(i));
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text(runner.verdict() == Verdict::wrong ? "" : std::to_string(place + 1));
  ImGui::TableNextColumn();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float size = ImGui::GetFontSize() * 0.62f;
  const float top = at.y + (ImGui::GetTextLineHeight() - size) / 2;
  const float room = ImGui::GetContentRegionAvail().x - 1.1f * ImGui::GetFontSize();
  const std::string name = race.name(i);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.1f * ImGui::GetFontSize());
  const bool is_open = ui.race.runner == i;
  if (ImGui::Selectable(tr_label((fitted_text(name, room) + "##name").c_str()), is_open)) {
    ui.race.runner = is_open ? std::optional<std::size_t>{} : i;
    ui.race.scrolls_to_runner = true;
  }
  remember_rect(ui, "race.row." + std::to_string(i));
  std::string words = name + ". Click for its parameters.";
  if (ImGui::IsItemHovered())
    for (const Remark& remark : runner.remarks(model.session)) words += "\n\n" + remark.text;
  tooltip(words);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + size, top + size},
                                            series_color(i, colors), 2 * ui.scale);
  numbers(runner, shown);
  ImGui::TableNextColumn();
  if (ImGui::SmallButton("×")) {
    out.emplace_back(command::RemoveRunner{i});
    ui.race.runner.reset();  // numbers change
  }
  remember_rect(ui, "race.remove." + std::to_string(i));
  tooltip("Remove it from the race; at least two must stay.");
  ImGui::PopID();
}

void RaceTool::table() {
  const Columns shown = Columns::that_fit(ImGui::GetContentRegionAvail().x / ImGui::GetFontSize());
  const auto order = ranking(race, is_by_tests(shown) ? RankBy::box_tests : RankBy::time);
  if (!ImGui::BeginTable("runners", shown.count(), ImGuiTableFlags_RowBg)) return;
  header(shown);
  for (std::size_t place = 0; place < order.size(); ++place) row(place, order[place], shown);
  ImGui::EndTable();
}

// The rows of the panel, for the contestant's own instance.
void RaceTool::parameters() {
  if (!ui.race.runner || *ui.race.runner >= race.runners().size()) return;
  const std::size_t i = *ui.race.runner;
  const ParamView view = race.runners()[i].params();
  if (std::exchange(ui.race.scrolls_to_runner, false)) ImGui::SetScrollHereY(0);
  text(race.name(i), colors[Role::text]);
  if (view.rows.empty()) return text("It has no parameters.", colors[Role::text_dim]);
  Requests wanted;
  draw_params({Owner::contestant(i), "", view.rows, view.object}, colors, ui, wanted);
  for (const Request& request : wanted)
    if (const auto* command = std::get_if<Command>(&request))
      if (const auto* c = std::get_if<command::SetParam>(command))
        out.emplace_back(command::SetRunnerParam{i, c->key, c->value});
}

void draw_race(const Model& model, UiState& ui, Requests& out) {
  RaceTool tool{model, ui, out, model.lab.race, theme(model.view.theme)};
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool is_wide = room.x > 44 * ImGui::GetFontSize();
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float left = is_wide ? std::floor(room.x * 0.54f) : room.x;
  begin_child("racers", {left, room.y});
  tool.controls();
  tool.table();
  tool.parameters();
  // Last: its length changes with the times, and nothing that is clicked may move.
  text_wrapped(why(tool.race), tool.colors[Role::text]);
  const auto plot = [&](float height) {
    const Vec2 size{ImGui::GetContentRegionAvail().x, height};
    draw_plot(times_plot(tool.race), "race", size, tool.colors, ui, out);
  };
  if (!is_wide) plot(13 * ImGui::GetFontSize());
  ImGui::EndChild();
  if (!is_wide) return;
  ImGui::SameLine(0, gap);
  begin_child("plots", {0, room.y});
  plot(room.y);
  ImGui::EndChild();
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
               "Let two to six algorithms find the pairs of every frame and rank them.",
               Menu::tools, {on_key('a')}},
    .title = "Race", .height = 290, .draw = draw_race, .opened = start_race, .unseen = end_race};
// clang-format on

}  // namespace phasebox
