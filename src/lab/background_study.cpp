// SPDX-License-Identifier: MIT
// A thread and what it says about itself.
#include "lab/background_study.hpp"

#include <algorithm>

namespace phasebox {

void BackgroundWork::report(double progress, std::string phase) {
  const std::lock_guard lock(mutex_);
  progress_ = std::clamp(progress, progress_, 1.0);
  phase_ = std::move(phase);
}

void BackgroundWork::end(bool was_stopped) {
  const bool is_done = !was_stopped && !has_run_out_;
  report(is_done ? 1 : progress(), has_run_out_ ? kOutOfMemory : is_done ? "done" : "stopped");
  is_running_ = false;
}

void BackgroundWork::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

double BackgroundWork::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

std::string BackgroundWork::phase() const {
  const std::lock_guard lock(mutex_);
  return phase_;
}

std::optional<double> BackgroundWork::seconds_left() const {
  const double done = progress();
  if (!is_running_ || done < 0.01) return {};
  const double passed = std::chrono::duration<double>(Clock::now() - begun_).count();
  return passed / done * (1 - done);
}

}  // namespace phasebox
