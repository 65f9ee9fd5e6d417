// SPDX-License-Identifier: MIT
// A map on a thread of its own.
#include "lab/map/cliff_study.hpp"

#include <chrono>

#include "lab/clone.hpp"

namespace phasebox {

std::shared_ptr<const CliffMap> CliffStudy::map() const {
  const std::lock_guard lock(mutex_);
  return map_;
}

void CliffStudy::show(std::shared_ptr<const CliffMap> map) {
  const std::lock_guard lock(mutex_);
  map_ = std::move(map);
}

Status CliffStudy::start(const command::StartCliffs& how, const Session& session) {
  if (auto error = check_plan(*how.plan, session)) return error;
  job_.stop();
  show(nullptr);
  const auto copy = std::make_shared<Session>(clone(session));
  job_.start([this, copy, plan = how.plan](Job::Control& control) {
    using Clock = std::chrono::steady_clock;
    constexpr auto kBetween = std::chrono::milliseconds(300);
    Cliffs cliffs(std::move(*copy), *plan);
    auto shown = Clock::now();
    while (!control.stopped() && cliffs.advance()) {
      control.report(cliffs.progress(), cliffs.phase());
      if (Clock::now() - shown < kBetween) continue;
      show(std::make_shared<const CliffMap>(cliffs.map()));
      shown = Clock::now();
    }
    show(std::make_shared<const CliffMap>(cliffs.map()));
    control.report(1, control.stopped() ? "stopped" : "done");
  });
  return {};
}

}  // namespace phasebox
