// SPDX-License-Identifier: MIT
// Twins: a copy of the session with one other value, its walk in step, and what differs.
#include "lab/twins.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "base/number_format.hpp"

namespace phasebox {
namespace {

std::uint64_t key_of_test(const Event& e) { return key({std::min(e.a, e.b), std::max(e.a, e.b)}); }

bool is_kept_part(const Event& e) {
  return e.kind == EventKind::group || e.kind == EventKind::cell || e.kind == EventKind::node;
}

bool comes_before(const Aabb& a, const Aabb& b) {
  return std::tie(a.min.x, a.min.y, a.max.x, a.max.y) <
         std::tie(b.min.x, b.min.y, b.max.x, b.max.y);
}

// Whether the algorithms and the world as they are now have it.
bool is_in_use(const Session& session, const command::SetParam& change) {
  return change.owner == Owner(session.shown_broadphase()) ||
         change.owner == Owner(session.narrowphase()) || change.owner == Owner::world();
}

std::string title_of(const Session& session, const command::SetParam& change) {
  const ParamGroup group = session.group(change.owner);
  const Param& row = *find_param(group.rows, change.key);
  return fmt::format("{} {}", spaced(row.key), value_text(row, row.get(group.object)));
}

std::string counts_of(const Session& session, const Xray& xray) {
  const Counters c = counters_of(xray.trace(), session.shown_broadphase(), session.world().size());
  std::string text = counted(c.box_tests, "test");
  if (c.has_parts) text += ", " + counted(c.groups, c.part);
  return text;
}

// As far as the first one; where that is through with a half, the other one is as well.
std::size_t place_in(const Xray& twin, const Xray& first) {
  const auto share = [](std::size_t done, std::size_t all, std::size_t own) {
    return done == all ? own : std::min(done, own);
  };
  if (first.at() < first.impacts().size()) return 0;
  const std::size_t broad = share(first.done_broad(), first.broad().size(), twin.broad().size());
  const bool is_through = first.done_broad() == first.broad().size();
  const std::size_t narrow =
      is_through && first.done_narrow() > 0
          ? share(first.done_narrow(), first.narrow().size(), twin.narrow().size())
          : 0;
  return twin.impacts().size() + broad + narrow;
}

}  // namespace

std::unique_ptr<Twins::Twin> Twins::make(const Session& session, const command::SetParam& change,
                                         Status& error) {
  auto twin = std::make_unique<Twin>(session, change);
  error = twin->session.apply(change);
  return twin;
}

Status Twins::apply(const SetTwin& command, const Session& session) {
  if (!command.change) return twin_.reset(), Status{};
  Status error;
  auto twin = make(session, *command.change, error);
  if (!error) twin_ = std::move(twin);
  return error;
}

bool Twins::take(const Xray& first, const Session& session) {
  Status error;
  const command::SetParam change = twin_->change;
  if (!is_in_use(session, change)) return false;
  auto twin = make(session, change, error);
  if (error) return false;
  twin->session.limit_pairs(kMaxPairs);
  twin->session.detect();
  if (twin->xray.open(twin->session, {}, session.boxes_before())) return false;
  twin->first = first.fingerprint();
  const auto fill = [&](Side& side, const Session& of, const Xray& xray) {
    side.title = title_of(of, change);
    side.counts = counts_of(of, xray);
    for (const Event& e : xray.broad().events()) {
      if (is_test(e.kind)) side.tests.push_back(key_of_test(e));
      if (is_kept_part(e)) side.parts.push_back(e.box);
    }
    std::ranges::sort(side.tests);
    side.tests.erase(std::ranges::unique(side.tests).begin(), side.tests.end());
    std::ranges::sort(side.parts, comes_before);
  };
  fill(twin->sides[0], session, first);
  fill(twin->sides[1], twin->session, twin->xray);
  twin_ = std::move(twin);
  return true;
}

void Twins::follow(const Xray& first, const Session& session) {
  if (!twin_) return;
  const bool may_be = first.is_open() && !first.asked();
  if (!may_be || (twin_->first != first.fingerprint() && !take(first, session)))
    return twin_.reset();
  twin_->xray.apply(SeekXray{place_in(twin_->xray, first)}, twin_->session);
}

std::string Twins::sentence() const {
  std::vector<std::uint64_t> differ;
  std::ranges::set_symmetric_difference(twin_->sides[0].tests, twin_->sides[1].tests,
                                        std::back_inserter(differ));
  return fmt::format("{}: {}; {}: {}; {} differ{}", title(0), counts(0), title(1), counts(1),
                     counted(differ.size(), "test"), differ.size() == 1 ? "s" : "");
}

OnlyOne Twins::only(std::size_t side, const Xray& of) const {
  const Side& other = twin_->sides[1 - side];
  OnlyOne only;
  for (const Event& e : of.broad().events().first(of.done_broad())) {
    if (is_test(e.kind) && !std::ranges::binary_search(other.tests, key_of_test(e)))
      only.tests.push_back({e.a, e.b});
    if (is_kept_part(e) && !std::ranges::binary_search(other.parts, e.box, comes_before))
      only.parts.push_back(e.box);
  }
  return only;
}

}  // namespace phasebox
