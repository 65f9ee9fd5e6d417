// SPDX-License-Identifier: MIT
// Which categories collide, and what the filters save in a frame.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "collide/event_log.hpp"
#include "session/session.hpp"

namespace phasebox::ui {

/// Of two categories, or of one among itself.
struct RuleCell {
  enum class Collide : std::uint8_t { none, some, all };

  std::uint64_t tests = 0;  ///< comparisons of two boxes in the event log
  std::uint64_t saved = 0;  ///< those left out because of filters, not of two static sprites
  Collide collide = Collide::none;
};

/// Symmetric over the categories in use; a sprite counts in its lowest: one cell per comparison.
class RuleTable {
 public:
  static constexpr std::size_t kNone = 32;  ///< the row of sprites without a category

  RuleTable(const Session&, std::span<const Event> log);

  /// Numbers of bits, ascending; `kNone` last, if there are such sprites.
  std::span<const std::size_t> rows() const { return rows_; }
  /// Of two numbers of bits, in either order.
  const RuleCell& cell(std::size_t a, std::size_t b) const {
    return cells_[std::max(a, b)][std::min(a, b)];
  }
  /// Of all cells, each once.
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

/// What the scene calls a category: "enemy"; else "category 3".
std::string category_name(const Session&, std::size_t bit);

}  // namespace phasebox::ui
