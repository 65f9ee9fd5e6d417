// SPDX-License-Identifier: MIT
// Chooses the tint of a group by its smallest member, and holds it.
#include "view/group_tints.hpp"

#include <algorithm>
#include <utility>

#include "session/shown_names.hpp"

namespace phasebox {

void note_groups(const Session& session, std::span<const Event> broad,
                 std::span<std::uint32_t> tints) {
  constexpr std::uint32_t kTints = 0x7FFF'FFFF;
  for (auto at = broad.begin(); at != broad.end();) {
    const auto end = std::find_if(at, broad.end(), [first = *at](const Event& e) {
      return e.kind != first.kind || e.b != first.b;
    });
    const std::span<const Event> members(at, end);
    at = end;
    if (members[0].kind != EventKind::member) continue;
    const auto number = [&](const Event& e) { return shown_id(session, e.a); };
    const std::int64_t smallest = number(std::ranges::min(members, {}, number));
    for (const Event& e : members)
      if (e.a < tints.size()) tints[e.a] = static_cast<std::uint32_t>(smallest) % kTints + 1;
  }
}

// Moves the held tints with their sprites. Only the edits before the last detection are known.
// After others a sprite may hold the tint of another one for a while.
void SteadyTints::follow(const PopulationChanges& changes) {
  const bool are_known = changes.count == population_ + changes.last.size();
  if (std::exchange(population_, changes.count) == changes.count || !are_known) return;
  const auto move = [](auto& column, const Edit& edit, auto fresh) {
    if (edit.kind == Edit::Kind::add) column.push_back(fresh);
    if (edit.id < column.size()) std::swap(column[edit.id], column.back());
    if (edit.kind == Edit::Kind::remove && !column.empty()) column.pop_back();
  };
  for (const Edit& edit : changes.last) {
    move(tints_, edit, 0u);
    move(changed_at_, edit, kNever);
  }
}

void SteadyTints::look(const Session& session, std::span<const Event> broad, double now) {
  const std::size_t n = session.world().size();
  now_.assign(n, 0);
  note_groups(session, broad, now_);
  follow(session.population_changes());
  tints_.resize(n);
  changed_at_.resize(n, kNever);
  for (std::size_t i = 0; i < n; ++i) {
    if (now_[i] == tints_[i] || now - changed_at_[i] < kHeldSeconds) continue;
    tints_[i] = now_[i];
    changed_at_[i] = now;
  }
}

}  // namespace phasebox
