// SPDX-License-Identifier: MIT
// The browser edition, which has one thread: workers run in slices between frames. Also what is
// known of the process and its machine.
#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "base/os/system.hpp"
#include "base/os/worker.hpp"

namespace phasebox::os {
namespace {

// The workers whose work has not ended. `work_for` gives the first one the next step and then moves
// it to the end, so that they take turns on the only thread.
std::vector<Worker*>& at_work() {
  static std::vector<Worker*> all;
  return all;
}

}  // namespace

void Worker::begin(std::function<bool()> step, std::function<void(bool)> at_end) {
  step_ = std::move(step);
  at_end_ = std::move(at_end);
  at_work().push_back(this);
}

void Worker::stop() {
  if (step_) end(true);
}

void Worker::wait() {
  if (!step_) return;
  while (step_()) {
  }
  end(false);
}

void Worker::end(bool was_stopped) {
  std::erase(at_work(), this);
  step_ = nullptr;
  std::exchange(at_end_, nullptr)(was_stopped);
}

// Workers take turns after each step, so that none waits for all the work of another.
bool Worker::work_for(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::duration<double>(seconds);
  auto& all = at_work();
  while (!all.empty() && Clock::now() < until) {
    Worker& next = *all.front();
    std::ranges::rotate(all, all.begin() + 1);
    if (!next.step_()) next.end(false);
  }
  return !all.empty();
}

SystemFacts system_facts() { return {"a browser", "wasm32", 1}; }

}  // namespace phasebox::os
