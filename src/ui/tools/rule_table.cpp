// SPDX-License-Identifier: MIT
// Filters and event log, put together by category.
#include "ui/tools/rule_table.hpp"

#include <algorithm>
#include <bit>

namespace phasebox {
namespace {

std::size_t lowest_category(Filter filter) {
  return static_cast<std::size_t>(std::countr_zero(filter.category));  // 16 of none
}

// The masks of a category's sprites: bits that all have, and that any has.
struct CategoryMasks {
  std::uint16_t all = 0xFFFF, any = 0;
};

RuleCell::Collide collide_of(const std::array<CategoryMasks, RuleTable::kNone>& masks,
                             std::size_t a, std::size_t b) {
  const auto both = [&](std::uint16_t CategoryMasks::*bits) {
    return (masks[a].*bits >> b & 1) != 0 && (masks[b].*bits >> a & 1) != 0;
  };
  if (both(&CategoryMasks::all)) return RuleCell::Collide::all;
  return both(&CategoryMasks::any) ? RuleCell::Collide::some : RuleCell::Collide::none;
}

}  // namespace

RuleTable::RuleTable(const Session& session, std::span<const Event> log) {
  read_masks(session.world().filters());
  count(session, log);
}

void RuleTable::read_masks(std::span<const Filter> filters) {
  std::array<CategoryMasks, kNone> masks{};
  std::uint32_t used = 0;
  for (const Filter& filter : filters) {
    used |= filter.category ? filter.category : 1u << kNone;
    for (unsigned left = filter.category; left != 0; left &= left - 1) {
      CategoryMasks& of = masks[static_cast<std::size_t>(std::countr_zero(left))];
      of.all &= filter.mask, of.any |= filter.mask;
    }
  }
  for (std::size_t k = 0; k <= kNone; ++k)
    if (used >> k & 1) rows_.push_back(k);
  for (const std::size_t a : rows_)
    for (const std::size_t b : rows_)
      if (b <= a && a < kNone) cells_[a][b].collide = collide_of(masks, a, b);
}

// What is skipped of two static sprites is no saving of a filter.
void RuleTable::count(const Session& session, std::span<const Event> log) {
  const auto filters = session.world().filters();
  const auto statics = session.world().statics();
  for (const Event& e : log) {
    if (!is_test(e.kind) && e.kind != EventKind::skip) continue;
    if (e.a >= filters.size() || e.b >= filters.size()) continue;
    const Filter p = filters[e.a], q = filters[e.b];
    const std::size_t a = lowest_category(p), b = lowest_category(q);
    RuleCell& cell = cells_[std::max(a, b)][std::min(a, b)];
    if (is_test(e.kind))
      ++cell.tests;
    else if (!(statics[e.a] && statics[e.b]))
      ++cell.saved;
  }
}

std::uint64_t RuleTable::sum(std::uint64_t RuleCell::*number) const {
  std::uint64_t sum = 0;
  for (const auto& row : cells_)
    for (const RuleCell& cell : row) sum += cell.*number;
  return sum;
}

std::string category_name(const Session& session, std::size_t bit) {
  if (bit == RuleTable::kNone) return "no category";
  const auto names =
      session.show() ? std::span<const std::string_view>{} : session.scene().categories;
  if (bit < names.size() && !names[bit].empty()) return std::string(names[bit]);
  return "category " + std::to_string(bit + 1);
}

}  // namespace phasebox
