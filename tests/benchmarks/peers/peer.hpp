// SPDX-License-Identifier: MIT
// What the adapters of other libraries share: each is a broadphase like ours, without parameters.
#pragma once
#include <array>
#include <span>

#include "collide/broadphase.hpp"

namespace phasebox::peers {

struct NoParams {};
inline constexpr std::array<Param, 0> kNoRows{};

/// An adapter with a body `template <class T> void run(const Frame&, PairSink&, T&)`; it traces
/// nothing. Converting into the library's own format, its update, its emission and the filter down
/// to the exact pairs are all in the body, and so in the clock.
template <class Self>
using Peer = BroadphaseOf<Self, NoParams, kNoRows>;

/// The filter: libraries find the pairs of wider boxes, or those that only touch.
inline void emit_exact(const Frame& f, SpriteId i, SpriteId j, PairSink& out) {
  if (overlaps(f.boxes[i], f.boxes[j]) && eligible(f, i, j)) out.emit(i, j);
}

/// All adapters.
std::span<const BroadphaseEntry* const> all();

}  // namespace phasebox::peers
