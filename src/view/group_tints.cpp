// SPDX-License-Identifier: MIT
// Chooses the tint of a group by its smallest member, and holds it.
#include "view/group_tints.hpp"

#include <algorithm>
#include <limits>

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

void SteadyTints::look(const Session& session, std::span<const Event> broad, double now) {
  const std::size_t n = session.world().size();
  now_.assign(n, 0);
  note_groups(session, broad, now_);
  tints_.resize(n);
  changed_at_.resize(n, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < n; ++i) {
    if (now_[i] == tints_[i] || now - changed_at_[i] < kHeldSeconds) continue;
    tints_[i] = now_[i];
    changed_at_[i] = now;
  }
}

}  // namespace phasebox
