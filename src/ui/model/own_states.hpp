// SPDX-License-Identifier: MIT
// The store of what each tool and panel keeps for itself from frame to frame.
#pragma once
#include <any>
#include <deque>

namespace phasebox::ui {

/// Holds one state of each type that a tool or a panel has asked for, so that a new tool declares
/// its state in its own file and adds no line here. Two that ask for the same type share one state,
/// so each asks for a type that no other asks for. States last as long as the window: opening a
/// scene resets none of them.
class OwnStates {
 public:
  /// Returns the state of that type, which is made when it is first asked for. The reference stays
  /// valid.
  template <class State>
  State& own() {
    for (std::any& state : states_)
      if (State* found = std::any_cast<State>(&state)) return *found;
    return states_.emplace_back().emplace<State>();
  }

 private:
  std::deque<std::any> states_;
};

}  // namespace phasebox::ui
