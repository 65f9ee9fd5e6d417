// SPDX-License-Identifier: MIT
// Compares each frame of a recording with the one before.
#include "io/boxes/box_motion.hpp"

#include <algorithm>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// Returns the number of frames that repeat the one before; 0 where they are few. A longer row of
// equal frames is a pause of the game.
std::size_t repeated_frames(const BoxRecording& r) {
  constexpr std::size_t kLongestRow = 3, kFewest = 4, kOneIn = 10;
  const auto repeats = [&](std::size_t f) {
    return f < r.size() && std::ranges::equal(r.ids_of(f), r.ids_of(f - 1)) &&
           std::ranges::equal(r.boxes_of(f), r.boxes_of(f - 1));
  };
  std::size_t all = 0, row = 0;
  for (std::size_t f = 1; f <= r.size(); ++f) {
    if (repeats(f)) {
      ++row;
      continue;
    }
    if (row <= kLongestRow) all += row;
    row = 0;
  }
  return all < kFewest || all * kOneIn < r.size() ? 0 : all;
}

}  // namespace

std::vector<Sentence> motion_notes(const BoxRecording& recording) {
  std::vector<Sentence> notes;
  if (const std::size_t n = repeated_frames(recording); n > 0)
    notes.push_back(
        say("{} of {} repeat the one before, which makes boxes look at rest; record once per step "
            "of the physics",
            grouped(n), counted(recording.size(), "frame")));
  if (const auto shifts = origin_shifts(recording); !shifts.empty())
    notes.push_back(
        say("all boxes jump by one vector after {} (the first is {}), as where the origin is "
            "shifted; they are not swept there",
            counted(shifts.size(), "frame"), recording.frames[shifts[0]]));
  return notes;
}

}  // namespace phasebox
