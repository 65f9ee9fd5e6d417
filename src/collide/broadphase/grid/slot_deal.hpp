// SPDX-License-Identifier: MIT
// A counting sort of boxes by slot in two steps, for tables that no cache holds and for several
// threads.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/geometry.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"

namespace phasebox {

/// Where sorted boxes go.
struct SlotTable {
  BoxColumns& boxes;                     ///< in the order of slots
  std::span<std::uint32_t> slot_of_box;  ///< [box of that order]
  std::span<std::uint32_t> starts;       ///< [slots + 2], where each slot's boxes begin
};

/// Deals boxes out to stretches of the table, a thousand of them, and then sorts those one by one.
/// Boxes are read as they come, and what is read or written in any order is what a cache holds; a
/// counting sort at once would fetch a line of memory for nearly every box, three times. Threads
/// share the stretches, and none writes where another one does. Boxes of a slot keep their order,
/// so the result is that of one step, whatever the number of threads.
///
/// Cost: O(n + slots), wakes threads three times. Keeps 28 bytes per box.
class SlotDeal {
 public:
  /// Whether two steps take less time than one: smaller tables lie in the caches.
  static bool is_worth(std::size_t n) { return n >= kManyBoxes; }

  void reserve(std::size_t n) { dealt_.reserve(n), order_.reserve(n); }
  /// Sorts `boxes[k]`, which are in slot `slots[k]` and those of sprite `ids[k]`, or k without
  /// `ids`. Allocates when there are more boxes or parts than ever.
  void sort(std::span<const Aabb> boxes, std::span<const SpriteId> ids,
            std::span<const std::uint32_t> slots, unsigned parts, const SlotTable& to);

 private:
  static constexpr std::size_t kManyBoxes = 1u << 18;
  static constexpr unsigned kStretchBits = 10;
  static constexpr std::size_t kStretches = 1u << kStretchBits;

  struct PlacedBox {
    Aabb box;
    std::uint32_t slot;
    SpriteId id;
  };

  std::size_t stretch_of(std::uint32_t slot) const { return slot >> shift_; }
  void count(std::span<const std::uint32_t> slots, unsigned parts);
  void start_from_counts(unsigned parts);
  void deal(std::span<const Aabb> boxes, std::span<const SpriteId> ids,
            std::span<const std::uint32_t> slots, unsigned parts);
  void sort_part(unsigned parts, unsigned part, const SlotTable& to);
  void sort_stretch(std::size_t stretch, std::uint32_t* order, const SlotTable& to) const;

  unsigned shift_ = 0;  // from a slot to its stretch
  std::vector<PlacedBox> dealt_;
  std::vector<std::uint32_t> order_;   // of the stretch that each part sorts
  std::vector<std::uint32_t> counts_;  // [part][stretch], then where the part's next box goes
  std::vector<std::uint32_t> begins_;  // [stretch + 1]
};

}  // namespace phasebox
