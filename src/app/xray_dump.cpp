// SPDX-License-Identifier: MIT
// The X-ray and the frames that are kept, as JSON.
#include "app/xray_dump.hpp"

#include <fmt/format.h>

namespace phasebox {

nlohmann::json xray_of(const ApplicationModel& model) {
  const Xray& xray = model.lab.xray;
  if (!xray.is_open()) return {};
  const WalkState state = xray.state();
  const auto line = xray.line();
  return {{"at", xray.at()},
          {"events", xray.size()},
          {"impacts", xray.impacts().size()},
          {"done_impacts", xray.done_impacts()},
          {"in_impacts", xray.is_in_impacts()},
          {"broad_events", xray.broad().size()},
          {"narrow", xray.phase() == WalkPhase::narrow},
          {"title", xray.title()},
          {"sentence", xray.sentence()},
          {"line", line ? nlohmann::json(*line) : nlohmann::json()},
          {"counter", state.open.size()},
          {"open", state.open},
          {"candidates", xray.candidates().size()},
          {"collisions", xray.collisions().size()},
          {"speed", xray.speed()},
          {"hash", fmt::format("{:016x}", state.hash())}};
}

nlohmann::json past_of(const Session& session) {
  const FrameHistory& past = session.past();
  if (past.empty()) return {{"frames", 0}};
  return {{"frames", past.size()}, {"first", past.first()}, {"last", past.last()}};
}

}  // namespace phasebox
