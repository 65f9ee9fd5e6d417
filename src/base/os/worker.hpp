// SPDX-License-Identifier: MIT
// Work beside the window in small steps: on a thread, or in slices of frames where there is none.
#pragma once
#include <functional>
#ifndef __wasi__
#include <mutex>
#include <thread>
#endif

namespace phasebox::os {

/// Does one piece of work at a time, ended before it goes. Its maker's thread calls its functions.
class Worker {
 public:
  Worker() = default;
  ~Worker() { stop(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Calls `step` until false or stopped, then `at_end(was_stopped)`; neither throws. Must be idle.
  void begin(std::function<bool()> step, std::function<void(bool)> at_end);
  void stop();  ///< and returns when the work has ended
  void wait();  ///< until the work has ended by itself

#ifndef __wasi__
 private:
  std::jthread thread_;
};

using Mutex = std::mutex;
#else
  /// Does steps of all work under way, about so long, s; false if none. Cuts no long step off.
  static bool work_for(double seconds);

 private:
  std::function<bool()> step_;
  std::function<void(bool)> at_end_;
  void end(bool was_stopped);
};

/// With one thread there is nothing to wait for.
struct Mutex {
  void lock() {}
  void unlock() {}
};
#endif

}  // namespace phasebox::os
