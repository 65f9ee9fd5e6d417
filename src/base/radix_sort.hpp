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

/// The sort key of a float that is not NaN: keys have the order of the floats; -0 and 0 share a
/// key.
constexpr std::uint32_t ordered(float v) {
  const auto bits = std::bit_cast<std::uint32_t>(v + 0.0f);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}

/// The float whose key is `position`.
constexpr float unordered(std::uint32_t position) {
  return std::bit_cast<float>(position >> 31 ? position & 0x7FFFFFFFu : ~position);
}

/// Stable sort by a whole-number key of at most `MaxBits` bits, digit by digit, least first. It
/// takes O(n) for each digit in which the keys differ, whatever the order was before. For the rows
/// of a frame this is less than repairing the order of the last frame, and no teleport makes it
/// slow. Allocates only when a row is longer than any before. Source: H. H. Seward, "Information
/// Sorting in the Application of Electronic Digital Computers to Business Operations", 1954.
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

  /// Sorts by the lowest `bits` bits of `key(item)`; all higher bits must be equal. Returns the
  /// sorted row, which is in the place of the given one or in the sort's own memory, valid until
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

  /// Sorts as `sort` does, always into the place of the given row.
  template <class Key>
  void sort_in_place(std::span<T> row, unsigned bits, Key key) {
    const std::span<T> sorted = sort(row, bits, key);
    if (sorted.data() != row.data()) std::ranges::copy(sorted, row.begin());
  }

 private:
  // A row below kFew items is sorted by insertion, because a digit's counters cost more than that.
  // Rows below kShort items get short digits with few counters.
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

  // Counts several digits in one walk. Equal digits in a row make each count wait for the one
  // before, and the waits of different digits overlap.
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

/// Splits items into as many groups as there are parts, so that a stable sort of each group sorts
/// all: keys of a group are not below those of the groups before it, and items keep their order
/// within it. A sample of the keys chooses where groups begin, which makes them about equal, except
/// that equal keys stay together (W. D. Frazer and A. C. McKellar, "Samplesort", 1970).
///
/// From then on a thread touches only the memory of its group. Fetching cache lines that another
/// thread has written costs more than a pass of a sort.
class SharedSort {
 public:
  /// Writes the items to `to`, group by group, on as many threads as there are parts, at most
  /// `kMaxGroups`. Returns where each group begins and, last, where all end; valid until the next
  /// call. O(n), and O(parts) per item where threads are many.
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
  static constexpr std::size_t kSample = 512;
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
