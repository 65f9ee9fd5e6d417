// SPDX-License-Identifier: MIT
// How the boxes of a workload move: as the scene moves them, or in ways that are hard for what is
// kept between frames.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "bench/recording.hpp"

namespace phasebox {

class Session;

/// Ways to move the boxes of any scene.
enum class Motion : std::uint8_t {
  normal,    ///< as the scene moves them
  fast,      ///< ten times as fast: every tenth step of the scene
  teleport,  ///< as normal, but in each frame one box in a hundred jumps to a random place
  jitter,    ///< each box has a new random velocity of up to 2 px per axis in every frame
  resting,   ///< 19 boxes in 20 never move, the others as normal
  statics,   ///< the same, and those that never move are flagged static
  still,     ///< nothing moves
};

struct MotionEntry {
  Motion motion;
  std::string_view id, summary;  ///< as typed; one sentence
};

/// All motions, `normal` first.
std::span<const MotionEntry> motions();

/// The session's boxes as it stands, then of `frames - 1` further frames in the given motion; the
/// session moves. Boxes that are moved here stay in the field with their centers. The same session
/// gives the same boxes on every machine. O(frames · boxes), allocates.
Recording record(Session&, std::size_t frames, Motion motion);

}  // namespace phasebox
