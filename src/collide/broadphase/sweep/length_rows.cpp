// SPDX-License-Identifier: MIT
// How boxes are dealt out to rows, and where in those a query looks.
#include "collide/broadphase/sweep/length_rows.hpp"

#include <bit>

#include "collide/broadphase/sweep/covariance.hpp"

namespace phasebox {
namespace {

Aabb seen_along(const Aabb& box, Axis axis) {
  return axis == Axis::x ? AlongX()(box) : AlongY()(box);
}

/// Zero and the smallest share a class with others: no length is negative.
std::size_t class_of(float length) { return std::bit_cast<std::uint32_t>(length + 0.0f) >> 24; }

float length_of(const Aabb& seen) { return seen.max.x - seen.min.x; }

}  // namespace

const LengthRows& LengthRows::of(const Frame& f, Axis axis) {
  if (!is_filled_)
    lay_out(f, axis, f.size(), [](std::size_t k) { return static_cast<SpriteId>(k); });
  return *this;
}

const LengthRows& LengthRows::of(const Frame& f) {
  return is_filled_ ? *this : of(f, covariance_of(f).widest());
}

const LengthRows& LengthRows::of(const Frame& f, std::span<const SpriteId> ids) {
  if (!is_filled_)
    lay_out(f, covariance_of(f).widest(), ids.size(), [ids](std::size_t k) { return ids[k]; });
  return *this;
}

template <class IdOf>
void LengthRows::lay_out(const Frame& f, Axis axis, std::size_t n, IdOf id_of) {
  axis_ = axis;
  boxes_.resize(n), reach_.resize(n);
  const std::span<const Delimiter> begins =
      along_axis(axis, [&](auto see) { return sort_.begins(f, n, id_of, see); });
  count(begins, f);
  std::array<std::uint32_t, kClasses> next{};
  for (std::size_t k = 0; k < row_count_; ++k) next[k] = rows_[k].begin;
  for (const Delimiter d : begins) {
    const Aabb seen = seen_along(f.boxes[d.id], axis);
    boxes_.set(next[row_of_class_[class_of(length_of(seen))]]++, d.id, seen);
  }
  note_reach();
  is_filled_ = true;
}

void LengthRows::count(std::span<const Delimiter> begins, const Frame& f) {
  rows_.fill({});
  float first = kMaxFloat, last = -kMaxFloat;
  for (const Delimiter d : begins) {
    const Aabb seen = seen_along(f.boxes[d.id], axis_);
    const float length = length_of(seen);
    Row& row = rows_[class_of(length)];
    ++row.end;
    row.longest = std::max(row.longest, length);
    first = std::min(first, seen.min.x), last = std::max(last, seen.max.x);
  }
  choose_rows(last * 0.5f - first * 0.5f);
}

/// A class joins the next longer one where the boxes that it adds to what a query looks at take no
/// longer than to find the place in one more row. `across`: half of the stretch of all.
void LengthRows::choose_rows(float across) {
  constexpr double kPlace = 200;  // boxes that are compared in that time
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
    open.end += here.end, open.longest = here.longest;
    for (; from <= c; ++from) row_of_class_[from] = static_cast<std::uint8_t>(row_count_);
  }
  if (open.end > 0) rows_[row_count_++] = open;
  for (std::size_t k = 1; k < row_count_; ++k) {
    rows_[k].begin = rows_[k - 1].end;
    rows_[k].end += rows_[k].begin;
  }
}

void LengthRows::note_reach() {
  for (const Row& row : std::span(rows_).first(row_count_)) {
    float furthest = -std::numeric_limits<float>::infinity();
    for (std::uint32_t k = row.begin; k < row.end; ++k)
      reach_[k] = furthest = std::max(furthest, boxes_.end(k));
  }
}

/// The first of the row that can end behind `begin`. A product instead of a branch that would come
/// out either way.
std::size_t LengthRows::first_behind(float begin, const Row& row) const {
  std::size_t first = row.begin, size = row.end - row.begin;
  while (size > 1) {
    const std::size_t half = size / 2;
    first += half * static_cast<std::size_t>(reach_[first + half - 1] <= begin);
    size -= half;
  }
  return first + static_cast<std::size_t>(size == 1 && reach_[first] <= begin);
}

namespace {

/// What is found is gathered first, so that `out` grows by no more than that.
class Gathered {
 public:
  static constexpr std::size_t kBlock = 256;

  template <class Find>
  void append(Find find, Sink<SpriteId>& out) {
    const std::size_t found = find(ids_.data());
    std::copy_n(ids_.data(), found, out.room(found));
    out.commit(found);
  }

 private:
  std::array<SpriteId, kBlock + BoxColumns::kPadding> ids_;
};

}  // namespace

/// Calls `look(from, to)` for blocks of boxes of which some may overlap the asked one on the axis.
template <class Look>
void LengthRows::each_block(const Aabb& seen, Look look) const {
  for (const Row& row : std::span(rows_).first(row_count_)) {
    std::size_t at = first_behind(seen.min.x, row);
    for (std::size_t end; at < row.end && boxes_.begin(at) < seen.max.x; at = end) {
      end = std::min(at + Gathered::kBlock, std::size_t{row.end});
      look(at, end);
    }
  }
}

void LengthRows::query(const Aabb& box, Sink<SpriteId>& out, Recorder* log) const {
  Gathered gathered;
  const Aabb seen = seen_along(box, axis_);
  each_block(seen, [&](std::size_t from, std::size_t to) {
    if (log)
      for (std::size_t k = from; k < to && boxes_.begin(k) < seen.max.x; ++k)
        log->add({EventKind::visit, axis_, 0, boxes_.id(k), 0, boxes_.box(k, axis_)});
    gathered.append([&](SpriteId* found) { return boxes_.query(seen, from, to, found); }, out);
  });
}

}  // namespace phasebox
