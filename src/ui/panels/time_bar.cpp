// SPDX-License-Identifier: MIT
// Draws the time bar below the field: play, steps, restart, speed, a slider through time, the film
// and the launcher.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/icons.hpp"

namespace phasebox::ui {
namespace {

// The slider is at least so wide, px before scaling; rather than that, other parts are left out.
constexpr float kLeastSlider = 40;
// The width of a button without words in a narrow bar, heights of the font. With it all buttons and
// the slider fit into 280 px before scaling.
constexpr float kNarrowButton = 1.5f;

// Whether the bar has room for words beside its icons.
bool has_words(const Gui& gui) { return ImGui::GetWindowWidth() > gui.px(560); }

// Draws a button of the bar for an action, `width` times as wide as a letter is high, so that it
// stays where it is when its title changes.
void bar_button(const Gui& gui, const ActionRow& action, Icon icon, const Sentence& word,
                const std::string& name, float width) {
  if (icon_button(gui, icon, word, name, hint_of(action, gui.ui.keys), width * em()))
    gui.ask(Invocation{&action});
  ImGui::SameLine();
}

// Draws the list of the speeds, in the accent color unless the speed is that of real time.
void speed_list(const Gui& gui) {
  const double speed = gui.model.clock.speed;
  std::vector<ListLine> lines;
  for (const double s : kSpeeds) {
    const std::string number = fmt::format("{:g}", s);
    lines.push_back({Sentence::as_is(number + "x"), number});
  }
  const auto now = static_cast<std::size_t>(std::ranges::find(kSpeeds, speed) - kSpeeds.begin());
  ImGui::SetNextItemWidth(3.4f * em() + ImGui::GetFrameHeight());
  ImGui::PushStyleColor(ImGuiCol_Text, gui.ink(speed == 1 ? Role::text : Role::accent));
  const auto chosen =
      choose(gui, "bar.speed", lines[now].title, lines, now,
             say("Speed, 0.1 to 4 times; slow motion shows more. {} is slower, {} faster.",
                 key_or_menu(slower_action, gui.ui.keys), key_or_menu(faster_action, gui.ui.keys)));
  ImGui::PopStyleColor();
  if (chosen) gui.ask([s = kSpeeds[*chosen]](ApplicationModel& model) { model.clock.speed = s; });
}

// Draws what is left of the slider, in the same places for scenes and recordings.
void controls(const Gui& gui) {
  const bool is_paused = gui.model.paused, is_wide = has_words(gui);
  const float width = is_wide ? 2.2f : kNarrowButton;
  bar_button(gui, frame_back_action, Icon::step_back, {}, "frames.back", width);
  bar_button(gui, pause_action, is_paused ? Icon::play : Icon::pause,
             !is_wide    ? Sentence()
             : is_paused ? "Play"
                         : "Pause",
             "bar.pause", is_wide ? 5.5f : width);
  bar_button(gui, frame_forward_action, Icon::step, {}, "bar.step", width);
  bar_button(gui, restart_action, Icon::restart, {}, "bar.restart", width);
  speed_list(gui);
  ImGui::SameLine();
}

// The frames that the slider goes through, by number: those of the recording that plays, or the
// steps of the scene that are kept.
struct Track {
  std::uint64_t first, last, now;
};

Track track_of(const Session& session) {
  if (const RecordingPlayback* show = session.playback())
    return {0, std::max<std::uint64_t>(show->size(), 1) - 1, show->frame()};
  const std::uint64_t now = session.steps();
  const PastFrames& past = session.past();
  if (past.empty()) return {now, now, now};
  return {std::min(past.first(), now), std::max(past.last(), now), now};
}

void time_slider(const Gui& gui, float width) {
  const Track track = track_of(gui.session);
  const bool is_recording = gui.session.playback() != nullptr;
  const int last = static_cast<int>(track.last - track.first);
  // Where no other frame is kept, the knob stands at the end: what is shown is the newest frame.
  int at = last == 0 ? 1 : static_cast<int>(track.now - track.first);
  ImGui::SetNextItemWidth(width);
  ImGui::BeginDisabled(last == 0);
  if (ImGui::SliderInt("##frame", &at, 0, std::max(last, 1), "",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput)) {
    const std::uint64_t wanted = track.first + static_cast<std::uint64_t>(std::min(at, last));
    if (is_recording)
      gui.ask(command::SeekRecording{static_cast<std::size_t>(wanted)});
    else
      gui.ask(command::SeekStep{wanted});
  }
  gui.ui.scrubbing = ImGui::IsItemActive();
  ImGui::EndDisabled();
  remember_rect(gui, "frames.slider",
                is_recording ? "Drag to any frame; playback waits while you hold it."
                             : "Drag through the last seconds; the simulation waits while you hold "
                               "it, and continues from there.");
}

// The time, and the widest text that may stand in its place.
struct TimeText {
  Sentence words, widest;
};

TimeText time_text_of(const Gui& gui) {
  if (const RecordingPlayback* show = gui.session.playback()) {
    const std::string all = grouped(show->size());
    return {say("frame {} of {}", grouped(show->frame() + 1), all),
            say("frame {} of {}", all, all)};
  }
  const double seconds = static_cast<double>(gui.session.steps()) / kStepsPerSecond;
  return {gui.ui.steady.show("bar.time", say("{:.1f} s", seconds)),
          say("{:.1f} s", std::max(seconds, 999.9))};
}

// Draws the controls that only recordings have: to follow the game that is recorded, and swept
// boxes.
void recording_controls(const Gui& gui, const RecordingPlayback& show) {
  if (gui.model.live && gui.model.live->is_shown(gui.session)) {
    ImGui::BeginDisabled(show.follows());
    action_button(gui, follow_action, show.follows() ? "Live" : "Follow", "frames.follow");
    ImGui::EndDisabled();
    ImGui::SameLine();
  }
  bool is_swept = show.is_swept();
  if (ImGui::Checkbox(tr_label("swept"), &is_swept)) gui.ask(Invocation{&sweep_action});
  remember_rect(gui, "frames.swept", hint_of(sweep_action, gui.ui.keys));
  ImGui::SameLine();
}

float recording_width(const Gui& gui) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const bool is_live = gui.model.live && gui.model.live->is_shown(gui.session);
  return (is_live ? button_width("Follow") + gap : 0) + box_width("swept") + gap;
}

// Draws the film's button, which has a red dot and the seconds while the window is filmed.
void film_button(const Gui& gui, float width) {
  const bool is_on = gui.ui.is_filmed;
  const double seconds = gui.model.clock.now - gui.ui.filmed_since;
  bar_button(gui, film_action, Icon::film,
             is_on && has_words(gui) ? say("{:.0f} s", seconds) : Sentence(), "bar.film", width);
  const Vec2 corner = ImGui::GetItemRectMin();
  const float radius = 0.25f * em();
  if (is_on)
    ImGui::GetWindowDrawList()->AddCircleFilled(corner + Vec2{2 * radius, 2 * radius}, radius,
                                                gui.ink(Role::collision));
}

// Draws the slider and what is right of it. Where the room ends, the launcher is left out
// first, and then the time.
void draw_right(const Gui& gui) {
  const RecordingPlayback* show = gui.session.playback();
  const bool is_page = gui.ui.is_embedded;
  const float gap = ImGui::GetStyle().ItemSpacing.x, least = gui.px(kLeastSlider);
  const float film = has_words(gui) ? 3.8f : kNarrowButton;
  const auto [time, widest] = time_text_of(gui);
  const float time_width = text_width(widest) + gap, launcher = launcher_width() + gap;
  float room = ImGui::GetContentRegionAvail().x - (is_page ? 0 : film * em() + gap);
  if (show) room -= recording_width(gui);
  const bool has_launcher = !show && !is_page && room - time_width - launcher >= least;
  if (has_launcher) room -= launcher;
  const bool has_time = room - time_width >= least;
  if (has_time) room -= time_width;
  time_slider(gui, std::max(room, least));
  ImGui::SameLine();
  if (has_time) {
    const float x = ImGui::GetCursorPosX();
    text(time);
    remember_rect(gui, "frames.time");
    ImGui::SameLine(x + time_width);
  }
  if (show) recording_controls(gui, *show);
  if (!is_page) film_button(gui, film);
  if (has_launcher) draw_launcher(gui);
}

}  // namespace

void draw_time_bar(const Gui& gui, const Aabb& where) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float frame = ImGui::GetFrameHeight();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      ImVec2(gui.px(8), std::max(0.0f, (extent(where).y - frame) / 2)));
  begin_fixed("bar", where, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gui.px(4), style.ItemSpacing.y));
  controls(gui);
  draw_right(gui);
  ImGui::PopStyleVar();
  ImGui::End();
}

}  // namespace phasebox::ui
