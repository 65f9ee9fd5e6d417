// SPDX-License-Identifier: MIT
// The base of the three grids (sector methods): the search of a frame, queries and remarks.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collide/broadphase/grid/grid_plan.hpp"
#include "collide/broadphase/grid/multi_level_grid.hpp"
#include "collide/broadphase/grid/size_sample.hpp"
#include "collide/broadphase/kernels/small_frame.hpp"
#include "collide/broadphase/kernels/static_split.hpp"
#include "collide/broadphase/sweep/delimiter_sort.hpp"
#include "collide/broadphase/sweep/length_rows.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"

namespace phasebox {

/// Returns the level of a method that has one grid. With `cell_size` 0 it has the best cell of the
/// sample, else square cells of that side, px. Those keep the boxes that the best cell would: their
/// reach is as large as that takes, at most `max_reach`.
GridPlan::Level only_level(float cell_size, const SizeSample& sample, std::uint32_t max_reach);

/// Writes an amount of memory for the user, such as "4.1 MB" or "48 kB".
Sentence memory_text(std::size_t bytes);

/// Appends a remark about cells, boxes too large and memory, and a warning if most sprites share a
/// cell or are too large for one.
void add_remarks(const MultiLevelGrid& grid, std::vector<Remark>& out);

// The broadphase that the grids below use for frames in which their cells are too crowded.
extern const BroadphaseEntry interval_tree_entry;

/// Base of the algorithms whose grids are built again for each frame. Where at least half of the
/// sprites are static, these have grids of their own, built again only when one of them changes.
/// Then the moving sprites are compared with each other and with the static ones; two static ones
/// are never compared.
///
/// **The bound.** With automatic cells, a frame of n boxes and k overlapping pairs takes O((n + k)
/// log n), whatever the boxes. A search ends when it has compared more than `kMaxTests` times n + k
/// boxes, which is O(n + k), and grids are planned again. If the search by a new plan ends so too,
/// the broadphase `Rescue`, which must have that bound, finds the pairs, and the grids are not
/// tried for some frames. The first frame that is rescued allocates. So does the first frame that
/// is swept, where `Self` has `choose_sweep`. A sweep ends after `kMaxTests` comparisons per box;
/// then grids are planned.
///
/// `Self` plans and adds its grids with these members:
/// `void plan(const SizeSample&, GridPlan&) const`,
/// `void add_grids(MultiLevelGrid&, const GridPlan&, std::span<const Aabb> boxes, const Aabb&
/// bounds) const`,
/// `bool is_automatic() const`. It may have `void add_limit(const MultiLevelGrid&,
/// std::vector<Remark>&) const`, which remarks what kept it from the cells asked for, and
/// `add_large` and `choose_sweep` (see `HierarchicalGrid`).
template <class Self, class P, const auto& Rows, const BroadphaseEntry& Rescue>
class GridOf : public BroadphaseOf<Self, P, Rows> {
 public:
  /// A search ends after more than this many comparisons per box and overlapping pair.
  static constexpr std::uint64_t kMaxTests = 2048;

  template <class T>
  void run(const Frame& frame, PairSink& out, T& trace) {
    const bool are_others = split_.update(frame), is_split = split_.is_split();
    if (is_split && are_others) {
      build(kept_, frame, split_.static_boxes(), split_.statics());
      kept_.plan.note(0);
    }
    search(frame, out, trace);
    is_reset_ = false;
  }

  void reset(const Frame& frame) final {
    split_.forget();
    is_reset_ = true;
    is_swept_ = false;
    moving_.plan = {};
    kept_ = {};
    pause_ = 0;
    next_pause_ = 1;
    if (frame.is_static.empty()) return;
    split_.make_room(frame.size());
    kept_.grid.begin(0, frame.size());
  }
  /// Does nothing: the next frame builds its grids again, by the same plan if that still serves the
  /// number of boxes.
  void edit(const Frame&, std::span<const Edit>) final {}

  void query(const Frame& frame, const Aabb& box, Sink<SpriteId>& out, Recorder* log) final {
    is_asked_ = true;
    if (is_swept_) return swept_.of(frame, moving_.plan.swept).query(box, out, log);
    grid().query(frame, box, out, log);
    if (split_.is_split()) kept_.grid.query(frame, box, out, log);
  }

  bool query_along(const Frame&, const SegmentBand& band, Sink<SpriteId>& out) final {
    is_asked_ = true;
    if (is_swept_) return false;
    grid().query_along(band, out);
    if (split_.is_split()) kept_.grid.query_along(band, out);
    return true;
  }

  void remark(const Frame& frame, std::vector<Remark>& out) const final {
    if (is_swept_) {
      out.push_back({false, "The boxes are swept along one axis: grids take longer."});
      return;
    }
    const MultiLevelGrid& grid = moving_.grid;
    const std::size_t kept = split_.is_split() ? kept_.grid.size() : 0;
    if (grid.size() + kept != frame.size() || frame.size() < 2) return;
    split_.remark(out);
    if (grid.size() == 0) return;
    add_remarks(grid, out);
    if constexpr (requires(const Self& self) { self.add_limit(grid, out); })
      self().add_limit(grid, out);
  }

 private:
  static constexpr std::uint32_t kMaxPause = 64;  // the most frames that are rescued at a time
  static constexpr std::uint64_t kNoBound = std::uint64_t{1} << 62;

  struct Planned {
    MultiLevelGrid grid;
    GridPlan plan;
  };

  const Self& self() const { return static_cast<const Self&>(*this); }
  MultiLevelGrid& grid() { return moving_.grid; }

  void build(Planned& to, const Frame& frame, std::span<const Aabb> boxes,
             std::span<const SpriteId> ids, std::uint32_t first_cell = 0) const {
    const Aabb bounds = bounds_of(boxes);
    if (is_reset_ || !to.plan.serves(boxes.size())) {
      to.plan = {};
      to.plan.begin(boxes.size());
      self().plan(SizeSample(boxes, bounds), to.plan);
    }
    to.grid.begin(boxes.size(), frame.size());
    self().add_grids(to.grid, to.plan, boxes, bounds);
    // `reset` does not trim: it would free memory that cells of the same size need again.
    if (is_reset_) to.grid.trim();
    to.grid.build(frame, boxes, ids, bounds, first_cell);
    if (to.plan.has_outgrown(to.grid.boxes_in_catch_all())) {
      to.plan = {};
      return build(to, frame, boxes, ids, first_cell);
    }
    if constexpr (requires(const Self& self) { self.add_large(to.plan, Vec2(), 0.0); }) {
      const double large = to.grid.boxes_in_catch_all() - 2 * to.plan.in_catch_all;
      if (to.plan.is_new() && large > 0 && 16 * large < to.plan.boxes())
        self().add_large(to.plan, to.grid.largest(), large);
    }
  }

  void build_moving(const Frame& frame) {
    if (!split_.is_split()) return build(moving_, frame, frame.boxes, {});
    build(moving_, frame, split_.moving_boxes(), split_.moving(),
          static_cast<std::uint32_t>(kept_.grid.size()));
  }

  template <class T>
  void search(const Frame& frame, PairSink& out, T& trace) {
    // The frame after one that was queried is not swept, as more queries are likely: grids answer
    // them without a further structure.
    const bool was_asked = std::exchange(is_asked_, false);
    is_swept_ = !T::on && !was_asked && !split_.is_split() && moving_.plan.swept &&
                moving_.plan.serves(frame.size());
    if (is_swept_ && sweep(frame, out)) return;
    build_moving(frame);
    if (pause_ > 0) {
      --pause_;
      return rescue(frame, out, trace);
    }
    const bool is_split = split_.is_split(), is_new = moving_.plan.is_new();
    const Frame seen = is_split ? without_flags(frame) : frame;
    const MultiLevelGrid* const kept = is_split ? &kept_.grid : nullptr;
    const std::size_t before = out.size();
    const auto work =
        grid().find_pairs(seen, kept, out, self().is_automatic() ? kMaxTests : kNoBound, is_new);
    if (is_stopped(frame)) return;
    moving_.plan.note(work.tests);
    if (work.is_over || T::on) {
      out.clear();
      out.commit(before);
    }
    if (work.is_over) {
      moving_.plan = {};
      if constexpr (T::on) trace.tally(EventKind::test, work.tests);
      if (!is_new) return search(frame, out, trace);
      pause_ = std::exchange(next_pause_, std::min(4 * next_pause_, kMaxPause)) - 1;
      return rescue(frame, out, trace);
    }
    next_pause_ = 1;
    if constexpr (T::on) grid().find_pairs(seen, kept, out, trace);
    if constexpr (requires { &Self::choose_sweep; })
      if (is_new && !is_split)
        self().choose_sweep(frame.boxes, grid(), static_cast<double>(work.tests), moving_.plan);
  }

  /// Finds the pairs by a sweep along the plan's axis. Returns false when that took too many
  /// comparisons; no pairs have then been appended, and the plan is dropped.
  bool sweep(const Frame& frame, PairSink& out) {
    const std::size_t before = out.size();
    const auto most = static_cast<std::int64_t>(kMaxTests * frame.size());
    std::atomic<std::int64_t> left = most;
    along_axis(*moving_.plan.swept, [&](auto see) {
      row_.fill(frame, sort_.begins(frame, see), see);
      row_.find_pairs(frame, SweepRow::Check::rules, out, {}, &left);
    });
    swept_.clear();
    moving_.plan.note_swept(static_cast<std::uint64_t>(most - left));
    if (left >= 0) return true;
    out.clear();
    out.commit(before);
    moving_.plan = {};
    is_swept_ = false;
    return false;
  }

  /// Finds the pairs by `Rescue`; creates it the first time.
  template <class T>
  void rescue(const Frame& frame, PairSink& out, T& trace) {
    if (!rescue_) rescue_ = Rescue.make();
    find_with(*rescue_, frame, out, trace, true);
  }

  Planned moving_;  // grids of all sprites, or of the moving ones where static ones are apart
  Planned kept_;    // grids of the static sprites, where these are apart
  StaticSplit split_{2};
  DelimiterSort sort_;                  // sorts the begins of boxes in swept frames
  SweepRow row_;                        // the boxes of a swept frame
  LengthRows swept_;                    // the boxes for queries after a swept frame
  std::unique_ptr<Broadphase> rescue_;  // an instance of `Rescue`; null until it is needed
  // The further frames in which `Rescue` is used without a try of the grids, and how many frames it
  // gets when the grids fail again.
  std::uint32_t pause_ = 0, next_pause_ = 1;
  bool is_reset_ = true;  // whether a reset came since the last frame
  // Whether the last frame was swept, and whether a query came since it.
  bool is_swept_ = false, is_asked_ = false;
};

/// Returns the pseudocode of a grid. `count` and `look` are the two lines in which the grids
/// differ.
constexpr std::array<CodeLine, 8> grid_code(
    std::string_view count, std::string_view look = "for each cell: it, those right and below") {
  return {{{"choose a cell size by the boxes"},
           {count, EventKind::cell},
           {"  each in the cell of its min corner", EventKind::member},
           {look, EventKind::visit},
           {"  for each two boxes there:"},
           {"    compare the two", EventKind::test | EventKind::skip},
           {"      they overlap: a candidate pair", EventKind::hit},
           kSmallFrameLine}};
}

}  // namespace phasebox
