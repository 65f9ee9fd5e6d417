// SPDX-License-Identifier: MIT
// The table of collision rules: which categories collide, and how many box tests the filters save
// in a frame.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/sentence.hpp"
#include "collide/event_log.hpp"
#include "session/session.hpp"

namespace phasebox::ui {

/// The cell of two categories, or of one category with itself.
struct RuleCell {
  enum class Collide : std::uint8_t { none, some, all };

  std::uint64_t tests = 0;  ///< comparisons of two boxes in the event log
  std::uint64_t saved = 0;  ///< tests left out by a filter, except between two static sprites
  Collide collide = Collide::none;
};

/// A symmetric table over the categories in use. A sprite in several categories counts in its
/// lowest one, so that each comparison is in one cell.
class RuleTable {
 public:
  static constexpr std::size_t kNone = 32;  ///< the row of sprites without a category

  RuleTable(const Session&, std::span<const Event> log);

  /// The category bits in use, ascending; `kNone` is last if there are sprites without a category.
  std::span<const std::size_t> rows() const { return rows_; }
  /// The cell of two category bits, in either order.
  const RuleCell& cell(std::size_t a, std::size_t b) const {
    return cells_[std::max(a, b)][std::min(a, b)];
  }
  /// The sum over all cells, each counted once.
  std::uint64_t tests() const { return sum(&RuleCell::tests); }
  std::uint64_t saved() const { return sum(&RuleCell::saved); }

 private:
  void read_masks(std::span<const Filter> filters, FilterRule rule);
  void read_groups(std::span<const Filter> filters);
  void count(const Session&, std::span<const Event> log);
  std::uint64_t sum(std::uint64_t RuleCell::*number) const;

  std::vector<std::size_t> rows_;
  std::array<std::array<RuleCell, kNone + 1>, kNone + 1> cells_{};  // [larger number][smaller]
};

/// The scene's name of a category, such as "enemy", or "category 3" where it has none.
Sentence category_name(const Session&, std::size_t bit);

}  // namespace phasebox::ui
