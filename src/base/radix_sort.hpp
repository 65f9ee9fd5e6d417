// SPDX-License-Identifier: MIT
// Sorting by keys that are whole numbers, by one thread or several, and floats as such keys.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.hpp"

namespace phasebox {

/// The sort key of a float that is not NaN: keys have the order of the floats, infinities included.
/// -0 and 0 share a key.
constexpr std::uint32_t ordered(float v) {
  const auto bits = std::bit_cast<std::uint32_t>(v + 0.0f);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}

/// The inverse of `ordered`: the float whose key is `position`; 0 for the key of -0 and 0.
constexpr float unordered(std::uint32_t position) {
  return std::bit_cast<float>(position >> 31 ? position & 0x7FFFFFFFu : ~position);
}

/// Stable sort of `T` by a whole-number key of at most `MaxBits` bits, digit by digit, least
/// significant first. It takes O(n) for each digit in which the keys differ, whatever the order was
/// before; rows of fewer than 48 items are sorted by insertion. For the boundaries of a frame this
/// is less work than repairing the order of the last frame, and sprites that jump do not make it
/// slow. Allocates only when a row is longer than any before. Source: H. H. Seward, "Information
/// Sorting in the Application of Electronic Digital Computers to Business Operations", 1954.
template <class T, unsigned MaxBits = 32>
class RadixSort {
 public:
  /// Allocates all that sorting a row of `n` items needs, so that `sort` does not allocate.
  void reserve(std::size_t n) {
    if (spare_.size() < n) spare_.resize(n);
    const std::size_t counters = n < kFew     ? 0
                                 : n < kShort ? counters_of(kNarrow)
                                              : counters_of(kWide);
    if (counts_.size() < counters) counts_.resize(counters);
  }

  /// Sorts by the lowest `bits` bits (at most MaxBits) of `key(item)`; all higher bits must be
  /// equal. Returns the sorted row, which is either in the place of `row` or in the sort's own
  /// memory, valid until the next call. If it is in the latter, `row` holds rubbish.
  template <class Key>
  std::span<T> sort(std::span<T> row, unsigned bits, Key key) {
    if (row.size() < kFew) return insert_each(row, key);
    reserve(row.size());
    choose_digits(row.size(), bits);
    count(row, key);
    std::span<T> from = row, to = std::span(spare_).first(row.size());
    for (unsigned pass = 0; pass < passes_; ++pass) {
      if (counts(pass)[digit(key(row[0]), pass)] == row.size())
        continue;  // all keys share this digit
      const std::span<std::uint32_t> place = start_from_counts(pass);
      for (const T& item : from) to[place[digit(key(item), pass)]++] = item;
      std::swap(from, to);
    }
    return from;
  }

  /// Sorts as `sort` does, but always leaves the result in `row`.
  template <class Key>
  void sort_in_place(std::span<T> row, unsigned bits, Key key) {
    const std::span<T> sorted = sort(row, bits, key);
    if (sorted.data() != row.data()) std::ranges::copy(sorted, row.begin());
  }

 private:
  // A row below kFew items is sorted by insertion, because clearing and summing the counters of a
  // digit costs more. Rows below kShort items get digits of at most kNarrow bits, which need few
  // counters, and longer rows of at most kWide bits.
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

  // Divides `bits` bits into the fewest digits of about equal width.
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

  // Counts several digits in one walk over the row. Where neighbors have the same digit, each
  // increment waits for the one before; the waits of different digits overlap.
  template <unsigned Digits, class Key>
  void count_digits(std::span<const T> row, unsigned first, Key key) {
    std::array<std::uint32_t*, Digits> of;
    for (unsigned d = 0; d < Digits; ++d) of[d] = counts(first + d).data();
    for (const T& item : row)
      for (unsigned d = 0; d < Digits; ++d) ++of[d][digit(key(item), first + d)];
  }

  // Replaces the count of each value of a digit by the place of the first item that has it.
  std::span<std::uint32_t> start_from_counts(unsigned pass) {
    std::uint32_t start = 0;
    for (std::uint32_t& c : counts(pass)) start += std::exchange(c, start);
    return counts(pass);
  }

  std::span<std::uint32_t> counts(unsigned pass) {
    return std::span(counts_).subspan(pass << width_, std::size_t{1} << width_);
  }

  std::vector<std::uint32_t> counts_;  // [pass << width_ | value of the digit]
  std::vector<T> spare_;               // the place that passes write to in turn with the row
  unsigned passes_ = 0, width_ = 0;    // number of digits, and their bits
};

/// Splits items into as many groups as there are parts, so that a stable sort of each group sorts
/// all: every key of a group is above all keys of the groups before it, and items keep their order
/// within it. A sample of the keys chooses where groups begin, which makes them about equal in size
/// unless many keys are equal, because equal keys stay together (W. D. Frazer and A. C. McKellar,
/// "Samplesort", 1970).
///
/// Each thread can then sort one group and touches only the memory of that group. Fetching cache
/// lines that another thread has written costs more than a pass of a sort.
class SharedSort {
 public:
  /// Writes the items, of which there is at least one, to `to`, group by group, as `parts` parts at
  /// the same time; 1 <= parts <= kMaxGroups. Returns the index in `to` at which each group begins
  /// and, last, the number of items [parts + 1]; valid until the next call. Compares each item
  /// twice with all parts - 1 pivots, so each part takes O(n).
  template <class T, class Key>
  std::span<const std::uint32_t> split(std::span<const T> from, T* to, unsigned parts, Key key) {
    counts_.resize(std::size_t{parts} * parts);
    begins_.resize(std::size_t{parts} + 1);
    const Pivots pivots = pivots_of(from, parts, key);
    const auto group_of = [&](const T& item) {
      std::size_t group = 0;
      for (unsigned k = 0; k + 1 < parts; ++k) group += pivots[k] <= key(item);
      return group;
    };
    const auto each = [&](unsigned part, auto use) {
      const std::size_t begin = part_begin(from.size(), parts, part);
      const std::size_t end = part_begin(from.size(), parts, part + 1);
      std::array<std::uint32_t, kMaxGroups>
          own;  // on the stack: no other thread writes to its cache lines
      std::copy_n(counts_.data() + part * parts, parts, own.begin());
      for (const T& item : from.subspan(begin, end - begin)) use(item, own[group_of(item)]);
      std::copy_n(own.begin(), parts, counts_.data() + part * parts);
    };
    std::ranges::fill(counts_, 0u);
    for_each_part(
        parts, [&](unsigned part) { each(part, [](const T&, std::uint32_t& count) { ++count; }); });
    start_from_counts(parts);
    for_each_part(parts, [&](unsigned part) {
      each(part, [to](const T& item, std::uint32_t& next) { to[next++] = item; });
    });
    return begins_;
  }

  static constexpr unsigned kMaxGroups = 64;

 private:
  static constexpr std::size_t kSample = 512;  // keys from which the pivots are chosen
  using Pivots = std::array<std::uint64_t, kMaxGroups>;

  template <class T, class Key>
  static Pivots pivots_of(std::span<const T> items, unsigned parts, Key key) {
    std::array<std::uint64_t, kSample> keys;
    for (std::size_t k = 0; k < kSample; ++k) keys[k] = key(items[k * items.size() / kSample]);
    std::ranges::sort(keys);
    Pivots pivots;
    for (unsigned k = 0; k + 1 < parts; ++k) pivots[k] = keys[part_begin(kSample, parts, k + 1)];
    return pivots;
  }

  void start_from_counts(unsigned parts) {
    std::uint32_t start = 0;
    for (unsigned group = 0; group < parts; ++group) {
      begins_[group] = start;
      for (unsigned part = 0; part < parts; ++part)
        start += std::exchange(counts_[part * parts + group], start);
    }
    begins_[parts] = start;
  }

  std::vector<std::uint32_t> counts_;  // [part][group]
  std::vector<std::uint32_t> begins_;  // [group + 1]
};

}  // namespace phasebox
