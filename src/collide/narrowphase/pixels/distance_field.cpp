// SPDX-License-Identifier: MIT
// Computes a distance field: distances along the rows of pixels first, then across the rows.
#include "collide/narrowphase/pixels/distance_field.hpp"

#include <cmath>
#include <span>

namespace phasebox {
namespace {

using Field = DistanceField;

// Distances are measured up to this one, px: the largest that the field can hold.
constexpr int kFar = (Field::kMaxDistance + Field::kPerPixel - 1) / Field::kPerPixel;

/// The distance, px, of the stretches [a0, a1] and [b0, b1] of a line; 0 where they touch or
/// overlap.
constexpr int between(int a0, int a1, int b0, int b1) { return std::max({0, b0 - a1, a0 - b1}); }

/// Finds for each column of cells the distance along row y of pixels to the nearest opaque pixel of
/// that row, px, at most kFar. It takes one pass from the left and one from the right.
void find_row_distances(const OpacityMask& mask, int y, std::span<std::uint8_t> out) {
  constexpr int kFirst = -Field::kMargin * Field::kCell, kBeyond = 2 * kFar - kFirst;  // px
  const auto held = [](int distance) {
    return static_cast<std::uint8_t>(std::min(distance, kFar));
  };
  int x = kFirst, last = -kBeyond;  // `last` is the last opaque pixel passed
  for (std::uint8_t& cell : out) {
    for (const int end = x + Field::kCell; x < end; ++x)
      if (mask.is_opaque(x, y)) last = x;
    cell = held(between(last, last + 1, x - Field::kCell, x));
  }
  last = mask.width + kBeyond;
  for (std::size_t c = out.size(); c-- > 0;) {
    for (const int end = x - Field::kCell; x > end; --x)
      if (mask.is_opaque(x - 1, y)) last = x - 1;
    out[c] = std::min(out[c], held(between(last, last + 1, x, x + Field::kCell)));
  }
}

/// Returns the distance of the cell whose top row of pixels is `top`, in halves of a px, rounded
/// down. `along[row * columns]` is the distance along each row of pixels. It reads rows further and
/// further away until none can be nearer.
std::uint8_t distance(const std::uint8_t* along, int columns, int height, int top) {
  constexpr int kFarSquare = kFar * kFar;
  int best = kFarSquare;
  const auto look = [&](int y) {
    if (y < 0 || y >= height) return;
    const int dx = along[static_cast<std::ptrdiff_t>(y) * columns];
    const int dy = between(y, y + 1, top, top + Field::kCell);
    best = std::min(best, dx * dx + dy * dy);
  };
  for (int y = top; y < top + Field::kCell; ++y) look(y);
  for (int dy = 0; dy * dy < best; ++dy) {
    look(top - 1 - dy);
    look(top + Field::kCell + dy);
  }
  const double halves = std::sqrt(static_cast<double>(best)) * Field::kPerPixel;
  return static_cast<std::uint8_t>(std::min<double>(halves, Field::kMaxDistance));
}

}  // namespace

DistanceField make_distance_field(const OpacityMask& mask) {
  DistanceField field;
  if (mask.empty()) return field;
  const auto cells = [](int side) {
    return (side + Field::kCell - 1) / Field::kCell + 2 * Field::kMargin;
  };
  field.columns = cells(mask.width);
  field.rows = cells(mask.height);
  const auto columns = static_cast<std::size_t>(field.columns);
  std::vector<std::uint8_t> along(columns * static_cast<std::size_t>(mask.height));  // [row][cell]
  for (int y = 0; y < mask.height; ++y)
    find_row_distances(mask, y,
                       std::span(along).subspan(static_cast<std::size_t>(y) * columns, columns));
  field.distances.reserve(columns * static_cast<std::size_t>(field.rows));
  for (int r = 0; r < field.rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      field.distances.push_back(
          distance(&along[c], field.columns, mask.height, (r - Field::kMargin) * Field::kCell));
  return field;
}

}  // namespace phasebox
