// SPDX-License-Identifier: MIT
// What the sector methods share: the run, the size of cells, and what to say about them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/broadphase/grid/multi_level_grid.hpp"
#include "collide/broadphase/grid/size_histogram.hpp"

namespace phasebox {

/// A size of cell, in px, and how many further cells a box may span.
struct CellChoice {
  float cell;
  std::uint32_t reach;
};

/// `wanted` px, with the reach that keeps most boxes in the grid, at most `max_reach`; 0: the best
/// for these boxes.
CellChoice choose_cell(float wanted, const SizeHistogram& histogram,
                       std::uint32_t max_reach = MultiLevelGrid::kMaxWrappedReach);

/// Of a table: "4.1 MB", "48 kB".
std::string memory_text(std::size_t bytes);

/// One sentence with the cells in use, the boxes too large for them and the memory of the table; a
/// warning if most boxes share a cell or are too large for one.
void add_remarks(const MultiLevelGrid& stack, std::vector<Remark>& out);

/// Base of the algorithms whose grids are made again for each frame. `Self` adds its grids:
/// `void add_grids(MultiLevelGrid&, const SizeHistogram&, std::size_t boxes) const`; it may say
/// what kept it from the cells asked for: `void add_limit(const MultiLevelGrid&,
/// std::vector<Remark>&)`.
template <class Self, class P, const auto& Rows>
class GridOf : public BroadphaseOf<Self, P, Rows> {
 public:
  template <class T>
  void run(const Frame& frame, PairSink& out, T& trace) {
    const SizeHistogram histogram(frame.boxes);
    grid_.begin(frame.size());
    static_cast<const Self&>(*this).add_grids(grid_, histogram, frame.size());
    grid_.build(frame, histogram.bounds());
    grid_.find_pairs(frame, out, trace);
  }

  void reset(const Frame& frame) final { grid_.trim(frame.size()); }

  void query(const Frame&, const Aabb& box, Sink<SpriteId>& out, Recorder* log) final {
    grid_.query(box, out, log);
  }

  void remark(const Frame& frame, std::vector<Remark>& out) const final {
    if (grid_.size() != frame.size() || frame.size() < 2) return;
    add_remarks(grid_, out);
    if constexpr (requires(const Self& self) { self.add_limit(grid_, out); })
      static_cast<const Self&>(*this).add_limit(grid_, out);
  }

 private:
  MultiLevelGrid grid_;
};

}  // namespace phasebox
