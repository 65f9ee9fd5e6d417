// SPDX-License-Identifier: MIT
// Sprites in the order of a code: a radix sort, and codes that follow the plane (Z order).
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/deal.hpp"
#include "base/parallel.hpp"
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
/// order was before. With several parts, as many threads share it.
class CodeOrder {
 public:
  /// The rows to sort; as many as were reserved at most, else allocates.
  std::vector<Coded>& rows() { return rows_; }
  std::span<const Coded> rows() const { return rows_; }
  void reserve(std::size_t n) { rows_.reserve(n), spare_.reserve(n); }
  void resize(std::size_t n) { rows_.resize(n), spare_.resize(n); }

  void sort(unsigned bits, unsigned parts = 1) {
    if (parts > 1) return sort_in_parts(bits, std::min(parts, GroupDeal::kMaxGroups));
    each_digit(bits, [&](unsigned shift, unsigned width) {
      deal(rows_, spare_.data(), shift, width);
      rows_.swap(spare_);
    });
  }

 private:
  static constexpr unsigned kMaxBits = 10;

  /// Calls `pass(shift, width)`, lowest digits first; how many there are.
  template <class Pass>
  static unsigned each_digit(unsigned bits, Pass pass) {
    const unsigned passes = (bits + kMaxBits - 1) / kMaxBits;
    for (unsigned number = 0, shift = 0; number < passes; ++number) {
      const unsigned width = (bits - shift + passes - number - 1) / (passes - number);
      pass(shift, width);
      shift += width;
    }
    return passes;
  }

  static void deal(std::span<const Coded> from, Coded* to, unsigned shift, unsigned width) {
    const std::uint32_t mask = (1u << width) - 1;
    std::array<std::uint32_t, 1u << kMaxBits> next{};
    for (const Coded& c : from) ++next[c.code >> shift & mask];
    std::uint32_t start = 0;
    for (std::uint32_t& n : next) start += std::exchange(n, start);
    for (const Coded& c : from) to[next[c.code >> shift & mask]++] = c;
  }

  void sort_in_parts(unsigned bits, unsigned parts) {
    const auto groups = groups_.deal(std::span<const Coded>(rows_), spare_.data(), parts,
                                     [](const Coded& c) { return c.code; });
    rows_.swap(spare_);
    unsigned passes = 0;
    for_each_part(parts, [&](unsigned part) {
      const std::size_t begin = groups[part], size = groups[part + 1] - begin;
      Coded *from = rows_.data() + begin, *to = spare_.data() + begin;
      const unsigned done = each_digit(bits, [&](unsigned shift, unsigned width) {
        deal({from, size}, to, shift, width);
        std::swap(from, to);
      });
      if (part == 0) passes = done;
    });
    if (passes % 2 == 1) rows_.swap(spare_);
  }

  std::vector<Coded> rows_, spare_;
  GroupDeal groups_;
};

}  // namespace phasebox
