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

/// The cell of two categories, or of one category with itself: whether their sprites collide, and
/// how many box tests that took or saved in one frame.
struct RuleCell {
  /// Whether no pair, some pairs or all pairs of their sprites may collide by masks and groups.
  enum class Collide : std::uint8_t { none, some, all };

  std::uint64_t tests = 0;  ///< box tests in the event log
  std::uint64_t saved = 0;  ///< pairs that a filter has left out, without pairs of static sprites
  Collide collide = Collide::none;
};

/// A symmetric table over the categories in use. In the numbers of tests a sprite of several
/// categories counts in its lowest one alone, so that each comparison is in one cell; for
/// RuleCell::collide it is of all its categories.
class RuleTable {
 public:
  static constexpr std::size_t kNone = 32;  ///< stands for all sprites without a category

  /// Makes the table of the session's current frame; `log` are the broadphase's events of that
  /// frame, without which no tests are counted.
  RuleTable(const Session&, std::span<const Event> log);

  /// The numbers of the category bits in use, 0 to 31, ascending; kNone comes last if there are
  /// sprites without a category.
  std::span<const std::size_t> rows() const { return rows_; }
  /// The cell of two numbers that rows() has, in either order.
  const RuleCell& cell(std::size_t a, std::size_t b) const {
    return cells_[std::max(a, b)][std::min(a, b)];
  }
  /// The box tests of all cells together, and the tests saved.
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

/// Names the category with that bit, 0 to 31, as the scene does ("enemy"), or by its number from 1
/// ("category 3") where the scene has no name or a recording plays; "no category" for kNone.
Sentence category_name(const Session&, std::size_t bit);

}  // namespace phasebox::ui
