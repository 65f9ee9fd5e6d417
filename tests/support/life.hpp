// SPDX-License-Identifier: MIT
// Lives of worlds: frames in which everything happens that may happen between two frames.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "collide/broadphase.hpp"
#include "support/checks.hpp"
#include "support/worlds.hpp"

namespace phasebox::test {

/// One frame, with what came before it and the right answers.
struct Moment {
  BoxWorld world;
  std::vector<Edit> edits;  ///< since the moment before
  bool is_reset = false;    ///< another world has begun
  std::string event;        ///< "teleports", for messages
  std::vector<Pair> exact;
  Aabb question;                ///< for query
  std::vector<SpriteId> found;  ///< its answer
};

/// What happens to the sprites: each kind is a list of moments of its own, so that a fault is named
/// by the kind that shows it.
enum class Happening : std::uint8_t { motion, births, teleports, flags, everything, count_ };
std::string_view name_of(Happening happening);

/// `frames` moments with about `sprites` sprites. Pauses (a frame again, unchanged) are part of
/// every kind. Sprites change from static to moving and back, and their filters change, in `flags`.
std::vector<Moment> live(Happening happening, std::size_t sprites, int frames, std::uint64_t seed);

/// One instance goes through all moments; only the first wrong answer is reported.
Violations check_life(const Subject& subject, const std::vector<Moment>& life);

}  // namespace phasebox::test
