// SPDX-License-Identifier: MIT
// A user who takes lessons without a window: set-ups, canned solutions, and what came of them.
#pragma once
#include <string>
#include <vector>

#include "lab/lessons/lessons.hpp"

namespace phasebox::test {

/// The lessons of the program; fails the test when they cannot be read.
std::vector<Lesson> all_lessons();

/// What solves a step: commands, then steps of the simulation.
struct Solution {
  std::vector<Command> commands;
  int steps = 0;
  std::string tool = {};  ///< that is open
};

/// What solves every step of a lesson, by its id; empty for an unknown one.
std::vector<Solution> solutions_of(const std::string& lesson);

/// A session with the overlays that set-ups switch, kept up to date as the window does it.
class Player {
 public:
  Player();
  /// Fails the test when the set-up is refused.
  void set_up(const LessonSetup& setup);
  /// Fails the test when one of them is refused; detects and traces afterward.
  void play(const std::vector<Command>& commands);
  void solve(const Solution& solution);
  LessonFacts facts() const;
  const Counters& counters() const { return counters_; }
  Session& session() { return session_; }
  /// How every condition of a goal stands, for messages.
  std::string describe(const Goal& goal) const;

 private:
  struct Overlays {
    bool boxes = false, boundaries = false, candidates = false, sweep_line = false, ids = false;
    enum class Tint : std::uint8_t { none, category, group } tint = Tint::none;
  };
  ParamGroup view() const;
  void look();

  Session session_;
  Overlays overlays_;
  EventLog trace_{65'536};
  Counters counters_;
  std::string tool_;
};

}  // namespace phasebox::test
