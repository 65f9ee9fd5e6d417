// SPDX-License-Identifier: MIT
// Work beside the window in small steps: on a thread, or in slices of frames where there is none.
#pragma once
#include <functional>
#ifndef __wasi__
#include <mutex>
#include <thread>
#endif

namespace phasebox::os {

/// Does one piece of work at a time, and stops it when the worker is destroyed. Only the thread
/// that made the worker may call its functions.
class Worker {
 public:
  Worker() = default;
  ~Worker() { stop(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Calls `step` until it returns false or the worker is stopped, then `at_end(was_stopped)`.
  /// Neither may throw. The worker must be idle.
  void begin(std::function<bool()> step, std::function<void(bool)> at_end);
  void stop();  ///< stops the work and returns when it has ended
  void wait();  ///< waits until the work has ended by itself

#ifndef __wasi__
 private:
  std::jthread thread_;
};

using Mutex = std::mutex;
#else
  /// Does steps of all work under way for about `seconds`, without cutting a long step off. Returns
  /// whether work is left.
  static bool work_for(double seconds);

 private:
  std::function<bool()> step_;
  std::function<void(bool)> at_end_;
  void end(bool was_stopped);
};

/// A mutex that does nothing, because with one thread there is nothing to wait for.
struct Mutex {
  void lock() {}
  void unlock() {}
};
#endif

}  // namespace phasebox::os
