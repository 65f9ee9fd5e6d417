// SPDX-License-Identifier: MIT
// Sprites in the order of a code: a radix sort, and codes that follow the plane (Z order).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

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

/// Stable sort by the lowest `bits` of the code, in passes of at most 10 bits: O(n), whatever the
/// order was before.
class CodeOrder {
 public:
  /// The rows to sort; as many as were reserved at most, else allocates.
  std::vector<Coded>& rows() { return rows_; }
  std::span<const Coded> rows() const { return rows_; }
  void reserve(std::size_t n) { rows_.reserve(n), spare_.reserve(n); }
  void resize(std::size_t n) { rows_.resize(n), spare_.resize(n); }

  void sort(unsigned bits) {
    const unsigned passes = (bits + kMaxBits - 1) / kMaxBits;
    for (unsigned pass = 0, shift = 0; pass < passes; ++pass) {
      const unsigned width = (bits - shift + passes - pass - 1) / (passes - pass);
      deal(shift, width);
      shift += width;
    }
  }

 private:
  static constexpr unsigned kMaxBits = 10;

  void deal(unsigned shift, unsigned width) {
    const std::uint32_t mask = (1u << width) - 1;
    std::array<std::uint32_t, 1u << kMaxBits> next{};
    for (const Coded& c : rows_) ++next[c.code >> shift & mask];
    std::uint32_t start = 0;
    for (std::uint32_t& n : next) start += std::exchange(n, start);
    for (const Coded& c : rows_) spare_[next[c.code >> shift & mask]++] = c;
    rows_.swap(spare_);
  }

  std::vector<Coded> rows_, spare_;
};

}  // namespace phasebox
