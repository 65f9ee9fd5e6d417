// SPDX-License-Identifier: MIT
// Sorts boxes by cell, chooses cells, and finds pairs level by level.
#include "collide/broadphase/grid/multi_level_grid.hpp"

#include <bit>
#include <cassert>
#include <limits>

#include "base/number_format.hpp"

namespace phasebox {

// The two steps of the counting sort: out to stretches of the table, then slot by slot.

void CellScatter::sort(std::span<const Aabb> boxes, std::span<const SpriteId> ids,
                       std::span<const std::uint32_t> slots, unsigned parts, const SlotTable& to) {
  const std::size_t table = to.starts.size() - 2;
  const auto bits = static_cast<unsigned>(std::bit_width(table));
  shift_ = std::max(bits, kStretchBits) - kStretchBits;
  scattered_.resize(boxes.size()), order_.resize(boxes.size());
  counts_.resize(parts * kStretches), begins_.resize(kStretches + 1);
  count(slots, parts);
  start_from_counts(parts);
  scatter(boxes, ids, slots, parts);
  for_each_part(parts, [&](unsigned part) { sort_part(parts, part, to); });
  to.starts.front() = 0, to.starts.back() = static_cast<std::uint32_t>(boxes.size());
}

void CellScatter::count(std::span<const std::uint32_t> slots, unsigned parts) {
  for_each_part(parts, [&](unsigned part) {
    std::uint32_t* const own = counts_.data() + part * kStretches;
    std::fill_n(own, kStretches, 0u);
    const Run run = part_of(slots.size(), parts, part);
    for (std::uint32_t k = run.begin; k < run.end; ++k) ++own[stretch_of(slots[k])];
  });
}

void CellScatter::start_from_counts(unsigned parts) {
  std::uint32_t start = 0;
  for (std::size_t stretch = 0; stretch < kStretches; ++stretch) {
    begins_[stretch] = start;
    for (unsigned part = 0; part < parts; ++part)
      start += std::exchange(counts_[part * kStretches + stretch], start);
  }
  begins_[kStretches] = start;
}

/// Too many places are written to for a processor to see that each goes on to the next line.
void CellScatter::scatter(std::span<const Aabb> boxes, std::span<const SpriteId> ids,
                          std::span<const std::uint32_t> slots, unsigned parts) {
  constexpr std::size_t kAhead = 8;
  for_each_part(parts, [&](unsigned part) {
    std::uint32_t* const next = counts_.data() + part * kStretches;
    const Run run = part_of(slots.size(), parts, part);
    for (std::uint32_t k = run.begin; k < run.end; ++k) {
      const std::uint32_t at = next[stretch_of(slots[k])]++;
      __builtin_prefetch(scattered_.data() + at + kAhead, 1);
      scattered_[at] = {boxes[k], slots[k], ids.empty() ? k : ids[k]};
    }
  });
}

/// Stretches are shared by box count. A part's scratch lies where its own boxes begin, unshared.
void CellScatter::sort_part(unsigned parts, unsigned part, const SlotTable& to) {
  const auto first_of = [&](unsigned number) {
    const auto at = std::ranges::lower_bound(begins_, part_begin(scattered_.size(), parts, number));
    return std::min(static_cast<std::size_t>(at - begins_.begin()), kStretches);
  };
  const std::size_t first = part == 0 ? 0 : first_of(part);
  const std::size_t end = part + 1 == parts ? kStretches : first_of(part + 1);
  for (std::size_t stretch = first; stretch < end; ++stretch)
    sort_stretch(stretch, order_.data() + begins_[first], to);
}

/// Counts one slot ahead: after the sums `starts[s + 1]` is where slot s begins, and filling moves
/// it to the slot's end, where the next begins. Orders first, to write the table left to right.
void CellScatter::sort_stretch(std::size_t stretch, std::uint32_t* order,
                               const SlotTable& to) const {
  const std::size_t slots = to.starts.size() - 2;
  const std::size_t first = std::min(stretch << shift_, slots);
  const std::size_t last = std::min((stretch + 1) << shift_, slots);
  const auto starts = to.starts.subspan(first + 1, last - first);
  const std::uint32_t begin = begins_[stretch], n = begins_[stretch + 1] - begin;
  const PlacedBox* const placed = scattered_.data() + begin;
  std::ranges::fill(starts, 0u);
  for (std::uint32_t k = 0; k < n; ++k) ++starts[placed[k].slot - first];
  std::uint32_t start = begin;
  for (std::uint32_t& s : starts) start += std::exchange(s, start);
  for (std::uint32_t k = 0; k < n; ++k) order[starts[placed[k].slot - first]++ - begin] = k;
  for (std::uint32_t k = 0; k < n; ++k) {
    const PlacedBox& p = placed[order[k]];
    to.boxes.set(begin + k, p.box, p.id);
    to.slot_of_box[begin + k] = p.slot;
  }
}

namespace {

// Samples of boxes, and weighing sizes of cells against each other.

constexpr float kSmallestCell = std::numeric_limits<float>::min();

double width_of(const Aabb& box) {
  return static_cast<double>(box.max.x) - static_cast<double>(box.min.x);
}
double height_of(const Aabb& box) {
  return static_cast<double>(box.max.y) - static_cast<double>(box.min.y);
}
/// Of its longer side; positive floats sort as their bits do, and the highest are the exponent.
std::size_t octave_of(const Aabb& box) {
  return std::bit_cast<std::uint32_t>(size_of(box) + 0.0f) >> 23;
}

/// Calls `f` with a box of each of `most` stretches, irregularly: every tenth box may be large.
template <class F>
void each_sample(std::span<const Aabb> boxes, std::size_t most, F f) {
  const std::size_t samples = std::min(boxes.size(), most), stretch = boxes.size() / samples;
  if (stretch == 1) return std::ranges::for_each(boxes.first(samples), f), void();
  const auto words = static_cast<std::uint32_t>(stretch);  // dividing these takes half the time
  for (std::size_t k = 0; k < samples; ++k)
    f(boxes[k * stretch + static_cast<std::uint32_t>(k * 0x9E3779B9u >> 16) % words]);
}

/// From first to last quarter of the positions, half as far again to both sides: all if even.
std::pair<float, float> middle_of(std::span<float> row) {
  const auto first = row.begin() + static_cast<std::ptrdiff_t>(row.size() / 4);
  const auto last = row.begin() + static_cast<std::ptrdiff_t>(row.size() * 3 / 4);
  std::nth_element(row.begin(), last, row.end());
  std::nth_element(row.begin(), first, last);
  const auto from = static_cast<double>(*first), to = static_cast<double>(*last);
  const double margin = (to - from) / 2, most = static_cast<double>(kMaxFloat);
  return {static_cast<float>(std::max(from - margin, -most)),
          static_cast<float>(std::min(to + margin, most))};
}

}  // namespace

SizeSample::SizeSample(std::span<const Aabb> boxes, const Aabb& bounds)
    : bounds_(bounds), all_(static_cast<double>(boxes.size())) {
  if (!boxes.empty()) each_sample(boxes, kMax, [&](const Aabb& box) { samples_[size_++] = box; });
  boxes_per_sample_ = all_ / std::max(1.0, static_cast<double>(size_));
  const Aabb core = core_of(boxes);
  origin_ = core.min;
  const float farthest = std::max(
      {std::abs(core.min.x), std::abs(core.min.y), std::abs(core.max.x), std::abs(core.max.y)});
  const float side = size_of({core.min * 0.5f, core.max * 0.5f});
  smallest_cell_ = std::max({kSmallestCell, farthest * 0x1p-24f, side * 0x1p-16f});
  find_octaves();
}

void SizeSample::find_octaves() {
  std::ranges::sort(std::span(samples_).first(size_), {}, octave_of);
  for (std::size_t k = 0; k < size_; ++k)
    if (k == 0 || octave_of(samples_[k]) != octave_of(samples_[k - 1]))
      begins_[octaves_++] = static_cast<std::uint16_t>(k);
  begins_[octaves_] = static_cast<std::uint16_t>(size_);
}

Aabb core_of(std::span<const Aabb> boxes) {
  constexpr std::size_t kCorners = 256;
  if (boxes.empty()) return {};
  std::array<float, kCorners> xs, ys;
  std::size_t n = 0;
  each_sample(boxes, kCorners, [&](const Aabb& box) { xs[n] = box.min.x, ys[n++] = box.min.y; });
  const auto [left, right] = middle_of(std::span(xs).first(n));
  const auto [top, bottom] = middle_of(std::span(ys).first(n));
  return {{left, top}, {right, bottom}};
}

double tests_of_sweep(std::span<const Aabb> boxes, Axis axis) {
  constexpr std::size_t kSamples = 256;
  std::array<float, kSamples> begins, ends;
  std::size_t n = 0;
  each_sample(boxes, kSamples,
              [&](const Aabb& box) { begins[n] = low(box, axis), ends[n++] = high(box, axis); });
  const auto sort = [n](std::span<float> row) { std::ranges::sort(row.first(n)); };
  sort(begins), sort(ends);
  // Before each end, those that have begun and not ended; a flat box has not begun by then.
  std::size_t met = 0;
  for (std::size_t end = 0, begun = 0; end < n; ++end) {
    while (begun < n && begins[begun] < ends[end]) ++begun;
    met += std::max(begun, end + 1) - end - 1;
  }
  const double each = static_cast<double>(boxes.size()) / static_cast<double>(n);
  return each * each * static_cast<double>(met);
}

/// Boxes that one of these looks at in its own grid: those in 4.5 cells. Estimated by how many of
/// the samples share a square of about that area; where these are few, also from larger squares.
/// Samples that share an entry of the table by chance are so few that they do not matter.
double SizeSample::crowd(std::span<const Aabb> samples, Vec2 cell) const {
  constexpr float kCells = 2.1f, kLarger = 4, kFarthest = 0x1p30f;
  constexpr std::uint32_t kEnough = 48, kTableBits = 12;
  std::array<std::uint16_t, 1u << kTableBits> met;
  Vec2 side = cell * kCells;
  double most = 0, times = 2 * boxes_per_sample_ / static_cast<double>(samples.size());
  for (bool goes_on = true; goes_on; side = side * kLarger, times /= 16) {
    met.fill(0);
    const Vec2 per_px{std::min(1 / side.x, kMaxFloat), std::min(1 / side.y, kMaxFloat)};
    const auto line = [=](float at) {
      return static_cast<std::uint32_t>(
          static_cast<std::int32_t>(std::clamp(at, -kFarthest, kFarthest)));
    };
    std::uint32_t pairs = 0;
    for (const Aabb& box : samples) {
      const Vec2 at = (box.min - origin_) * per_px;
      pairs += met[(line(at.x) * 0x9E3779B1u + line(at.y) * 0x85EBCA77u) >> (32 - kTableBits)]++;
    }
    most = std::max(most, times * static_cast<double>(pairs));
    goes_on = pairs < kEnough && (static_cast<double>(side.x) < width_of(bounds_) ||
                                  static_cast<double>(side.y) < height_of(bounds_));
  }
  return most;
}

GridWork SizeSample::work_of(std::span<const Aabb> samples, Vec2 cell) const {
  constexpr double kPerVector = 8, kRunsPerBox = 2, kPerLook = 10;
  if (samples.empty()) return {};
  const double met = crowd(samples, cell) / kPerVector;
  constexpr double kCells = 4.5;
  // At most each two are compared once.
  const double boxes = boxes_of(samples), own = std::min(met, boxes / 2 / kPerVector);
  return {boxes * (kRunsPerBox + own), kPerLook + 2 * met, met * kPerVector / kCells};
}

Vec2 SizeSample::cell_around(std::span<const Aabb> boxes) const {
  constexpr float kThin = 2;
  Vec2 cell{smallest_cell_, smallest_cell_};
  for (const Aabb& box : boxes)
    cell = {std::max(cell.x, extent(box).x), std::max(cell.y, extent(box).y)};
  const float longer = std::max(cell.x, cell.y);
  if (kThin * std::min(cell.x, cell.y) > longer) cell = {longer, longer};
  return {std::min(cell.x * kSlack, kMaxFloat), std::min(cell.y * kSlack, kMaxFloat)};
}

double times_to_cover(const Aabb& bounds, Vec2 cell, double cells) {
  const double columns = width_of(bounds) / static_cast<double>(cell.x);
  const double rows = height_of(bounds) / static_cast<double>(cell.y);
  return std::max({std::sqrt(columns * rows / cells), columns / cells, rows / cells});
}

/// A table has about two slots per box; so cells, wherever they lie, keep half as many boxes.
double SizeSample::cost_of_covered(std::span<const Aabb> samples, Vec2 cell, double boxes,
                                   double in_cell) const {
  constexpr double kPerVector = 8, kAround = 2, kPerRow = 6, kPerLook = 16;
  double cost = 0;
  for (const Aabb& box : samples) {
    const double rows = height_of(box) / static_cast<double>(cell.y) + kAround;
    const double columns = width_of(box) / static_cast<double>(cell.x) + kAround;
    const double met = std::min(std::max(0.5, in_cell) * rows * columns, boxes);
    cost += kPerLook + std::min(kPerRow * rows + met / kPerVector, 2 * boxes / kPerVector);
  }
  return boxes_per_sample_ * cost;
}

/// For each octave of sizes that occurs: the boxes up to it would be kept in cells as large as the
/// largest of them; the others would be compared with each other and with what they cover.
Vec2 SizeSample::best_cell() const {
  double best_cost = std::numeric_limits<double>::infinity();
  Vec2 best{};
  for (std::size_t end = 1; end <= octaves_; ++end) {
    const auto small = octaves(0, end);
    const Vec2 cell = cell_around(small);
    const auto large = octaves(end, octaves_);
    const GridWork work = work_of(small, cell);
    const double cost = work.within + cost_of_all(boxes_of(large)) +
                        cost_of_covered(large, cell, all_, work.in_cell);
    if (cost < best_cost) best_cost = cost, best = cell;
  }
  return octaves_ > 0 ? best : Vec2{smallest_cell_, smallest_cell_};
}

namespace {

// Building the grids of a frame, and the pairs within and between them.

CellGrid equal_cells(Vec2 cell, std::uint32_t reach) {
  assert(cell.x > 0 && cell.y > 0 && reach <= MultiLevelGrid::kMaxReach &&
         "cells have a size, reaches are few");
  CellGrid grid;
  grid.cell = {std::min(cell.x, kMaxFloat), std::min(cell.y, kMaxFloat)};
  // Below 2^-126 the inverse would be infinite.
  grid.per_px = {std::min(1 / grid.cell.x, kMaxFloat), std::min(1 / grid.cell.y, kMaxFloat)};
  grid.reach = reach;
  return grid;
}

/// Whether no two cells at most 2 * reach apart on both axes share a slot.
bool tells_neighbors_apart(const CellGrid& grid) {
  const std::uint32_t apart = 2 * grid.reach;
  if (grid.slots <= apart) return false;
  for (std::uint32_t rows = 1; rows <= apart; ++rows) {
    const std::uint32_t distance = rows * grid.stride & grid.mask;
    if (distance <= apart || grid.slots - distance <= apart) return false;
  }
  return true;
}

/// The golden section of the table: its multiples keep furthest apart modulo the table (V. Sos, "On
/// the theory of diophantine approximations", 1957). Odd, so that it meets every slot.
void wrap(CellGrid& grid, std::uint32_t slots) {
  grid.slots = slots;
  grid.mask = slots - 1;
  grid.stride = static_cast<std::uint32_t>(static_cast<double>(slots) * 0.6180339887498949) | 1;
}

constexpr std::size_t kMaxWrapAroundSlots =
    2 * MultiLevelGrid::kMaxWrappedReach * (MultiLevelGrid::kMaxWrappedReach + 1);

/// In `to`, ascending, a wrapped grid's slots whose boxes look at cells on both sides of its end.
std::span<const std::uint32_t> wrap_around_slots_of(
    const CellGrid& grid, std::array<std::uint32_t, kMaxWrapAroundSlots>& to) {
  auto end = to.begin();
  for (std::uint32_t row = 0; row <= grid.reach; ++row)
    for (std::uint32_t k = 0; k < 2 * grid.reach; ++k)
      *end++ = (k - grid.reach - row * grid.stride) & grid.mask;
  std::sort(to.begin(), end);
  return {to.begin(), std::unique(to.begin(), end)};
}

}  // namespace

void MultiLevelGrid::begin(std::size_t n, std::size_t most) {
  most_ = most = std::max(most, n);
  grids_.reserve(kMaxGrids + 1);
  most_slots_ = max_slots(most);
  starts_.reserve(most_slots_ + 3);
  slot_.reserve(most), slot_of_box_.reserve(most);
  if (boxes_.size() < most) boxes_.resize(most);
  grids_.clear();
  slots_left_ = max_slots(n);
}

/// At once, so that no frame allocates however far boxes spread; unused memory is never written.
void MultiLevelGrid::allow(std::size_t slots) {
  slots_left_ = std::max(slots_left_, slots);
  most_slots_ = std::max(most_slots_, slots);
  starts_.reserve(most_slots_ + 3);
}

void MultiLevelGrid::trim() {
  if (starts_.capacity() <= most_slots_ + 3) return;
  starts_ = {};
  starts_.reserve(most_slots_ + 3);
}

void MultiLevelGrid::add(CellGrid grid) {
  assert(grid.slots <= slots_left_ && "the plan keeps to its number of slots");
  assert(grids_.size() <= kMaxGrids && "the plan keeps to its number of grids, and the catch-all");
  grid.first_slot = grids_.empty() ? 0 : grids_.back().first_slot + grids_.back().slots;
  slots_left_ -= grid.slots;
  grids_.push_back(grid);
}

/// `reach` empty columns on the right and rows below: the neighbors of the cells at the edge.
bool MultiLevelGrid::add_direct(Vec2 cell, std::uint32_t reach, const Aabb& bounds,
                                std::size_t max_slots) {
  CellGrid grid = equal_cells(cell, reach);
  grid.bounds = {grid.column(bounds.min.x), grid.row(bounds.min.y), grid.column(bounds.max.x),
                 grid.row(bounds.max.y)};
  const std::int64_t columns = std::int64_t{grid.bounds.right} - grid.bounds.left + 1 + reach;
  const std::int64_t rows = std::int64_t{grid.bounds.bottom} - grid.bounds.top + 1 + reach;
  const std::int64_t slots = columns * rows + reach + 1;
  if (slots > static_cast<std::int64_t>(std::min(max_slots, slots_left_))) return false;
  grid.lowest = {static_cast<float>(grid.bounds.left), static_cast<float>(grid.bounds.top)};
  grid.highest = {static_cast<float>(grid.bounds.right), static_cast<float>(grid.bounds.bottom)};
  grid.slots = static_cast<std::uint32_t>(slots);
  grid.stride = static_cast<std::uint32_t>(columns);
  grid.offset = 0u - static_cast<std::uint32_t>(grid.bounds.left) -
                static_cast<std::uint32_t>(grid.bounds.top) * grid.stride;
  add(grid);
  return true;
}

void MultiLevelGrid::add_wrapped(Vec2 cell, std::uint32_t reach, std::size_t slots) {
  assert(reach <= kMaxWrappedReach && "wrap-around slots are few");
  CellGrid grid = equal_cells(cell, reach);
  const std::size_t enough = std::min(std::bit_ceil(slots), std::bit_floor(slots_left_));
  wrap(grid, static_cast<std::uint32_t>(enough));
  while (!tells_neighbors_apart(grid)) wrap(grid, grid.slots * 2);
  add(grid);
}

void MultiLevelGrid::build(const Frame& frame, std::span<const Aabb> boxes,
                           std::span<const SpriteId> ids, const Aabb& bounds,
                           std::uint32_t first_cell) {
  const std::size_t n = boxes.size();
  bounds_ = bounds, first_cell_ = first_cell;
  large_.clear();
  slots_left_ += 1;  // the catch-all's own
  add(CellGrid{});
  slot_.resize(n);
  boxes_.resize(n), slot_of_box_.resize(n);
  parts_ = PairParts::parts_for(frame, n);
  for_each_part(parts_, [&](unsigned part) {
    const std::size_t begin = part_begin(n, parts_, part), end = part_begin(n, parts_, part + 1);
    place_boxes(boxes.subspan(begin, end - begin), grids_, slot_.data() + begin);
  });
  if (CellScatter::is_worth(n)) {
    starts_.resize(grids_.back().first_slot + grids_.back().slots + 2);
    scatter_.reserve(most_);
    scatter_.sort(boxes, ids, slot_, parts_, {boxes_, slot_of_box_, starts_});
    return bound_wrapped();
  }
  sort(n);
  for_each_part(parts_, [&](unsigned part) {
    const Run share = part_of(n, parts_, part);
    boxes_.gather(boxes, share, [&](std::uint32_t at) { return boxes_.id[at]; });
    for (std::uint32_t at = share.begin; at < share.end; ++at)
      slot_of_box_[at] = slot_[boxes_.id[at]];
    if (ids.empty()) return;
    for (std::uint32_t at = share.begin; at < share.end; ++at) boxes_.id[at] = ids[boxes_.id[at]];
  });
  bound_wrapped();
}

/// So that what looks into a wrapped grid does not go through rows of cells beyond its boxes.
void MultiLevelGrid::bound_wrapped() {
  for (std::size_t k = 0; k < grids_.size(); ++k) {
    CellGrid& grid = grids_[k];
    const Run run = boxes_of(k).run();
    if (!grid.is_wrapped() || run.size() == 0) continue;
    const Aabb begins = begins_of(boxes_, run);
    grid.bounds = {grid.column(begins.min.x), grid.row(begins.min.y), grid.column(begins.max.x),
                   grid.row(begins.max.y)};
  }
}

/// Counts two slots ahead: `starts_[s + 1]` is slot s's begin after summing, its end when filled.
void MultiLevelGrid::sort(std::size_t n) {
  const std::size_t slots = grids_.back().first_slot + grids_.back().slots;
  starts_.assign(slots + 2, 0);
  for (std::size_t i = 0; i < n; ++i) ++starts_[slot_[i] + 2];
  std::uint32_t sum = 0;
  for (std::uint32_t& start : starts_) start = sum += start;
  for (std::size_t i = 0; i < n; ++i) boxes_.id[starts_[slot_[i] + 1]++] = static_cast<SpriteId>(i);
}

GridBoxes MultiLevelGrid::boxes_of(std::size_t grid) const {
  return {grids_[grid],
          boxes_,
          slot_of_box_.data(),
          starts_.data() + grids_[grid].first_slot,
          static_cast<std::uint16_t>(grid),
          first_cell_,
          bounds_};
}

Vec2 MultiLevelGrid::largest() const {
  const Run run = boxes_of(grids_.size() - 1).run();
  Vec2 most{};
  for (std::uint32_t at = run.begin; at < run.end; ++at) {
    const Vec2 size = extent(boxes_.box(at));
    most = {std::max(most.x, size.x), std::max(most.y, size.y)};
  }
  return most;
}

/// From box to box: there may be far more slots.
std::uint32_t MultiLevelGrid::fullest_slot() const {
  std::uint32_t most = 0;
  const std::uint32_t end = boxes_of(grids_.size() - 1).run().begin;
  for (std::uint32_t at = 0, next = 0; at < end; at = next) {
    next = starts_[slot_of_box_[at] + 1];
    most = std::max(most, next - at);
  }
  return most;
}

MultiLevelGrid::Work MultiLevelGrid::find_pairs(const Frame& frame, const MultiLevelGrid* kept,
                                                PairSink& out, std::uint64_t max_tests,
                                                bool is_counted) {
  max_tests_ = max_tests, counted_each_ = is_counted ? 4 : 64;
  searched_ = size() + (kept != nullptr ? kept->size() : 0);
  works_.resize(parts_);
  pair_parts_.find(frame, parts_, out, [&](unsigned part, PairSink& found) {
    works_[part] = emit_part(frame, kept, part, found);
  });
  Work all;
  for (const Work& part : works_) all = {all.tests + part.tests, all.is_over || part.is_over};
  return all;
}

namespace {

/// Compares the box at `at` with those that it looks at within its own grid.
template <class T>
void test_neighbors(const Frame& frame, const GridBoxes& in, std::uint32_t at, PairSink& out,
                    T& trace) {
  const std::vector<SpriteId>& id = in.boxes.id;
  each_neighbor_run(in, at, [&](Run others) {
    for (std::uint32_t met = others.begin; met < others.end; ++met)
      test_pair(frame, id[at], id[met], out, trace, in.number);
  });
}

/// About how many boxes those of the run look at within their own grid, by one of `each` up to 64:
/// a cell with more is seen, and what others look at in vain is a multiple of the boxes in such.
std::uint64_t neighbors_of(const GridBoxes& in, Run run, std::uint32_t each) {
  std::uint64_t boxes = 0;
  for (std::uint32_t at = run.begin; at < run.end; at += each)
    each_neighbor_run(in, at, [&](Run others) { boxes += others.size(); });
  return std::min(each, run.size()) * boxes;
}

/// Calls `emit(run, wraps_around)` for the boxes of a share. The vector loop must not meet the end
/// of a wrapped table; the few slots whose neighbors do are its wrap-around slots.
template <class Emit>
void emit_within(const GridBoxes& in, Run share, Emit emit) {
  if (!in.grid.is_wrapped()) return emit(share, false);
  const auto clamped = [&](std::uint32_t at) { return std::clamp(at, share.begin, share.end); };
  std::array<std::uint32_t, kMaxWrapAroundSlots> slots;
  std::uint32_t next = share.begin;
  for (const std::uint32_t slot : wrap_around_slots_of(in.grid, slots)) {
    const Run wrap_around_slot{clamped(in.starts[slot]), clamped(in.starts[slot + 1])};
    emit({next, wrap_around_slot.begin}, false);
    emit(wrap_around_slot, true);
    next = wrap_around_slot.end;
  }
  emit({next, share.end}, false);
}

/// The work expected, in vector comparisons, when the boxes of a grid look at all cells of another
/// that may keep what they overlap: rows of cells and boxes in them, by a sample of boxes and rows.
double cost_of_look(const GridBoxes& from, const GridBoxes& at) {
  constexpr std::uint32_t kSamples = 64;
  constexpr std::int32_t kRows = 8;
  constexpr double kPerRow = 6, kPerVector = 8;
  const Run run = from.run();
  const std::uint32_t all = at.run().size(), step = std::max(1u, run.size() / kSamples);
  double cost = 0;
  std::uint32_t samples = 0;
  for (std::uint32_t k = run.begin; k < run.end; k += step, ++samples) {
    const CellRange cells = at.grid.around(from.boxes.box(k));
    if (cells.left > cells.right || cells.top > cells.bottom) continue;
    if (is_worth_scan(cells, at.grid, all)) {
      cost += all / kPerVector;
      continue;
    }
    const std::int32_t rows = cells.bottom - cells.top + 1, rows_each = (rows + kRows - 1) / kRows;
    double met = 0;
    for (std::int32_t row = cells.top; row <= cells.bottom; row += rows_each)
      each_run(at, at.grid.slot(cells.left, row),
               static_cast<std::uint32_t>(cells.right - cells.left) + 1,
               [&](Run others) { met += others.size(); });
    cost += kPerRow * rows + rows_each * met / kPerVector;
  }
  return cost * run.size() / samples;
}

/// A catch-all is looked at only by another one: its boxes look at the small cells they cover.
bool should_look(const GridBoxes& one, const GridBoxes& other) {
  return one.is_catch_all() == other.is_catch_all()
             ? cost_of_look(one, other) < cost_of_look(other, one)
             : one.is_catch_all();
}

}  // namespace

/// Calls `f(from, at)` for this grid and each after it or in `kept`; `from`'s boxes look at `at`.
template <class F>
void MultiLevelGrid::each_look(const MultiLevelGrid* kept, std::size_t grid, F f) const {
  const GridBoxes own = boxes_of(grid);
  if (own.run().size() == 0) return;
  const auto look = [&](const GridBoxes& other) {
    if (other.run().size() == 0) return;
    if (should_look(own, other))
      f(own, other);
    else
      f(other, own);
  };
  for (std::size_t after = grid + 1; after < grids_.size(); ++after) look(boxes_of(after));
  if (kept == nullptr) return;
  for (std::size_t other = 0; other < kept->grids_.size(); ++other) look(kept->boxes_of(other));
}

/// Ends when there are too many tests.
MultiLevelGrid::Work MultiLevelGrid::emit_part(const Frame& frame, const MultiLevelGrid* kept,
                                               unsigned part, PairSink& out) const {
  constexpr std::uint32_t kAtOnce = 1u << 14, kFewAtOnce = 512;
  constexpr std::uint64_t kLong = 1u << 26;  // tests, a few ms
  std::uint64_t tests = 0;
  const auto in_blocks = [&](Run run, std::uint32_t most, auto emit) {
    while (run.begin < run.end && !is_over(tests, out) && !is_stopped(frame)) {
      const Run block{run.begin, run.begin + std::min(most, run.size())};
      run.begin = emit(block);
    }
  };
  for (std::size_t grid = 0; grid < grids_.size(); ++grid) {
    const GridBoxes own = boxes_of(grid);
    emit_within(own, part_of(own.run(), parts_, part), [&](Run run, bool wraps_around) {
      in_blocks(run, kAtOnce, [&](Run block) {
        std::uint64_t more = neighbors_of(own, block, counted_each_);
        for (; more > kLong && block.size() > 64; more = neighbors_of(own, block, counted_each_))
          block.end -= block.size() / 2;
        tests += more;
        if (is_over(tests, out)) return block.end;
        if (wraps_around)
          emit_wrap_around(frame, own, block, out);
        else
          emit_neighbors(frame, own, block, out);
        return block.end;
      });
    });
    each_look(kept, grid, [&](const GridBoxes& from, const GridBoxes& at) {
      in_blocks(part_of(from.run(), parts_, part), kFewAtOnce, [&](Run block) {
        tests += emit_covered(frame, from.boxes, block, at, out);
        return block.end;
      });
    });
  }
  return {tests, is_over(tests, out)};
}

void MultiLevelGrid::query_along(const SegmentBand& band, Sink<SpriteId>& out) const {
  for (std::size_t grid = 0; grid < grids_.size(); ++grid)
    if (boxes_of(grid).run().size() > 0) find_along(boxes_of(grid), band, out);
}

namespace {

// The same comparisons one by one, as events.

/// Calls `f` with each box of the grid, by its position, that one of `cells` keeps.
template <class F>
void each_kept(const GridBoxes& in, const CellRange& cells, F f) {
  if (cells.right < cells.left) return;
  const auto columns = static_cast<std::uint32_t>(cells.right - cells.left) + 1;
  for (std::int32_t row = cells.top; row <= cells.bottom; ++row)
    each_run(in, in.grid.slot(cells.left, row), columns, [&](Run run) {
      for (std::uint32_t at = run.begin; at < run.end; ++at)
        if (in.grid.row(in.boxes.min_y[at]) == row) f(at);
    });
}

/// Calls `f` with the position of each box of the grid that may overlap `box`.
template <class F>
void each_near(const GridBoxes& in, const Aabb& box, F f) {
  const CellRange cells = in.grid.around(box);
  const Run all = in.run();
  if (!is_worth_scan(cells, in.grid, all.size())) return each_kept(in, cells, f);
  for (std::uint32_t at = all.begin; at < all.end; ++at) f(at);
}

/// A cell at the edge of a grid reaches as far as what lies in it.
Aabb cell_of(const GridBoxes& in, std::uint32_t at) {
  if (in.is_catch_all()) return in.bounds;
  const Vec2 min = in.boxes.box(at).min;
  return united(in.grid.box_of(in.grid.column(min.x), in.grid.row(min.y)), {min, min});
}

/// The first box of the same cell; cells of a wrapped grid may share a slot.
std::uint32_t first_of_cell(const GridBoxes& in, std::uint32_t at) {
  const auto cell = [&](std::uint32_t box) {
    return std::pair(in.grid.column(in.boxes.min_x[box]), in.grid.row(in.boxes.min_y[box]));
  };
  std::uint32_t first = in.slot_of(at).begin;
  while (cell(first) != cell(at)) ++first;
  return first;
}

/// A cell's number is the position of its first box, counted from `first_cell`.
void trace_cells(const GridBoxes& in, Recorder& trace) {
  for (std::uint32_t at = in.run().begin; at < in.run().end; ++at) {
    if (first_of_cell(in, at) != at) continue;
    const std::uint32_t end = in.slot_of(at).end, cell = in.first_cell + at;
    const auto each_member = [&](auto use) {
      for (std::uint32_t k = at; k < end; ++k)
        if (first_of_cell(in, k) == at) use(k);
    };
    std::uint32_t members = 0;
    each_member([&](std::uint32_t) { ++members; });
    trace.add({EventKind::cell, Axis::x, in.number, cell, members, cell_of(in, at)});
    each_member([&](std::uint32_t k) {
      trace.add({EventKind::member, Axis::x, in.number, in.boxes.id[k], cell, in.boxes.box(k)});
    });
  }
}

void trace_visit(const GridBoxes& in, std::uint32_t at, Recorder& trace) {
  const std::uint32_t cell = in.first_cell + first_of_cell(in, at);
  trace.add({EventKind::visit, Axis::x, in.number, cell, 0, cell_of(in, at)});
}

/// Calls `look` for each box of the grid; those of a cell that follow each other are one visit.
template <class Look>
void trace_looks(const Frame& frame, const GridBoxes& in, Recorder& trace, Look look) {
  const Run all = in.run();
  for (std::uint32_t at = all.begin; at < all.end && !is_stopped(frame); ++at) {
    const bool goes_on = at > all.begin && in.slots[at - 1] == in.slots[at] &&
                         first_of_cell(in, at - 1) == first_of_cell(in, at);
    if (!goes_on) trace_visit(in, at, trace);
    look(at);
  }
}

void trace_query(const GridBoxes& in, const Aabb& box, Sink<SpriteId>& out, Recorder& trace) {
  each_near(in, box, [&](std::uint32_t at) {
    const SpriteId id = in.boxes.id[at];
    if (first_of_cell(in, at) == at) trace_visit(in, at, trace);
    trace.add({EventKind::test, Axis::x, 0, id, id});
    if (overlaps(in.boxes.box(at), box)) out.push(id);
  });
}

}  // namespace

void MultiLevelGrid::find_pairs(const Frame& frame, const MultiLevelGrid* kept, PairSink& out,
                                Recorder& trace) const {
  for (const MultiLevelGrid* of : {kept, this})
    for (std::size_t grid = 0; of != nullptr && grid < of->grids_.size(); ++grid)
      trace_cells(of->boxes_of(grid), trace);
  for (std::size_t grid = 0; grid < grids_.size(); ++grid) {
    const GridBoxes own = boxes_of(grid);
    trace_looks(frame, own, trace,
                [&](std::uint32_t at) { test_neighbors(frame, own, at, out, trace); });
    each_look(kept, grid, [&](const GridBoxes& from, const GridBoxes& in) {
      trace_looks(frame, from, trace, [&](std::uint32_t at) {
        each_near(in, from.boxes.box(at), [&](std::uint32_t met) {
          test_pair(frame, from.boxes.id[at], in.boxes.id[met], out, trace, in.number);
        });
      });
    });
  }
}

void MultiLevelGrid::query(const Frame& frame, const Aabb& box, Sink<SpriteId>& out,
                           Recorder* log) {
  for (std::size_t grid = 0; grid < grids_.size(); ++grid) {
    const GridBoxes in = boxes_of(grid);
    const Run run = in.run();
    if (run.size() == 0) continue;
    if (in.is_catch_all() && run.size() > kFewLarge)
      large_.of(frame, std::span(boxes_.id).subspan(run.begin, run.size())).query(box, out, log);
    else if (log)
      trace_query(in, box, out, *log);
    else
      find_overlapping(in, box, out);
  }
}

namespace {

// How the size of a cell is chosen, and the sentence about it.

/// Two digits after the point are enough.
std::string pixels(float value) {
  if (value >= 1e9f || value < 0.01f) return "10^" + std::to_string(std::lround(std::log10(value)));
  std::string text = rounded(static_cast<double>(value), value < 100 ? 2 : 0);
  if (value < 100) text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string cells_in_use(std::span<const CellGrid> grids) {
  std::string text = grids.size() > 1 ? std::to_string(grids.size()) + " levels, cells" : "Cells";
  std::string_view separator = " of ";
  for (std::size_t k = 0; k < grids.size(); ++k) {
    text.append(separator).append(pixels(grids[k].cell.x));
    if (grids[k].cell.x != grids[k].cell.y) text.append(" by ").append(pixels(grids[k].cell.y));
    separator = k + 2 < grids.size() ? ", " : " and ";
  }
  return text + " px";
}

}  // namespace

std::uint32_t reach_for(float wanted, const SizeSample& sample, std::uint32_t max_reach) {
  const Vec2 best = sample.best_cell();
  const float cells = std::max(best.x, best.y) / wanted;
  const float spanned = std::ceil(std::min(cells, static_cast<float>(max_reach)));
  return std::max(1u, static_cast<std::uint32_t>(spanned));
}

std::string memory_text(std::size_t bytes) {
  const std::size_t tenths = bytes / 100'000;
  if (tenths < 10) return std::to_string((bytes + 999) / 1000) + " kB";
  if (tenths >= 100) return std::to_string(tenths / 10) + " MB";
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MB";
}

void add_remarks(const MultiLevelGrid& stack, std::vector<Remark>& out) {
  const std::uint32_t fullest = stack.fullest_slot(), large = stack.boxes_in_catch_all();
  const auto n = static_cast<std::uint32_t>(stack.size());
  const bool shares_slots = std::ranges::any_of(stack.grids(), &CellGrid::is_wrapped);
  std::string text = cells_in_use(stack.grids()) + ", at most " + counted(fullest, "sprite") +
                     (shares_slots ? " in one slot of the table" : " in one");
  if (large > 0) text += "; " + counted(large, "sprite") + " too large for a cell";
  out.push_back({false, text + "; the table takes " + memory_text(stack.bytes()) + "."});
  constexpr std::uint32_t kFew = 16;
  if (n > kFew && fullest > n / 2)
    out.push_back({true, "Most sprites share one cell: this is brute force with extra steps."});
  if (n > kFew && large > n / 2)
    out.push_back(
        {true, "Most sprites are too large for a cell and are compared with all others."});
}

}  // namespace phasebox
