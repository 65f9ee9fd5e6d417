// SPDX-License-Identifier: MIT
// A thread and what it says about itself.
#include "lab/job.hpp"

#include <algorithm>

namespace phasebox {

void Job::Control::report(double progress, std::string phase) {
  const std::lock_guard lock(job_.mutex_);
  job_.progress_ = std::clamp(progress, 0.0, 1.0);
  job_.phase_ = std::move(phase);
}

void Job::start(Work work) {
  stop();
  progress_ = 0;
  phase_.clear();
  begun_ = Clock::now();
  is_running_ = true;
  thread_ = std::jthread([this, work = std::move(work)](std::stop_token stop) {
    Control control(*this, std::move(stop));
    work(control);
    is_running_ = false;
  });
}

void Job::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

double Job::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

std::string Job::phase() const {
  const std::lock_guard lock(mutex_);
  return phase_;
}

std::optional<double> Job::seconds_left() const {
  const double done = progress();
  if (!is_running_ || done < 0.01) return {};
  const double passed = std::chrono::duration<double>(Clock::now() - begun_).count();
  return passed / done * (1 - done);
}

}  // namespace phasebox
