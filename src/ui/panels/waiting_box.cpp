// SPDX-License-Identifier: MIT
// What stands in the window while work takes long.
#include "ui/panels/waiting_box.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "base/number_format.hpp"
#include "ui/language/tr.hpp"
#include "ui/widgets/style.hpp"
#include "ui/widgets/widgets.hpp"

namespace phasebox {

void draw_waiting_box(const ApplicationModel& model, Vec2 screen, double seconds_passed,
                      WaitingBox& box) {
  ImGui::SetNextWindowPos(to_imgui(screen * 0.5f), ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::Begin("waiting", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  const Session& session = model.session;
  text(fmt::format("{}, {}: {:.0f} s so far", session.broadphase().title,
                   counted(session.world().size(), "sprite"), seconds_passed));
  if (box.cancels) {
    text("Canceling ...");
  } else {
    if (ImGui::Button(tr_label("Cancel (Esc)"))) box.cancels = true;
    if (!model.paused) {
      ImGui::SameLine();
      if (ImGui::Button(tr_label(box.pauses ? "Pauses after this step" : "Pause after this step")))
        box.pauses = true;
    }
  }
  ImGui::End();
}

}  // namespace phasebox
