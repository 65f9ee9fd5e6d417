// SPDX-License-Identifier: MIT
// Draws the box that is shown while long work runs.
#include "language/format_sentence.hpp"
#include "ui/language/translation.hpp"
#include "ui/panels/panels.hpp"

namespace phasebox::ui {

void draw_waiting_box(const LongWork& work, Vec2 screen, double seconds_passed,
                      InputMeanwhile& answers) {
  ImGui::SetNextWindowPos(screen * 0.5f, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::Begin("waiting", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  text(say("{}, {}: {:.0f} s so far", work.algorithm, work.sprites, seconds_passed));
  if (answers.cancels) {
    text("Canceling ...");
  } else {
    if (ImGui::Button(tr_label("Cancel (Esc)"))) answers.cancels = true;
    if (!work.is_paused) {
      ImGui::SameLine();
      if (ImGui::Button(
              tr_label(answers.pauses ? "Pauses after this step" : "Pause after this step")))
        answers.pauses = true;
    }
  }
  ImGui::End();
}

}  // namespace phasebox::ui
