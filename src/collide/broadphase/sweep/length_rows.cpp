// SPDX-License-Identifier: MIT
// Lays boxes out in rows by length, and searches them.
#include "collide/broadphase/sweep/length_rows.hpp"

#include <algorithm>
#include <bit>

#include "collide/broadphase/sweep/covariance.hpp"

namespace phasebox {
namespace {

/// Returns the class of a length, px: half the float's exponent, as the sign bit is 0. Zero and the
/// smallest lengths share class 0.
std::size_t class_of(float length) { return std::bit_cast<std::uint32_t>(length + 0.0f) >> 24; }

float length_of(const Aabb& seen) { return seen.max.x - seen.min.x; }

}  // namespace

const LengthRows& LengthRows::of(const Frame& f, std::optional<Axis> axis) {
  if (is_filled_) return *this;
  axis_ = axis ? *axis : covariance_of(f).widest();
  lay_out(f, along_axis(axis_, [&](auto see) { return sort_.begins(f, see); }));
  return *this;
}

const LengthRows& LengthRows::of(const Frame& f, std::span<const SpriteId> ids) {
  if (is_filled_) return *this;
  axis_ = covariance_of(f).widest();
  lay_out(f, along_axis(axis_, [&](auto see) { return sort_.begins(f, ids, see); }));
  return *this;
}

void LengthRows::lay_out(const Frame& f, std::span<const Delimiter> begins) {
  boxes_.resize(begins.size());
  count(f, begins);
  std::array<std::uint32_t, kClasses> next{};
  for (std::size_t k = 0; k < row_count_; ++k) next[k] = rows_[k].begin;
  for (const Delimiter d : begins) {
    const Aabb seen = seen_along(f.boxes[d.id], axis_);
    boxes_.set(next[row_of_class_[class_of(length_of(seen))]]++, d.id, seen);
  }
  for (const Row& row : std::span(rows_).first(row_count_)) boxes_.note_reach(row);
  is_filled_ = true;
}

void LengthRows::count(const Frame& f, std::span<const Delimiter> begins) {
  rows_.fill({});
  float first = kMaxFloat, last = -kMaxFloat;
  for (const Delimiter d : begins) {
    const Aabb seen = seen_along(f.boxes[d.id], axis_);
    const float length = length_of(seen);
    Row& row = rows_[class_of(length)];
    ++row.end;
    row.longest = std::max(row.longest, length);
    first = std::min(first, seen.min.x);
    last = std::max(last, seen.max.x);
  }
  choose_rows(last * 0.5f - first * 0.5f);
}

/// Turns the counts of the classes into rows. A class is joined with the next longer one where
/// comparing the boxes that this adds to a query takes no longer than finding the place in one more
/// row. `across` is half of the extent of all boxes along the axis, px.
void LengthRows::choose_rows(float across) {
  // The boxes that a query compares in the time in which it finds its place in a row; set by hand.
  constexpr double kPlace = 200;
  row_count_ = 0;
  Row open{};
  std::size_t from = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    const Row here = rows_[c];
    if (here.end == 0) continue;
    const double more = static_cast<double>(here.longest) - static_cast<double>(open.longest);
    const double added = open.end * more / (2 * static_cast<double>(across) + 1e-30);
    if (open.end > 0 && added > kPlace) {
      rows_[row_count_++] = open;
      open = {};
    }
    open.end += here.end;
    open.longest = here.longest;
    for (; from <= c; ++from) row_of_class_[from] = static_cast<std::uint8_t>(row_count_);
  }
  if (open.end > 0) rows_[row_count_++] = open;
  for (std::size_t k = 1; k < row_count_; ++k) {
    rows_[k].begin = rows_[k - 1].end;
    rows_[k].end += rows_[k].begin;
  }
}

/// Searches each row from the first box that may reach the query box. Ids are gathered first, so
/// that `out` grows by no more than the number found.
void LengthRows::query(const Aabb& box, Sink<SpriteId>& out, Recorder* log) const {
  constexpr std::size_t kBlock = 256;
  std::array<SpriteId, kBlock + BoxColumns::kPadding> gathered;
  const Aabb seen = seen_along(box, axis_);
  for (const Row& row : std::span(rows_).first(row_count_)) {
    std::size_t at = boxes_.first_behind(seen.min.x, row);
    for (std::size_t end; at < row.end && boxes_.begin(at) < seen.max.x; at = end) {
      end = std::min(at + kBlock, std::size_t{row.end});
      if (log)
        for (std::size_t k = at; k < end && boxes_.begin(k) < seen.max.x; ++k)
          log->add({EventKind::visit, axis_, 0, boxes_.id(k), 0, boxes_.box(k, axis_)});
      const std::size_t found = boxes_.query(seen, at, end, gathered.data());
      std::copy_n(gathered.data(), found, out.room(found));
      out.commit(found);
    }
  }
}

}  // namespace phasebox
