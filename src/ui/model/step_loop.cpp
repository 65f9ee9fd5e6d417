// SPDX-License-Identifier: MIT
// The work of a frame.
#include "ui/model/step_loop.hpp"

#include "io/files/step_log.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/live_feed.hpp"
#include "ui/model/xray_view.hpp"

namespace phasebox {
namespace {

constexpr double kExpensiveTrace = 0.008;  // s; a log that takes longer is made less often
constexpr double kTraceShare = 0.1;        // of all time that such logs may take
constexpr double kRemarkSeconds = 0.5;     // for which a remark is shown, at least
constexpr double kStepBudget = 0.025;      // s of steps in one frame, so that the window answers
constexpr double kLongWork = 0.08;         // s; work that may take longer runs apart
constexpr std::uint64_t kManyPairs = 200'000;  // candidates that may take so long

// s between the beginnings of two such works.
double rest_after(double took) { return took > kExpensiveTrace ? took / kTraceShare : 0; }

}  // namespace

void StepLoop::work(bool is_editing) {
  simulate();
  if (!model_.ui.pairs_asked) model_.refresh_query();
  refresh_trace();
  refresh_lanes();
  if (trace_is_current_) look_at_lesson(model_, is_editing);
}

void StepLoop::simulate() {
  poll_live(model_);
  if (!model_.waiting_studies.empty()) run_apart([&] { model_.catch_up_studies(); });
  tend_xray(model_);
  model_.end_unseen_studies();
  model_.steps_per_second = steps_.rate();
  if (model_.ui.pairs_asked) return clock_.hold();
  if (model_.paused || model_.ui.scrubbing)
    detect_in_place();
  else
    run_apart([this] { run_steps(); });
  if (std::exchange(model_.has_searched, false)) model_.judge_detection();
}

// While nothing moves only changes are looked at, and times are measured.
void StepLoop::detect_in_place() {
  clock_.hold();
  steps_.add(0, model_.now);
  if (!model_.changed && !model_.wants_times()) return;
  const bool is_new = std::exchange(model_.changed, false);
  run_apart([&] {
    model_.detect();
    if (is_new) observe();
  });
  if (is_new) trace_is_current_ = lanes_are_current_ = false;
}

// While a game is followed there is a step when frames have come, and it goes to the newest.
int StepLoop::due_steps() {
  const RecordingPlayback* show = model_.session.show();
  if (!show || !show->follows()) return clock_.due(model_.now);
  clock_.hold();
  return show->frame() + 1 < show->size() ? 1 : 0;
}

void StepLoop::run_steps() {
  const int due = due_steps();
  int done = 0;
  const double begun = host_.seconds();
  while (done < due && (done == 0 || host_.seconds() - begun < kStepBudget)) {
    model_.phases.push(model_.step(), model_.now);
    ++done;
    observe();
    if (!model_.session.is_detected()) break;
    if (model_.session.pairs().size() > model_.ui.allowed_pairs) break;
  }
  steps_.add(done, model_.now);
  if (done == 0 && model_.changed) {
    model_.detect();
    observe();
  }
  if (done > 0 || model_.changed) trace_is_current_ = lanes_are_current_ = false;
  model_.changed = false;
}

void StepLoop::observe() {
  if (model_.session.is_detected()) model_.observe();
}

void StepLoop::refresh_trace() {
  if (model_.ui.pairs_asked) return;  // nothing looks for them until the answer
  if (!model_.session.is_detected()) return;
  const bool wants_more =
      model_.wants_all_tests() && model_.trace.broad.limit() < ApplicationModel::kFullTrace;
  if (trace_is_current_ && !(wants_more && model_.trace.broad.dropped() > 0)) {
    if (model_.paused && remarked_trace_ != model_.trace_number) refresh_remarks();
    return;
  }
  if (traced_at_ >= 0 && model_.now < traced_at_ + rest_after(trace_took_)) return;
  run_apart([this] { take_trace(); });
}

void StepLoop::take_trace() {
  const double begun = host_.seconds();
  fit_recording();
  model_.session.trace(model_.trace);
  trace_is_current_ = true;
  if (model_.session.stopped() != WorkLimit::Reason::none) return model_.forget_trace();
  ++model_.trace_number;
  model_.counters = model_.session.counters(model_.trace);
  model_.is_counted = true;
  if (model_.log) model_.log->counted(model_.session, model_.counters);
  refresh_remarks();
  trace_took_ = host_.seconds() - begun;
  traced_at_ = model_.now;
}

// Sentences that change with every frame cannot be read.
void StepLoop::refresh_remarks() {
  const BroadphaseEntry* speaker = &model_.session.broadphase();
  const bool is_other = std::exchange(remarked_by_, speaker) != speaker;
  if (!is_other && !model_.paused && model_.now - remarked_at_ <= kRemarkSeconds) return;
  model_.remarks = model_.session.remarks();
  remarked_at_ = model_.now;
  remarked_trace_ = model_.trace_number;
}

// Millions of events are kept only as long as they are looked at one by one.
void StepLoop::fit_recording() {
  EventLog& trace = model_.trace;
  const bool is_full = trace.broad.limit() == ApplicationModel::kFullTrace;
  const bool must_be = model_.wants_all_tests() && (is_full || trace.broad.dropped() > 0);
  if (is_full != must_be)
    trace = EventLog(must_be ? ApplicationModel::kFullTrace : ApplicationModel::kTraceLimit);
}

void StepLoop::refresh_lanes() {
  LiveRace& race = model_.lab.race;
  if (!race.has_lanes() || lanes_are_current_ || model_.ui.pairs_asked) return;
  if (model_.now < lanes_at_ + rest_after(lanes_took_) || !model_.session.is_detected()) return;
  run_apart([&] { lanes_took_ = race.look_into_all(model_.session) / 1000; });
  lanes_at_ = model_.now;
  lanes_are_current_ = true;
}

bool StepLoop::is_heavy() const {
  const Session& session = model_.session;
  return worked_ > kLongWork || session.pairs().size() > kManyPairs ||
         session.world().size() > ApplicationModel::kManySprites;
}

void StepLoop::run_apart(const std::function<void()>& job) {
  const double begun = host_.seconds();
  model_.session.begin_work();
  if (is_heavy()) {
    Waited waited = host_.run_apart(job);
    if (waited.pauses) model_.paused = true;
    keys_.insert(keys_.end(), waited.keys.begin(), waited.keys.end());
    model_.now = host_.seconds();
  } else {
    job();
  }
  worked_ = host_.seconds() - begun;
}

}  // namespace phasebox
