// SPDX-License-Identifier: MIT
// The bar under the field while recorded boxes play: a slider over the frames.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "ui/language/tr.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/panels/panels.hpp"
#include "ui/widgets/style.hpp"

namespace phasebox {
namespace {

void bar_button(const ActionRow& action, const char* title, const char* rect, UiState& ui,
                Requests& out) {
  if (ImGui::Button(tr_label(title))) out.emplace_back(Invocation{&action});
  remember_rect(ui, rect);
  tooltip(hint_of(action, ui.keys));
  ImGui::SameLine();
}

// "frame 12 of 300, number 112": the file's own number where it is another one.
std::string frame_label(const RecordingPlayback& show, std::size_t frame) {
  const std::int64_t number = show.number(frame);
  const std::string place = fmt::format("frame {} of {}", grouped(frame + 1), grouped(show.size()));
  if (number == static_cast<std::int64_t>(frame) + 1) return place;
  return fmt::format("{} · number {}", place, number);
}

// The text stands on the slider where it fits, else only the slider's own place says it.
void slider(const RecordingPlayback& show, const Theme& colors, UiState& ui, Requests& out) {
  int frame = static_cast<int>(show.frame());
  const int last = static_cast<int>(show.size()) - 1;
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::SetNextItemWidth(width);
  ImGui::BeginDisabled(last == 0);
  if (ImGui::SliderInt("##frame", &frame, 0, std::max(last, 1), "",
                       ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput))
    out.emplace_back(command::SeekRecording{static_cast<std::size_t>(std::min(frame, last))});
  ui.scrubbing = ImGui::IsItemActive();
  ImGui::EndDisabled();
  remember_rect(ui, "frames.slider");
  tooltip("Drag to any frame; playback waits while you hold it.");
  std::string label = frame_label(show, static_cast<std::size_t>(std::min(frame, last)));
  if (text_width(label) > width) label = grouped(show.frame() + 1);
  const char* const shown = tr(label.c_str());
  const ImVec2 size = ImGui::CalcTextSize(shown);
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddText({(min.x + max.x - size.x) / 2, (min.y + max.y - size.y) / 2},
                                      packed(colors[Role::text]), shown);
}

}  // namespace

void draw_frames(const Model& model, UiState& ui, const Aabb& where, Requests& out) {
  ui.scrubbing = false;
  const RecordingPlayback* show = model.session.show();
  if (!show || extent(where).y <= 0) return;
  begin_fixed("frames", where, ImGuiWindowFlags_NoScrollbar);
  ImGui::SetCursorPosY((ImGui::GetWindowHeight() - ImGui::GetFrameHeight()) / 2);
  bar_button(pause_action, model.paused ? "Play" : "Pause", "frames.pause", ui, out);
  bar_button(frame_back_action, "◀", "frames.back", ui, out);
  bar_button(frame_forward_action, "▶", "frames.forward", ui, out);
  if (model.live && model.live->is_shown(model.session)) {
    ImGui::BeginDisabled(show->follows());
    bar_button(follow_action, show->follows() ? "Live" : "Follow", "frames.follow", ui, out);
    ImGui::EndDisabled();
  }
  slider(*show, theme(model.view.theme), ui, out);
  ImGui::End();
}

}  // namespace phasebox
