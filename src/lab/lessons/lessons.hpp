// SPDX-License-Identifier: MIT
// Which lesson and step are open, what the user has reached, and the list of all lessons.
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

/// The session's state when a step began, to find out what the user has changed since.
struct LessonStart {
  SceneDocument begun;                              ///< scene, sprites and settings at that time
  std::uint64_t steps;                              ///< Session::steps at that time
  std::vector<std::pair<std::string, bool>> rules;  ///< rules_of() at that time

  /// Names, in the panel's words, the first thing found that was changed although the goal does not
  /// name it: scene, algorithm, number of sprites, a rule, or a parameter; empty when nothing. A
  /// sprite that the user moved counts only if the goal asks for settings, algorithms, steps, a
  /// number of sprites or the box of another one, since other goals may ask to move any sprite.
  Sentence other_change(const Session&, const Goal&) const;
};

namespace lesson {
/// Opens the lesson of this id at a step, from 0, or at its first one. Without a step it does
/// nothing if the lesson is open already.
struct Open {
  std::string id;
  std::optional<std::size_t> step = {};
};
/// Goes to a step of the open lesson: one up to that at which it was opened, the current one, or
/// one whose predecessor is done. Going to the current step sets it up again.
struct GoTo {
  std::size_t step;  ///< from 0
};
/// Closes the open lesson.
struct Leave {};
}  // namespace lesson

/// Keeps which lesson and step are open and which steps are done. Its owner, the window, carries
/// out the set-ups (`take_setup`) and passes traced frames to `look`. Costs nothing without an open
/// lesson.
class Lessons {
 public:
  /// Replaces the list; `all` is in teaching order. No lesson may be open.
  void load(std::vector<Lesson> all) {
    all_ = std::move(all);
    ++loads_;
  }
  /// Appends a lesson, or replaces the one with the same id, which is closed first if it is open.
  void add(Lesson lesson);
  /// How often the list was changed so far, so that readers know when theirs is stale.
  std::uint64_t loads() const { return loads_; }
  std::span<const Lesson> all() const { return all_; }

  using Commands = std::variant<lesson::Open, lesson::GoTo, lesson::Leave>;
  Status apply(const lesson::Open& c, const Session&);
  Status apply(const lesson::GoTo& c, const Session&);
  Status apply(const lesson::Leave& c, const Session&);

  /// The set-up to carry out now. Each time a step begins, it is given once; else none is.
  std::optional<LessonSetup> take_setup() {
    if (!open_ || !std::exchange(setup_is_due_, false)) return {};
    return current().setup;
  }
  /// Tests the goal on a traced frame. The step is done once the goal, which was not fulfilled at
  /// first, is fulfilled, nothing else is changed, and no sprite or widget is held. It then stays
  /// done whatever follows. `now` is in s.
  void look(const LessonFacts& facts, double now);

  /// The open lesson, or null.
  const Lesson* open() const { return open_ ? &all_[*open_] : nullptr; }
  std::size_t step() const { return step_; }
  /// The current step of the open lesson; there must be one.
  const LessonStep& current() const { return all_[*open_].steps[step_]; }
  /// Whether the goal of the step of this index was reached since the lesson was opened.
  bool is_done(std::size_t step) const { return step < done_.size() && done_[step]; }
  /// Whether the goal was reached since the current step last began.
  bool is_reached() const { return is_reached_; }
  /// Whether a drag on empty ground launches a sprite: as the step says, always without a lesson.
  bool may_launch() const { return !open_ || current().setup.launch; }
  /// For each clause of the goal, the standing of its first condition in the last frame; at the
  /// end, if there is one, a change that the goal does not name.
  std::span<const Standing> standings() const { return standings_; }
  /// Whether the step has a hint and its goal was not reached within 20 s. `now` is in s.
  bool hint_is_due(double now) const {
    constexpr double kPatience = 20;  // s
    return open_ && begun_ && !is_reached_ && now - *begun_ > kPatience &&
           !current().hint.in(Language::english).empty();
  }

  /// Ids of the lessons of which all steps were done, now or in earlier sessions (`set_finished`).
  const std::set<std::string>& finished() const { return finished_; }
  void set_finished(std::set<std::string> ids) { finished_ = std::move(ids); }

 private:
  void begin(std::size_t step);
  void leave();

  std::vector<Lesson> all_;
  std::uint64_t loads_ = 0;
  std::optional<std::size_t> open_;
  std::size_t step_ = 0, opened_at_ = 0;
  std::vector<bool> done_;  // [steps of the open lesson] whether the goal was reached
  bool was_open_ = false;   // whether the goal was not fulfilled in some frame of the step
  bool is_reached_ = false;
  bool setup_is_due_ = false;
  std::optional<double> begun_;  // time of the first frame of the step, s
  std::optional<LessonStart> start_;
  std::vector<Standing> standings_;
  std::set<std::string> finished_;
};

}  // namespace phasebox
