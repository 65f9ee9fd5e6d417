// SPDX-License-Identifier: MIT
// The Z-order curve through a plane, and a radix sort of sprites by their places on it.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/radix_sort.hpp"
#include "collide/frame.hpp"

namespace phasebox {

/// A sprite with the number, its code, by which sprites are sorted.
struct Coded {
  std::uint32_t code;
  SpriteId id;
};

/// Returns the lowest 16 bits of v, spread to bits 0, 2, 4, ... of the result.
constexpr std::uint32_t spread_bits(std::uint32_t v) {
  v = (v | v << 8) & 0x00FF00FFu;
  v = (v | v << 4) & 0x0F0F0F0Fu;
  v = (v | v << 2) & 0x33333333u;
  return (v | v << 1) & 0x55555555u;
}

/// Returns bits 0, 2, 4, ... of v side by side: the inverse of `spread_bits`.
constexpr std::uint32_t even_bits(std::uint32_t v) {
  v &= 0x55555555u;
  v = (v | v >> 1) & 0x33333333u;
  v = (v | v >> 2) & 0x0F0F0F0Fu;
  v = (v | v >> 4) & 0x00FF00FFu;
  return (v | v >> 8) & 0x0000FFFFu;
}

/// Returns the place of column x and row y on the Z-order curve (G. Morton, 1966), which visits the
/// quarters of a square one after the other, and the quarters of each in the same order. The bits
/// of x and y alternate, x lower.
constexpr std::uint32_t z_order(std::uint32_t x, std::uint32_t y) {
  return spread_bits(x) | spread_bits(y) << 1;
}

/// Sprites and a stable sort by the lowest `bits` of their code, in passes of at most 10 bits:
/// O(n), whatever the order was before. With several parts, as many threads share the sort.
class CodeOrder {
 public:
  /// The rows to sort. More rows than were reserved make the sort allocate.
  std::vector<Coded>& rows() { return rows_; }
  std::span<const Coded> rows() const { return rows_; }
  void reserve(std::size_t n) {
    rows_.reserve(n);
    spare_.reserve(n);
  }
  void resize(std::size_t n) {
    rows_.resize(n);
    spare_.resize(n);
  }

  void sort(unsigned bits, unsigned parts = 1) {
    if (parts > 1) return sort_in_parts(bits, std::min(parts, SharedSort::kMaxGroups));
    each_digit(bits, [&](unsigned shift, unsigned width) {
      scatter(rows_, spare_.data(), shift, width);
      rows_.swap(spare_);
    });
  }

 private:
  static constexpr unsigned kMaxBits = 10;

  /// Calls `pass(shift, width)` for each digit of the code, the lowest first; returns how many
  /// there are.
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

  static void scatter(std::span<const Coded> from, Coded* to, unsigned shift, unsigned width) {
    const std::uint32_t mask = (1u << width) - 1;
    std::array<std::uint32_t, 1u << kMaxBits> next{};
    for (const Coded& c : from) ++next[c.code >> shift & mask];
    std::uint32_t start = 0;
    for (std::uint32_t& n : next) start += std::exchange(n, start);
    for (const Coded& c : from) to[next[c.code >> shift & mask]++] = c;
  }

  void sort_in_parts(unsigned bits, unsigned parts) {
    const auto groups = groups_.split(std::span<const Coded>(rows_), spare_.data(), parts,
                                      [](const Coded& c) { return c.code; });
    rows_.swap(spare_);
    unsigned passes = 0;
    for_each_part(parts, [&](unsigned part) {
      const std::size_t begin = groups[part], size = groups[part + 1] - begin;
      Coded *from = rows_.data() + begin, *to = spare_.data() + begin;
      const unsigned done = each_digit(bits, [&](unsigned shift, unsigned width) {
        scatter({from, size}, to, shift, width);
        std::swap(from, to);
      });
      if (part == 0) passes = done;
    });
    if (passes % 2 == 1) rows_.swap(spare_);
  }

  std::vector<Coded> rows_, spare_;
  SharedSort groups_;
};

}  // namespace phasebox
