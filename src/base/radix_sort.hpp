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

/// Stable sort by a whole-number key of at most `MaxBits` bits. O(n) for each digit in which the
/// keys differ, whatever the order was before: for the rows of a frame this is below repairing the
/// order of the last one, and no teleport makes it slow. Allocates only when a row is longer than
/// any before.
template <class T, unsigned MaxBits = 32>
class RadixSort {
 public:
  void reserve(std::size_t n) {
    if (spare_.size() < n) spare_.resize(n);
    const std::size_t counters = n < kFew     ? 0
                                 : n < kShort ? counters_of(kNarrow)
                                              : counters_of(kWide);
    if (counts_.size() < counters) counts_.resize(counters);
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
      if (counts(pass)[digit(key(row[0]), pass)] == row.size()) continue;  // all the same
      const std::span<std::uint32_t> place = start_from_counts(pass);
      for (const T& item : from) to[place[digit(key(item), pass)]++] = item;
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
  static constexpr unsigned kWide = 11, kNarrow = 8;
  static constexpr std::size_t counters_of(unsigned width) {
    return std::size_t{(MaxBits + width - 1) / width} << width;
  }

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
    std::fill_n(counts_.begin(), passes_ << width_, 0u);
    unsigned pass = 0;
    for (; pass + 3 <= passes_; pass += 3) count_digits<3>(row, pass, key);
    for (; pass < passes_; ++pass) count_digits<1>(row, pass, key);
  }

  // Several digits in one walk: equal digits in a row make each count wait for the one before, and
  // the waits of the digits overlap.
  template <unsigned Digits, class Key>
  void count_digits(std::span<const T> row, unsigned first, Key key) {
    std::array<std::uint32_t*, Digits> of;
    for (unsigned d = 0; d < Digits; ++d) of[d] = counts(first + d).data();
    for (const T& item : row)
      for (unsigned d = 0; d < Digits; ++d) ++of[d][digit(key(item), first + d)];
  }

  std::span<std::uint32_t> start_from_counts(unsigned pass) {
    std::uint32_t start = 0;
    for (std::uint32_t& c : counts(pass)) start += std::exchange(c, start);
    return counts(pass);
  }

  std::span<std::uint32_t> counts(unsigned pass) {
    return std::span(counts_).subspan(pass << width_, std::size_t{1} << width_);
  }

  std::vector<std::uint32_t> counts_;  // digit by digit
  std::vector<T> spare_;
  unsigned passes_ = 0, width_ = 0;
};

}  // namespace phasebox
