// SPDX-License-Identifier: MIT
// Opens, steps and ends the X-ray, and pauses the simulation meanwhile.
#include "ui/model/xray_control.hpp"

#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace phasebox::ui {
namespace {

constexpr std::string_view kTool = "xray";

// Whether the X-ray has paused the simulation, so that it must resume it when it ends.
struct PausedByXray {
  bool value = false;
};

}  // namespace

void step_xray(ApplicationModel& model, int by) {
  const bool is_fresh = !model.lab.xray.is_open();
  if (is_fresh) {
    model.ui.own<PausedByXray>().value = !std::exchange(model.paused, true);
    cancel_gesture(model);
    if (model.lab.race.has_lanes()) model.study(command::SetLanes{false});
    model.study(OpenXray{});
  }
  model.ui.tool = kTool;
  if (is_fresh && by < 0)
    model.study(XrayCall(&Xray::seek, std::numeric_limits<std::size_t>::max()));
  model.study(XrayCall(&Xray::step, by));
}

void end_xray(ApplicationModel& model) {
  model.study(CloseXray{});
  model.study(SetTwin{});
  if (std::exchange(model.ui.own<PausedByXray>().value, false)) model.paused = false;
}

void tend_xray(ApplicationModel& model) {
  const Xray& xray = model.lab.xray;
  if (!xray.is_open()) return;
  if (!model.paused || model.ui.tool != kTool) return end_xray(model);
  model.lab.twins.follow(xray, model.session);
  const bool is_stretched = model.pointer_tool.doing == PointerTool::Doing::query;
  if (!xray.asked() || is_stretched || !model.session.is_detected()) return;
  std::optional<Aabb> asked;
  if (model.region_query && model.region_query->asked.is_one_box()) asked = model.region_query->box;
  if (asked != xray.asked()) model.study(OpenXray{asked});
}

}  // namespace phasebox::ui
