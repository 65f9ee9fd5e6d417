// SPDX-License-Identifier: MIT
// The state that the tool "Race" keeps from frame to frame.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lab/race/race_ranking.hpp"

namespace phasebox::ui {

/// The user's choice of how the ranking and its details are shown.
struct RaceView {
  std::optional<std::size_t> runner;  ///< index of the contestant whose parameters are shown
  bool scrolls_to_runner = false;     ///< the parameters scroll into sight when they are drawn next
  std::optional<std::size_t> removable;  ///< contestant whose row showed "×" in the last frame
  bool by_tests = false;                 ///< ranked by box tests, not by time
  LastReason reason{};                   ///< why the first one wins, as it is shown

  /// The place at which a contestant's row is drawn while it glides to its rank.
  struct Place {
    float at = 0, rank = 0, speed = 0;  ///< rows; rows; rows/s
  };
  std::vector<Place> places{};  ///< [contestants]

  /// The race that the button *Circles against RDC* has replaced, so that undo of its change of the
  /// narrowphase brings it back, and redo the other one.
  struct Replaced {
    std::uint64_t change;  ///< Change::number
    std::vector<Contestant> contestants;
    bool with_narrowphase;
    bool is_undone = false;  ///< the change is undone, and the other race is kept here
  };
  std::optional<Replaced> replaced{};
};

}  // namespace phasebox::ui
