// SPDX-License-Identifier: MIT
// Draws the bar under the field with which the user chooses the frame of a box recording.
#include <algorithm>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {
namespace {

// Draws the slider over all frames, with the text "frame 451 of 600" over it, or only "451" where
// there is no room for more.
void slider(const Gui& gui, const RecordingPlayback& show) {
  int frame = static_cast<int>(show.frame());
  const int last = static_cast<int>(show.size()) - 1;
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::SetNextItemWidth(width);
  ImGui::BeginDisabled(last == 0);
  if (ImGui::SliderInt("##frame", &frame, 0, std::max(last, 1), "",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput))
    gui.ask(command::SeekRecording{static_cast<std::size_t>(std::min(frame, last))});
  gui.ui.scrubbing = ImGui::IsItemActive();
  ImGui::EndDisabled();
  remember_rect(gui, "frames.slider", "Drag to any frame; playback waits while you hold it.");
  const auto shown = static_cast<std::size_t>(std::min(frame, last));
  Sentence label = say("frame {} of {}", grouped(shown + 1), grouped(show.size()));
  if (text_width(label) > width) label = grouped(show.frame() + 1);
  text_over(gui, label, Role::text);
}

}  // namespace

void draw_frames(const Gui& gui, const Aabb& where) {
  gui.ui.scrubbing = false;
  const RecordingPlayback* show = gui.session.playback();
  if (!show || extent(where).y <= 0) return;
  begin_fixed("frames", where, ImGuiWindowFlags_NoScrollbar);
  ImGui::SetCursorPosY((ImGui::GetWindowHeight() - ImGui::GetFrameHeight()) / 2);
  action_button(gui, pause_action, gui.model.paused ? "Play" : "Pause", "frames.pause");
  ImGui::SameLine();
  action_button(gui, frame_back_action, "◀", "frames.back");
  ImGui::SameLine();
  action_button(gui, frame_forward_action, "▶", "frames.forward");
  ImGui::SameLine();
  if (gui.model.live && gui.model.live->is_shown(gui.session)) {
    ImGui::BeginDisabled(show->follows());
    action_button(gui, follow_action, show->follows() ? "Live" : "Follow", "frames.follow");
    ImGui::EndDisabled();
    ImGui::SameLine();
  }
  bool is_swept = show->is_swept();
  if (ImGui::Checkbox(tr_label("swept"), &is_swept)) gui.ask(Invocation{&sweep_action});
  remember_rect(gui, "frames.swept", hint_of(sweep_action, gui.ui.keys));
  ImGui::SameLine();
  slider(gui, *show);
  ImGui::End();
}

}  // namespace phasebox::ui
