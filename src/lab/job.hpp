// SPDX-License-Identifier: MIT
// Long work beside the window: one thread of its own, with progress, an estimate and a way to stop.
#pragma once
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace phasebox {

/// One piece of work at a time. What the work finds out it hands over itself, under a lock of its
/// owner's. The functions of `Job` belong to the thread that made it.
class Job {
 public:
  /// What the work says and asks, from its own thread.
  class Control {
   public:
    /// Whether it is to end soon; to be asked every few ms.
    bool stopped() const { return stop_.stop_requested(); }
    /// 0 to 1, and what is being done: "timing quadtree".
    void report(double progress, std::string phase);

   private:
    friend class Job;
    Control(Job& job, std::stop_token stop) : job_(job), stop_(std::move(stop)) {}
    Job& job_;
    std::stop_token stop_;
  };
  using Work = std::function<void(Control&)>;

  Job() = default;
  ~Job() { stop(); }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Begins the work; what ran before is stopped first. The work must not throw.
  void start(Work work);
  /// Asks the work to end and waits until it has.
  void stop();
  bool is_running() const { return is_running_; }
  /// 0 to 1; stays at what it was when the work was stopped.
  double progress() const;
  std::string phase() const;
  /// s, if the rest takes as long as what is done took; nothing before the first hundredth.
  std::optional<double> seconds_left() const;

 private:
  using Clock = std::chrono::steady_clock;

  mutable std::mutex mutex_;  // of the next two
  double progress_ = 0;
  std::string phase_;
  Clock::time_point begun_;
  std::atomic<bool> is_running_ = false;
  std::jthread thread_;  // last: it ends before the rest goes
};

}  // namespace phasebox
