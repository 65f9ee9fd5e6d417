// SPDX-License-Identifier: MIT
// Runs a worker's steps on a thread of its own.
#include <utility>

#include "base/os/worker.hpp"

namespace phasebox::os {

void Worker::begin(std::function<bool()> step, std::function<void(bool)> at_end) {
  thread_ = std::jthread(
      [step = std::move(step), at_end = std::move(at_end)](const std::stop_token& stop) {
        while (!stop.stop_requested() && step()) {
        }
        at_end(stop.stop_requested());
      });
}

void Worker::stop() {
  thread_.request_stop();
  wait();
}

void Worker::wait() {
  if (thread_.joinable()) thread_.join();
}

}  // namespace phasebox::os
