// SPDX-License-Identifier: MIT
// A sort that several threads share: what is near in the order comes to one thread, which sorts it.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.hpp"

namespace phasebox {

/// Deals items out to as many groups as there are parts, so that a stable sort of each group sorts
/// all: keys of a group are not below those of the groups before it, and items keep their order
/// within it. A sample of the keys says where groups part, so they are about equal, but for equal
/// keys, which stay together (W. D. Frazer and A. C. McKellar, "Samplesort", 1970).
///
/// A thread thus sees its group's memory alone from then on: lines that another one has written
/// cost more to fetch than a pass of a sort costs to do.
class GroupDeal {
 public:
  /// Writes the items to `to`, group by group, on as many threads as there are parts, at most
  /// `kMaxGroups`; what comes back is where group k begins, and at last the end. Valid until the
  /// next call. O(n), and O(parts) per item where threads are many.
  template <class T, class Key>
  std::span<const std::uint32_t> deal(std::span<const T> from, T* to, unsigned parts, Key key) {
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
      std::array<std::uint32_t, kMaxGroups> own;  // in no line that another thread writes
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
