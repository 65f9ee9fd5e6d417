// SPDX-License-Identifier: MIT
// Sprites in the order of a code: a radix sort, and codes that follow the plane (Z order).
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/radix_sort.hpp"
#include "collide/sink.hpp"

namespace phasebox {

/// A sprite with the code that it is sorted by.
struct Coded {
  std::uint32_t code;
  SpriteId id;
};

/// The lowest 16 bits of v, one place apart.
constexpr std::uint32_t spread_bits(std::uint32_t v) {
  v = (v | v << 8) & 0x00FF00FFu;
  v = (v | v << 4) & 0x0F0F0F0Fu;
  v = (v | v << 2) & 0x33333333u;
  return (v | v << 1) & 0x55555555u;
}

/// The inverse: the even bits of v, side by side.
constexpr std::uint32_t even_bits(std::uint32_t v) {
  v &= 0x55555555u;
  v = (v | v >> 1) & 0x33333333u;
  v = (v | v >> 2) & 0x0F0F0F0Fu;
  v = (v | v >> 4) & 0x00FF00FFu;
  return (v | v >> 8) & 0x0000FFFFu;
}

/// Place on the curve that visits the quarters of a square one after the other, and their quarters
/// likewise (G. Morton, 1966): the bits of x and y in turn, x lower.
constexpr std::uint32_t z_order(std::uint32_t x, std::uint32_t y) {
  return spread_bits(x) | spread_bits(y) << 1;
}

/// Rows with codes, and their stable sort by code.
class CodeOrder {
 public:
  /// The rows to sort; as many as were reserved at most, else allocates.
  std::vector<Coded>& rows() { return rows_; }
  std::span<const Coded> rows() const { return rows_; }
  void reserve(std::size_t n) { rows_.reserve(n), sort_.reserve(n); }
  void resize(std::size_t n) { rows_.resize(n); }

  /// Codes have at most `bits` bits.
  void sort(unsigned bits) {
    sort_.sort_in_place(std::span(rows_), bits, [](const Coded& c) { return c.code; });
  }

 private:
  std::vector<Coded> rows_;
  RadixSort<Coded> sort_;
};

}  // namespace phasebox
