// SPDX-License-Identifier: MIT
// Draws the legend: what the colors in the field mean.
#include "view/legend.hpp"

#include <algorithm>
#include <limits>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// Draws a color bar from cold to hot, with its name before it and the values of its ends, 0 and
// `heat.most`. A warning follows if events that it counts were dropped.
void heat_bar(const Gui& gui, const HeatScale& heat, Flow& flow) {
  const bool is_whole = heat.unit.empty();
  const Sentence most = is_whole ? Sentence(grouped(static_cast<std::uint64_t>(heat.most)))
                                 : say("{:.1f} {}", heat.most, heat.unit);
  const float part = gui.px(14), bar = part * static_cast<float>(gui.colors.heat.size() - 1);
  flow.next(text_width(heat.text) + text_width(most) + bar + 4 * em());
  text(gui, heat.text, Role::text_dim);
  ImGui::SameLine();
  text("0");
  ImGui::SameLine();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight() * 0.7f;
  const float top = at.y + (ImGui::GetTextLineHeight() - height) / 2;
  for (std::size_t k = 0; k + 1 < gui.colors.heat.size(); ++k) {
    const float x = at.x + part * static_cast<float>(k);
    const ImU32 left = packed(gui.colors.heat[k]), right = packed(gui.colors.heat[k + 1]);
    ImGui::GetWindowDrawList()->AddRectFilledMultiColor({x, top}, {x + part, top + height}, left,
                                                        right, right, left);
  }
  ImGui::Dummy({bar, ImGui::GetTextLineHeight()});
  ImGui::SameLine();
  text(most);
  if (heat.is_complete) return;
  flow.next(14 * em());
  text(gui, "(not all events were kept)", Role::warning);
}

// The time of the last frame that was drawn with a contact.
struct LastCollision {
  double at = -std::numeric_limits<double>::infinity();  // s, by FrameClock::now
};

// Whether the legend lists collisions: while there are any and, unless paused, for 3 s after,
// because a line that comes and goes would move the others.
bool has_collisions(const Gui& gui) {
  constexpr double kSeconds = 3;
  LastCollision& last = gui.ui.own<LastCollision>();
  if (!gui.session.contacts().empty()) {
    last.at = gui.model.clock.now;
    return true;
  }
  return !gui.model.paused && gui.model.clock.now < last.at + kSeconds;
}

// Returns the view options by which the legend lists its lines. While an X-ray is open, the
// overlays that the X-ray controls are on where it draws them: impacts while it walks the impacts
// of a step, else the structure; and pairs if it has found any so far.
ViewOptions shown_in_field(const Gui& gui) {
  ViewOptions view = gui.model.view;
  const Xray& xray = gui.lab.xray;
  if (!xray.is_open()) {
    if (!has_collisions(gui)) view.overlays.set(Overlay::collisions, false);
    return view;
  }
  const bool is_in_impacts = xray.is_in_impacts();
  view.overlays.set(Overlay::structure, !is_in_impacts);
  view.overlays.set(Overlay::candidates, !xray.candidates().empty());
  view.overlays.set(Overlay::collisions, !xray.collisions().empty());
  if (is_in_impacts) view.overlays.set(Overlay::boundaries, false);
  view.overlays.set(Overlay::impacts, is_in_impacts);
  return view;
}

// Lists the lines of the legend, each text once: those of all lanes of a race, or else those of the
// open X-ray, which has an event log of its own, or of the field; then lines about what is drawn
// beside the event log.
std::vector<LegendLine> legend_of(const Gui& gui) {
  const LiveRace& race = gui.lab.race;
  const Xray& xray = gui.lab.xray;
  const ViewOptions view = shown_in_field(gui);
  std::vector<LegendLine> all;
  const auto add = [&](const EventLog& log) {
    for (const LegendLine& line :
         legend(view, gui.session, log, gui.model.field.camera, region_query_of(gui.model)))
      if (std::ranges::find(all, line.text, &LegendLine::text) == all.end()) all.push_back(line);
  };
  if (race.has_lanes())
    for (const std::size_t k : race.in_lanes()) add(race.runners()[k].trace());
  else
    add(xray.is_open() ? xray.trace() : gui.model.field_trace());
  if (!race.has_lanes() && xray.is_open() && xray.now())
    all.push_back({Role::accent, "current event"});
  if (gui.lab.twins.is_open()) {
    add(gui.lab.twins.xray().trace());
    all.push_back({Role::missed, "only in this one of the twins"});
  }
  if (const auto asleep = sleep_line(gui.model.view, gui.session)) all.push_back(*asleep);
  const Verdict& verdict = gui.lab.oracle.verdict();
  if (!race.has_lanes() && verdict.false_negatives.count + verdict.allowed_misses.count > 0)
    all.push_back({Role::missed, "missed by the algorithm"});
  else if (!race.has_lanes() && !gui.model.missed_contacts().empty())
    all.push_back({Role::missed, "contact missed by n"});
  if ((gui.ui.listings & listings_of(gui.session)) != 0)
    all.push_back({Role::missed, "ring: differs as published"});
  return all;
}

// The text of the legend's line that a click has pinned: it lights its shapes until the next click.
struct PinnedLine {
  std::string text;
};

constexpr std::pair<std::string_view, const char*> kLegendHelp[] = {
    {"final group",
     "A group that is not cut further: it is small, or no gap divides it. Only sprites in the same "
     "rectangle are tested."},
    {"temporary group", "A group that was cut further, where gaps along an axis divide it."},
    {"cell or node, by depth", "Only sprites in one cell, or in nodes that meet, are tested."},
    {"fat AABB, kept", "A larger box that stays until its sprite leaves it: less is built again."},
    {"swept line", "The sweep goes along it, and compares boxes that are open at the same time."},
    {"open in the sweep", "How many boxes the sweep has open at each place: these are compared."},
    {"swept box; faint: swelled", "The box around all places of a sprite until the horizon."},
    {"collision", "Two sprites that touch, as the narrowphase has confirmed."}};

}  // namespace

void draw_field_legend(const Gui& gui, Flow& flow) {
  if (!gui.model.view.legend) return;
  if (const auto heat = heat_scale(gui.model.view, gui.session, gui.model.traced.log))
    heat_bar(gui, *heat, flow);
  std::string& pinned = gui.ui.own<PinnedLine>().text;
  for (const LegendLine& line : legend_of(gui)) {
    flow.next(em() * 0.62f + gui.px(6) + text_width(line.text));
    const Color color = gui.colors[line.role];
    ImGui::BeginGroup();
    draw_swatch(gui, packed({color.r, color.g, color.b, 255}));
    ImGui::Dummy({em() * 0.62f, ImGui::GetTextLineHeight()});
    ImGui::SameLine(0, gui.px(6));
    text_wrapped(gui, line.text);
    ImGui::EndGroup();
    if (ImGui::IsItemClicked()) pinned = pinned == line.text ? "" : std::string(line.text);
    const bool is_pinned = pinned == line.text;
    if (is_pinned)
      ImGui::GetWindowDrawList()->AddLine({ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y},
                                          ImGui::GetItemRectMax(), gui.ink(Role::accent),
                                          gui.px(2));
    if (ImGui::IsItemHovered() || (is_pinned && !gui.ui.compared.role))
      gui.ui.compared.role = line.role;
    remember_rect(gui, "legend." + std::string(line.text));
    for (const auto& [text, help] : kLegendHelp)
      if (text == line.text) tooltip(help);
  }
}

}  // namespace phasebox::ui
