// SPDX-License-Identifier: MIT
// The guided lessons: which one is open, which of its steps are done, and what is still missing.
#pragma once
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "lab/lessons/lesson.hpp"

namespace phasebox {

namespace lesson {
/// Begins a lesson at its first step; the one that is open stays where it is.
struct Open {
  std::string id;
};
/// Goes to a step of the open lesson, at most the one after the last that is done; to the same
/// step: sets it up once more.
struct GoTo {
  std::size_t step;  ///< from 0
};
/// Back to the list.
struct Leave {};
}  // namespace lesson

/// Knows where the user is. Its owner carries out the set-ups that it returns, and shows it the
/// frames. Costs nothing while no lesson is open.
class Lessons {
 public:
  /// In teaching order.
  void load(std::vector<Lesson> all) { all_ = std::move(all); }
  std::span<const Lesson> all() const { return all_; }

  Status apply(const lesson::Open& c, const Session&);
  Status apply(const lesson::GoTo& c, const Session&);
  Status apply(const lesson::Leave& c, const Session&);

  /// The set-up that is to be made now; once for every step begun.
  std::optional<LessonSetup> take_setup();
  /// Looks at a frame traced just now; `now` is in s. A step is done when its goal comes true while
  /// neither a sprite nor a widget is held.
  void look(const LessonFacts& facts, double now);

  const Lesson* open() const { return open_ ? &all_[*open_] : nullptr; }
  std::size_t step() const { return step_; }
  const LessonStep& current() const { return all_[*open_].steps[step_]; }
  /// Once it was; it may be left again and stays done.
  bool is_done(std::size_t step) const { return step < done_.size() && done_[step]; }
  /// The goal of the current step has come true since the step began, or began again.
  bool is_reached() const { return is_reached_; }
  /// How the conditions of the goal stand, clause by clause; of a clause that offers a choice, the
  /// first one.
  std::span<const Standing> standings() const { return standings_; }
  /// A while has passed without success.
  bool hint_is_due(double now) const;

  /// Ids of the lessons that were once finished.
  const std::set<std::string>& finished() const { return finished_; }
  void set_finished(std::set<std::string> ids) { finished_ = std::move(ids); }

 private:
  void begin(std::size_t step);

  std::vector<Lesson> all_;
  std::optional<std::size_t> open_;
  std::size_t step_ = 0;
  std::vector<bool> done_;  // [steps of the open lesson]
  bool was_open_ = false;   // the goal was seen unfulfilled since the step began
  bool is_reached_ = false;
  bool setup_is_due_ = false;
  std::optional<double> begun_;  // s; first look at the step
  std::vector<Standing> standings_;
  std::set<std::string> finished_;
};

}  // namespace phasebox
