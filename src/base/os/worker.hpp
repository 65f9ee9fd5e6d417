// SPDX-License-Identifier: MIT
// Work in the background, in small steps: on a thread, or, in the browser edition, which has no
// threads, in slices between frames.
#pragma once
#include <functional>
#ifndef __wasi__
#include <mutex>
#include <thread>
#endif

namespace phasebox::os {

/// Does one piece of work at a time in the background; its destructor stops the work. Only the
/// thread that made the worker may call its functions.
class Worker {
 public:
  Worker() = default;
  ~Worker() { stop(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Begins to call `step` until it returns false or the worker is stopped, then calls
  /// `at_end(was_stopped)` once. Both run on the worker's thread (in the browser: in `work_for`,
  /// `stop` or `wait`) and must not throw. The work before must have ended.
  void begin(std::function<bool()> step, std::function<void(bool)> at_end);
  void stop();  ///< stops the work and returns when it has ended
  void wait();  ///< waits until the work has ended by itself

#ifndef __wasi__
 private:
  std::jthread thread_;
};

/// Guards what a worker's thread and others share.
using Mutex = std::mutex;
#else
  /// Does steps of all workers in turn until `seconds` have passed or nothing is left; a long step
  /// is not cut off. Returns whether work is left. The loop of frames calls it once per frame.
  static bool work_for(double seconds);

 private:
  std::function<bool()> step_;
  std::function<void(bool)> at_end_;
  void end(bool was_stopped);
};

/// A mutex that does nothing, because the browser edition has one thread.
struct Mutex {
  void lock() {}
  void unlock() {}
};
#endif

}  // namespace phasebox::os
