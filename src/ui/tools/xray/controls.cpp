// SPDX-License-Identifier: MIT
// Draws the controls of a walk: buttons, speed, scrubbers, and the choice of what is walked.
#include <algorithm>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/registry.hpp"
#include "ui/tools/xray/panes.hpp"
#include "ui/widgets/icons.hpp"

namespace phasebox::ui {
namespace {

constexpr float kSpeedWidth = 14;  // of the slider with its number, heights of the text

// The speed at which the button Play lets the walk go on.
struct WalkSpeed {
  float events = 8;  // events shown per second
};

bool bar_button(const Gui& gui, Icon icon, const char* name, const Sentence& help) {
  const bool pressed = icon_button(gui, icon, {}, name, help);
  ImGui::SameLine(0, gui.px(4));
  return pressed;
}

void speed_slider(const Gui& gui, const Xray& xray) {
  float& speed = gui.ui.own<WalkSpeed>().events;
  ImGui::SetNextItemWidth(kSpeedWidth * em());
  const bool is_changed = value_box(gui, "xray.speed", speed, 0, 0.5f, 5000, "%.3g events/s",
                                    "Speed at which Play walks, 0.5 to 5,000 events per second.",
                                    ImGuiSliderFlags_Logarithmic);
  if (is_changed && xray.speed() > 0) ask(gui, {&Xray::play, static_cast<double>(speed)});
}

// One part of the walk: its name, the number of events before it, and the number of its events.
struct ScrubbedPart {
  const char* name;
  std::size_t begin, size;
};

std::vector<ScrubbedPart> parts_of(const Xray& xray) {
  const std::size_t impacts = xray.impacts().size(), broad = xray.broad().size();
  if (xray.asked()) return {{"query", 0, broad}};
  std::vector<ScrubbedPart> parts;
  if (impacts > 0) parts.push_back({"impacts", 0, impacts});
  parts.push_back({"broadphase", impacts, broad});
  parts.push_back({"narrowphase", impacts + broad, xray.narrow().size()});
  return parts;
}

// Draws the scrubber of one part, `width` px wide, below its text; at its left end none of the
// part's events is shown. The text is dim while the walk is in another part.
void scrubber(const Gui& gui, const Xray& xray, const ScrubbedPart& part, float width) {
  const std::size_t done = std::clamp(xray.at(), part.begin, part.begin + part.size) - part.begin;
  const bool is_here = xray.at() >= part.begin && xray.at() <= part.begin + part.size;
  int at = static_cast<int>(done);
  ImGui::BeginGroup();
  Sentence words = say("{}: {} of {} events", part.name, grouped(done), grouped(part.size));
  if (text_width(words) > width) words = say("{} / {}", grouped(done), grouped(part.size));
  text(gui, words, is_here ? Role::text : Role::text_dim);
  ImGui::SetNextItemWidth(width);
  ImGui::BeginDisabled(part.size == 0);
  if (ImGui::SliderInt(fmt::format("##{}", part.name).c_str(), &at, 0,
                       std::max(1, static_cast<int>(part.size)), "",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput))
    ask(gui, {&Xray::seek, part.begin + static_cast<std::size_t>(std::max(at, 0))});
  ImGui::EndDisabled();
  remember_rect(gui, fmt::format("xray.scrubber.{}", part.name));
  if (!ImGui::IsItemActive())
    tooltip(part.size == 0 ? say("The {} had nothing to do.", part.name)
                           : say("Drag to any event of the {}.", part.name));
  ImGui::EndGroup();
}

}  // namespace

void draw_xray_buttons(const Gui& gui, const Xray& xray) {
  const bool plays = xray.speed() > 0;
  if (bar_button(gui, Icon::first, "xray.first", "To the beginning.")) ask(gui, {&Xray::seek, 0});
  if (bar_button(gui, Icon::jump_back, "xray.jump-back",
                 "Back to where the last impact, group, cell, pass or pair began."))
    ask(gui, {&Xray::jump, false});
  push_button_repeat();
  if (bar_button(gui, Icon::step_back, "xray.back", hint_of(xray_back_action, gui.ui.keys)))
    ask(gui, {&Xray::step, -1});
  pop_button_repeat();
  if (bar_button(gui, plays ? Icon::pause : Icon::play, "xray.play",
                 "Walk by itself, or stand still."))
    ask(gui, {&Xray::play, plays ? 0 : static_cast<double>(gui.ui.own<WalkSpeed>().events)});
  push_button_repeat();
  if (bar_button(gui, Icon::step, "xray.forward", hint_of(xray_forward_action, gui.ui.keys)))
    ask(gui, {&Xray::step, 1});
  pop_button_repeat();
  if (bar_button(gui, Icon::jump, "xray.jump", "To the next impact, group, cell, pass or pair."))
    ask(gui, {&Xray::jump, true});
  beside(icon_button_width({}));
  if (bar_button(gui, Icon::last, "xray.last", "To the end: the normal run."))
    ask(gui, {&Xray::seek, xray.size()});
  beside(kSpeedWidth * em());
  speed_slider(gui, xray);
}

void draw_walk_choice(const Gui& gui) {
  const Xray& xray = gui.lab.xray;
  if (!gui.model.region_query || !gui.model.region_query->asked.is_one_box()) return;
  text(gui, "Walk:", Role::text_dim);
  ImGui::SameLine(0, gui.px(6));
  if (round_button(gui, "frame", "xray.walk.frame", !xray.asked(),
                   "How the broadphase finds the pairs of the frame."))
    gui.ask(OpenXray{});
  ImGui::SameLine(0, gui.px(6));
  if (round_button(
          gui, "query", "xray.walk.query", xray.asked().has_value(),
          "How it answers the query in the field: which boxes overlap the rectangle around "
          "it."))
    gui.ask(OpenXray{gui.model.region_query->box});
}

void draw_xray_scrubbers(const Gui& gui, const Xray& xray) {
  const auto parts = parts_of(xray);
  const float gap = ImGui::GetStyle().ItemSpacing.x, n = static_cast<float>(parts.size());
  const float width = (ImGui::GetContentRegionAvail().x - gap * (n - 1)) / n;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (k > 0) ImGui::SameLine();
    scrubber(gui, xray, parts[k], width);
  }
  if (xray.dropped() > 0)
    text_wrapped(gui,
                 say("{} more events are not shown: the walk ends before they come.",
                     grouped(xray.dropped())),
                 Role::warning);
}

}  // namespace phasebox::ui
