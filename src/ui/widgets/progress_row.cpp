// SPDX-License-Identifier: MIT
// A button and a bar.
#include "ui/widgets/progress_row.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ui/language/tr.hpp"

namespace phasebox {

Pressed start_button(const BackgroundWork& job, const char* name, const char* hint, UiState& ui) {
  const bool running = job.is_running();
  const std::string label = fmt::format("{}##{}", running ? "Cancel" : "Start", name);
  const bool pressed = ImGui::Button(tr_label(label.c_str()), {ImGui::GetFontSize() * 4.5f, 0});
  remember_rect(ui, fmt::format("{}.{}", name, running ? "cancel" : "start"));
  tooltip(running ? "Stop; what was found so far is kept." : hint);
  return !pressed ? Pressed::nothing : running ? Pressed::cancel : Pressed::start;
}

void progress_bar(const BackgroundWork& job, const Theme& colors) {
  const std::string phase = job.phase();
  if (!job.is_running() && phase.empty()) return;
  const float em = ImGui::GetFontSize();
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  if (right - ImGui::GetItemRectMax().x > em * 14) ImGui::SameLine();
  if (!job.is_running()) return text(phase, colors[Role::text_dim]);
  std::string words = fmt::format("{:.0f} %", 100 * job.progress());
  if (const auto left = job.seconds_left())
    words += fmt::format(", {:.0f} s left", std::ceil(*left));
  words += ": " + phase;
  // Beside the bar: letters on its two colors would be hard to read.
  const float rest = ImGui::GetContentRegionAvail().x - text_width(words);
  ImGui::ProgressBar(static_cast<float>(job.progress()), {std::clamp(rest, em * 4, em * 10), 0},
                     "");
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  text(words, colors[Role::text_dim]);
}

void say_subject(const char* what, const std::string& measured, const std::string& now,
                 const Theme& colors) {
  const bool is_other = measured != now;
  std::string words = fmt::format("{} {}", what, measured);
  if (is_other) words += fmt::format(". Changed since: now it is {}.", now);
  text_wrapped(words, colors[is_other ? Role::warning : Role::text_dim]);
}

}  // namespace phasebox
