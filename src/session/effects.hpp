// SPDX-License-Identifier: MIT
// What each command does to a session: one table, which every question about commands reads.
#pragma once
#include "session/command.hpp"

namespace phasebox {

/// All false: a command that is neither of these.
struct Effects {
  bool edits_sprites = false;  ///< changes sprites one by one: refused while a recording plays
  bool is_saved = false;       ///< ... and a scene file would hold the change
  bool repopulates = false;    ///< another population takes the place of this one
  bool renumbers = false;      ///< a sprite's number may mean another sprite afterwards, or none
  bool only_looks = false;     ///< every sprite stays as it is, now and in the frames to come
  bool keeps_times = false;    ///< times and counters remain those of what runs
  bool may_add_pairs = false;  ///< there may be more pairs than before

  bool operator==(const Effects&) const = default;
};

Effects effects_of(const Command& command);

}  // namespace phasebox
