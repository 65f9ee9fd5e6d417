// SPDX-License-Identifier: MIT
// The work of a frame: the steps that are due, the event log, the lanes of a race.
#pragma once
#include <functional>
#include <utility>
#include <vector>

#include "ui/model/application_model.hpp"
#include "ui/model/host.hpp"
#include "ui/model/step_clock.hpp"

namespace phasebox {

/// Decides frame by frame what is worked out again. What is expensive is done less often, and what
/// may take long runs apart.
class StepLoop {
 public:
  /// Both outlive it.
  StepLoop(ApplicationModel& model, Host& host) : model_(model), host_(host) {}

  /// Steps or detection, then query, event log, lanes and lesson of the frame at `model.now`.
  void work(bool is_editing);
  /// A study has changed what the lanes show.
  void look_into_lanes_again() { lanes_are_current_ = false; }
  /// The next work may take so long that it runs apart.
  bool is_heavy() const;
  double steps_per_second() const { return steps_.rate(); }
  /// Keys that were pressed while work ran apart.
  std::vector<KeyPress> take_keys() { return std::exchange(keys_, {}); }

 private:
  void simulate();
  void detect_in_place();
  int due_steps();
  void run_steps();
  void observe();
  void refresh_trace();
  void take_trace();
  void fit_recording();
  void refresh_remarks();
  void refresh_lanes();
  void run_apart(const std::function<void()>& job);

  ApplicationModel& model_;
  Host& host_;
  StepClock clock_;
  RateMeter steps_;
  std::vector<KeyPress> keys_;
  double traced_at_ = -1, trace_took_ = 0, remarked_at_ = -1;  // s
  const BroadphaseEntry* remarked_by_ = nullptr;
  std::uint64_t remarked_trace_ = 0;  // the number of the event log that they were made with
  bool trace_is_current_ = false;
  double lanes_at_ = -1, lanes_took_ = 0;  // s: when the lanes were looked into, and for how long
  bool lanes_are_current_ = false;
  double worked_ = 0;  // s that the last steps or detection took
};

}  // namespace phasebox
