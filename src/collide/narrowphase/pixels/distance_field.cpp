// SPDX-License-Identifier: MIT
// From bits to distances, by columns of cells and rows of pixels.
#include "collide/narrowphase/pixels/distance_field.hpp"

#include <cmath>

namespace phasebox {
namespace {

using Field = DistanceField;

constexpr int kFar = (Field::kMaxDistance + Field::kPerPixel - 1) / Field::kPerPixel;  // px

/// Px between two stretches of a line; 0 where they touch.
constexpr int between(int a0, int a1, int b0, int b1) { return std::max({0, b0 - a1, a0 - b1}); }

/// For each cell of a row of pixels: how far its nearest opaque pixel of that row lies to the left
/// or right, px, at most kFar. Two passes: from the left and from the right.
class RowDistances {
 public:
  RowDistances(const OpacityMask& mask, int columns) : mask_(mask), columns_(columns) {}

  void find(int y, std::uint8_t* out) const {
    int last = -2 * kFar - Field::kMargin * Field::kCell;  // the opaque pixel passed last
    for (int c = 0, x = first_x(); c < columns_; ++c) {
      for (const int end = x + Field::kCell; x < end; ++x)
        if (mask_.is_opaque(x, y)) last = x;
      out[c] = held(between(last, last + 1, x - Field::kCell, x));
    }
    last = mask_.width + 2 * kFar + Field::kMargin * Field::kCell;
    for (int c = columns_, x = first_x() + columns_ * Field::kCell; c-- > 0;) {
      for (const int end = x - Field::kCell; x > end; --x)
        if (mask_.is_opaque(x - 1, y)) last = x - 1;
      out[c] = std::min(out[c], held(between(last, last + 1, x, x + Field::kCell)));
    }
  }

 private:
  static int first_x() { return -Field::kMargin * Field::kCell; }
  static std::uint8_t held(int distance) {
    return static_cast<std::uint8_t>(std::min(distance, kFar));
  }

  const OpacityMask& mask_;
  int columns_;
};

/// The distance of a cell, halves of a px, from those along the rows of pixels: rows further and
/// further away, until none can be nearer.
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
  for (int dy = 0; dy * dy < best; ++dy) look(top - 1 - dy), look(top + Field::kCell + dy);
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
  field.columns = cells(mask.width), field.rows = cells(mask.height);
  const auto columns = static_cast<std::size_t>(field.columns);
  std::vector<std::uint8_t> along(columns * static_cast<std::size_t>(mask.height));  // [row][cell]
  const RowDistances row(mask, field.columns);
  for (int y = 0; y < mask.height; ++y) row.find(y, &along[static_cast<std::size_t>(y) * columns]);
  field.distances.reserve(columns * static_cast<std::size_t>(field.rows));
  for (int r = 0; r < field.rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      field.distances.push_back(
          distance(&along[c], field.columns, mask.height, (r - Field::kMargin) * Field::kCell));
  return field;
}

}  // namespace phasebox
