// SPDX-License-Identifier: MIT
// Sorting by whole numbers, digit by digit, least first (H. H. Seward, "Information Sorting in the
// Application of Electronic Digital Computers to Business Operations", 1954).
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace phasebox {

/// Stable sort by a whole-number key of at most `MostBits` bits. O(n) for each digit in which the
/// keys differ, whatever the order was before: for the rows of a frame this is below repairing the
/// order of the last one, and no teleport makes it slow. Allocates only when a row is longer than
/// any before.
template <class T, unsigned MostBits = 32>
class RadixSort {
 public:
  void reserve(std::size_t n) {
    if (spare_.size() < n) spare_.resize(n);
  }

  /// Sorts by the lowest `bits` bits of `key(item)`; the others must be the same in all. What comes
  /// back is the sorted row: in the place of the given one or in the sort's own memory, valid until
  /// the next call. The other place then holds rubbish.
  template <class Key>
  std::span<T> sort(std::span<T> row, unsigned bits, Key key) {
    if (row.size() < kFew) return insert_each(row, key);
    reserve(row.size());
    choose_digits(row.size(), bits);
    count(row, key);
    std::span<T> from = row, to = std::span(spare_).first(row.size());
    for (unsigned pass = 0; pass < passes_; ++pass) {
      if (counts_[pass][digit(key(row[0]), pass)] == row.size()) continue;  // all the same
      start_from_counts(pass);
      for (const T& item : from) to[counts_[pass][digit(key(item), pass)]++] = item;
      std::swap(from, to);
    }
    return from;
  }

  /// The same, always in the place of the given row.
  template <class Key>
  void sort_in_place(std::span<T> row, unsigned bits, Key key) {
    const std::span<T> sorted = sort(row, bits, key);
    if (sorted.data() != row.data()) std::ranges::copy(sorted, row.begin());
  }

 private:
  // Below so many items the counters of a digit cost more than the sort; short rows get short
  // digits for the same reason.
  static constexpr std::size_t kFew = 48, kShort = 1500;
  static constexpr unsigned kWide = 11, kNarrow = 8,
                            kMostPasses = (MostBits + kNarrow - 1) / kNarrow;

  template <class Key>
  static std::span<T> insert_each(std::span<T> row, Key key) {
    for (std::size_t k = 1; k < row.size(); ++k) {
      const T item = row[k];
      std::size_t to = k;
      for (; to > 0 && key(item) < key(row[to - 1]); --to) row[to] = row[to - 1];
      row[to] = item;
    }
    return row;
  }

  void choose_digits(std::size_t n, unsigned bits) {
    const unsigned most = n < kShort ? kNarrow : kWide;
    passes_ = (bits + most - 1) / most;
    width_ = passes_ == 0 ? 0 : (bits + passes_ - 1) / passes_;
  }

  template <class Number>
  std::size_t digit(Number key, unsigned pass) const {
    return static_cast<std::size_t>(key >> (pass * width_)) & ((std::size_t{1} << width_) - 1);
  }

  template <class Key>
  void count(std::span<const T> row, Key key) {
    for (unsigned pass = 0; pass < passes_; ++pass)
      std::fill_n(counts_[pass].begin(), std::size_t{1} << width_, 0u);
    unsigned pass = 0;
    for (; pass + 3 <= passes_; pass += 3) count_digits<3>(row, pass, key);
    for (; pass < passes_; ++pass) count_digits<1>(row, pass, key);
  }

  // Several digits in one walk: equal digits in a row make each count wait for the one before, and
  // the waits of the digits overlap.
  template <unsigned Digits, class Key>
  void count_digits(std::span<const T> row, unsigned first, Key key) {
    for (const T& item : row)
      for (unsigned d = 0; d < Digits; ++d) ++counts_[first + d][digit(key(item), first + d)];
  }

  void start_from_counts(unsigned pass) {
    std::uint32_t start = 0;
    for (std::uint32_t& c : std::span(counts_[pass]).first(std::size_t{1} << width_))
      start += std::exchange(c, start);
  }

  std::array<std::array<std::uint32_t, 1u << kWide>, kMostPasses> counts_{};  // [digit]
  std::vector<T> spare_;
  unsigned passes_ = 0, width_ = 0;
};

}  // namespace phasebox
