// SPDX-License-Identifier: MIT
// The state of the open lesson.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "lab/lessons/lesson.hpp"
#include "session/session.hpp"

namespace phasebox {

/// The session's state when a step began, to find what the user changed since.
struct LessonStart {
  SceneDocument begun;
  std::uint64_t steps;

  /// Names, in the panel's words, what the user has changed although the goal does not name it;
  /// empty when nothing. Moved sprites count only when the goal names neither settings nor steps.
  Sentence other_change(const Session&, const Goal&) const;
};

namespace lesson {
/// Opens a lesson at its first step; does nothing if it is open already.
struct Open {
  std::string id;
};
/// Goes to a step of the open lesson, at most one past the last one done. Going to the current step
/// sets it up again.
struct GoTo {
  std::size_t step;  ///< from 0
};
/// Closes the open lesson.
struct Leave {};
}  // namespace lesson

/// Keeps which lesson and step are open and which are done. The owner carries out the set-ups and
/// passes every traced frame to `look`. Costs nothing without an open lesson.
class Lessons {
 public:
  /// Replaces the list; `all` is in teaching order.
  void load(std::vector<Lesson> all) {
    all_ = std::move(all);
    ++loads_;
  }
  /// Appends a lesson, or replaces the one with the same id, which is closed if it was open.
  void add(Lesson lesson);
  /// The number of changes of the list so far.
  std::uint64_t loads() const { return loads_; }
  std::span<const Lesson> all() const { return all_; }

  using Commands = std::variant<lesson::Open, lesson::GoTo, lesson::Leave>;
  Status apply(const lesson::Open& c, const Session&);
  Status apply(const lesson::GoTo& c, const Session&);
  Status apply(const lesson::Leave& c, const Session&);

  /// The set-up to carry out now, once for every time a step begins.
  std::optional<LessonSetup> take_setup() {
    if (!open_ || !std::exchange(setup_is_due_, false)) return {};
    return current().setup;
  }
  /// Tests the goal on a traced frame. The step is done when the goal is fulfilled while no sprite
  /// or widget is held. `now` is in s.
  void look(const LessonFacts& facts, double now);

  const Lesson* open() const { return open_ ? &all_[*open_] : nullptr; }
  std::size_t step() const { return step_; }
  const LessonStep& current() const { return all_[*open_].steps[step_]; }
  /// Whether the goal of a step was reached; a done step stays done.
  bool is_done(std::size_t step) const { return step < done_.size() && done_[step]; }
  /// Whether the goal was reached since the current step last began.
  bool is_reached() const { return is_reached_; }
  /// Whether a drag on empty ground launches a sprite.
  bool may_launch() const { return !open_ || current().setup.launch; }
  /// One standing per clause of the goal, of its first condition; at the end one for a change that
  /// the goal does not name.
  std::span<const Standing> standings() const { return standings_; }
  /// Whether 20 s have passed since the step began without success, and there is a hint.
  bool hint_is_due(double now) const {
    constexpr double kPatience = 20;  // s
    return open_ && begun_ && !is_reached_ && now - *begun_ > kPatience &&
           !current().hint.in(Language::english).empty();
  }

  /// Ids of the lessons that were finished at least once.
  const std::set<std::string>& finished() const { return finished_; }
  void set_finished(std::set<std::string> ids) { finished_ = std::move(ids); }

 private:
  void begin(std::size_t step);
  void leave();

  std::vector<Lesson> all_;
  std::uint64_t loads_ = 0;
  std::optional<std::size_t> open_;
  std::size_t step_ = 0;
  std::vector<bool> done_;  // [steps of the open lesson]
  bool was_open_ = false;   // the goal was unfulfilled at least once since the step began
  bool is_reached_ = false;
  bool setup_is_due_ = false;
  std::optional<double> begun_;  // time of the first frame of the step, s
  std::optional<LessonStart> start_;
  std::vector<Standing> standings_;
  std::set<std::string> finished_;
};

}  // namespace phasebox
