// SPDX-License-Identifier: MIT
// Which bodies contacts join, directly or through others.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace phasebox {

/// Sets of bodies that are joined two by two (union-find, R. Tarjan, "Efficiency of a good but not
/// linear set union algorithm", 1975). Cost: O(1) per call, nearly; allocates only while it grows.
class Islands {
 public:
  /// Each of so many bodies by itself.
  void begin(std::size_t bodies);
  /// The body that stands for the island of `body`: the one with the least number.
  std::uint32_t of(std::uint32_t body);
  void join(std::uint32_t a, std::uint32_t b);

 private:
  std::vector<std::uint32_t> parent_;  // [body] towards the one that stands for the island
};

/// Things in the order of their islands.
class IslandOrder {
 public:
  /// `body[k]` is one that belongs to thing k. Islands come in the order of their first things,
  /// things of one island in their own. O(bodies + things).
  void sort(Islands& islands, std::size_t bodies, std::span<const std::uint32_t> body);
  /// Things of all islands, one island after the other.
  std::span<const std::uint32_t> things() const { return things_; }
  /// Where in `things()` each island begins, and the last one ends; [islands + 1].
  std::span<const std::uint32_t> begins() const { return begins_; }

 private:
  std::vector<std::uint32_t> number_;  // [body that stands for an island]
  std::vector<std::uint32_t> begins_, things_;
};

}  // namespace phasebox
