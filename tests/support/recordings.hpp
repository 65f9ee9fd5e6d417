// SPDX-License-Identifier: MIT
// Box recordings as games would write them: made by code, the same for a seed on every platform.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "collide/box_recording.hpp"

namespace phasebox::test {

/// Boxes that jitter in their places for the first 32 % of the frames, then fly about.
BoxRecording quiet_then_fast(std::uint64_t seed = 1, std::size_t frames = 1000,
                             std::size_t objects = 800);

/// A menu of 20 resting boxes for the first 40 % of the frames, then a game of boxes that move.
BoxRecording menu_then_game(std::uint64_t seed = 1, std::size_t frames = 1000,
                            std::size_t objects = 1500);

/// A turning square container, filled box by box from none to `objects`; ids 0 to 3 are its walls.
BoxRecording growing_tumbler(std::uint64_t seed = 1, std::size_t frames = 1000,
                             std::size_t objects = 2000);

/// Two sides of ships that fire: missiles come and go in every frame. By their categories and masks
/// missiles hit the ships of the other side alone; ids 0 to 3 are static walls.
BoxRecording shooter(std::uint64_t seed = 1, std::size_t frames = 600, std::size_t ships = 200);

/// Boxes that fall between static walls onto a static ground (ids 0 to 2), pile up, and all rest in
/// the last third of the frames.
BoxRecording settling_piles(std::uint64_t seed = 1, std::size_t frames = 900,
                            std::size_t objects = 800);

/// A square lattice at rest for the first 80 % of the frames, then all boxes fly apart.
BoxRecording exploding_lattice(std::uint64_t seed = 1, std::size_t frames = 600,
                               std::size_t objects = 2500);

/// The recording as the text of a CSV file, with all columns and the unit that it has.
std::string csv_text(const BoxRecording& trace);

}  // namespace phasebox::test
