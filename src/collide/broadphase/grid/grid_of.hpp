// SPDX-License-Identifier: MIT
// What the sector methods share: the run, the size of cells, and what to say about them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collide/broadphase.hpp"
#include "collide/broadphase/grid/multi_level_grid.hpp"
#include "collide/broadphase/grid/size_histogram.hpp"
#include "collide/broadphase/kernels/static_split.hpp"

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

/// Base of the algorithms whose grids are made again for each frame; where at least half of the
/// sprites are static, those of the static ones only when one of them changes. Then the moving
/// sprites are compared with each other and with the static ones; two static ones never meet.
///
/// `Self` adds its grids:
/// `void add_grids(MultiLevelGrid&, const SizeHistogram&, std::size_t boxes) const`; it may say
/// what kept it from the cells asked for: `void add_limit(const MultiLevelGrid&,
/// std::vector<Remark>&)`.
template <class Self, class P, const auto& Rows>
class GridOf : public BroadphaseOf<Self, P, Rows> {
 public:
  template <class T>
  void run(const Frame& frame, PairSink& out, T& trace) {
    const bool are_others = split_.update(frame), is_split = split_.is_split();
    if (is_split && are_others) build(kept_, frame, split_.static_boxes(), split_.statics());
    if (is_split)
      build(grid_, frame, split_.moving_boxes(), split_.moving());
    else
      build(grid_, frame, frame.boxes, {});
    if (is_split) grid_.number_cells_from(static_cast<std::uint32_t>(kept_.size()));
    const Frame seen = is_split ? without_flags(frame) : frame;
    grid_.find_pairs(seen, is_split ? &kept_ : nullptr, out, trace);
    is_reset_ = false;
  }

  void reset(const Frame& frame) final {
    split_.forget();
    is_reset_ = true;
    kept_ = {};
    if (frame.is_static.empty()) return;
    split_.make_room(frame.size()), kept_.begin(0, frame.size());
  }

  void query(const Frame& frame, const Aabb& box, Sink<SpriteId>& out, Recorder* log) final {
    grid_.query(frame, box, out, log);
    if (split_.is_split()) kept_.query(frame, box, out, log);
  }

  bool query_along(const Frame& frame, const SegmentBand& band, Sink<SpriteId>& out) final {
    grid_.query_along(frame, band, out);
    if (split_.is_split()) kept_.query_along(frame, band, out);
    return true;
  }

  void remark(const Frame& frame, std::vector<Remark>& out) const final {
    const std::size_t kept = split_.is_split() ? kept_.size() : 0;
    if (grid_.size() + kept != frame.size() || frame.size() < 2) return;
    split_.remark(out);
    if (grid_.size() == 0) return;
    add_remarks(grid_, out);
    if constexpr (requires(const Self& self) { self.add_limit(grid_, out); })
      static_cast<const Self&>(*this).add_limit(grid_, out);
  }

 private:
  void build(MultiLevelGrid& grid, const Frame& frame, std::span<const Aabb> boxes,
             std::span<const SpriteId> ids) const {
    const SizeHistogram histogram(boxes);
    grid.begin(boxes.size(), frame.size());
    static_cast<const Self&>(*this).add_grids(grid, histogram, boxes.size());
    // Not in `reset`: it would give back, and take again, what cells of the same size need.
    if (is_reset_) grid.trim();
    grid.build(frame, boxes, ids, histogram.bounds());
    grid.number_cells_from(0);
  }

  MultiLevelGrid grid_;  // of all sprites, or of those that move
  MultiLevelGrid kept_;  // of static sprites, where these are apart
  StaticSplit split_{2};
  bool is_reset_ = false;  // since the last frame
};

}  // namespace phasebox
