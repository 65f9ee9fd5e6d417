// SPDX-License-Identifier: MIT
// RDC and sort and sweep along three axes instead of two, on the boxes of one frame. Sources: Brown
// CS course notes on collision detection (three sorted lists); S. Rabin, "Recursive Dimensional
// Clustering", Game Programming Gems 2, 2001, section 2.7.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/box3.hpp"
#include "base/sentence.hpp"
#include "collide/sink.hpp"
#include "session/session.hpp"

namespace phasebox {

/// A final group of RDC: the box around its members, and their ids in no particular order.
struct SpaceGroup {
  Box3 box;
  std::vector<SpriteId> members;
};

/// The pairs that an algorithm has found, each once, and how many pairs it has compared.
struct SpacePairs {
  std::uint64_t tests = 0;
  std::vector<Pair> pairs{};
};

/// RDC along the first `axes` axes, 2 or 3, in turn. A pass splits a group wherever no box is open;
/// boxes that only touch part. A group is final when it has at most `group_size` members, or when
/// as many passes in a row as there are axes do not split it. The pass that made a group counts for
/// its own axis. O(n log n) per level for n boxes; at worst n levels.
std::vector<SpaceGroup> rdc_groups(std::span<const Box3>, std::size_t axes, std::size_t group_size);
/// Compares each two members of a group, by brute force as the article has it, along the first
/// `axes` axes.
SpacePairs pairs_in_groups(std::span<const Box3>, std::span<const SpaceGroup>, std::size_t axes);
/// Sorts the boxes along one axis and sweeps them. It compares the pairs that interfere, which are
/// those that overlap on this axis, along all three.
SpacePairs sweep_pairs(std::span<const Box3>, std::size_t axis);

/// The counts of both algorithms on one frame.
struct ThreeAxes {
  std::vector<SpaceGroup> groups;                 ///< of RDC along x, y and z
  std::uint64_t tests = 0;                        ///< in these groups
  std::uint64_t flat_groups = 0, flat_tests = 0;  ///< of RDC along x and y
  std::array<std::uint64_t, 3> interfering{};     ///< pairs that overlap on x, y and z alone
  std::uint64_t pairs = 0, flat_pairs = 0;  ///< that overlap on all three axes, and on x and y

  /// The axis with the fewest interfering pairs; the first one of equals.
  std::size_t best() const;
};
/// Runs both on the boxes, without the rules of the session; RDC with its group size. Nothing for
/// more than kMaxThreeAxes boxes, of which all pairs may have to be compared five times.
std::optional<ThreeAxes> three_axes(std::span<const Box3>, const Session&);
inline constexpr std::size_t kMaxThreeAxes = 2'000;

/// The counts in a few sentences; for too many boxes, that they are not counted.
Sentence three_axes_text(const std::optional<ThreeAxes>&);

}  // namespace phasebox
