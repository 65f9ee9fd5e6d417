// SPDX-License-Identifier: MIT
// Compares the walks of a frame in the session and in its clone, and moves them together.
#include "lab/xray/twins.hpp"

#include <algorithm>
#include <tuple>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// Identifies what one of two walks may have and the other may not: a test by its pair, or a final
// group, a cell or a node by its box. Nothing for other events.
using Made = std::tuple<std::uint64_t, float, float, float, float>;
std::optional<Made> made_by(const Event& e) {
  if (is_test(e.kind)) return Made{key_either_way({e.a, e.b}), 0, 0, 0, 0};
  if (e.kind != EventKind::group && e.kind != EventKind::cell && e.kind != EventKind::node)
    return {};
  return Made{~std::uint64_t{0}, e.box.min.x, e.box.min.y, e.box.max.x, e.box.max.y};
}
}  // namespace

Status Twins::apply(const SetTwin& command, const Session& session) {
  if (!command.change) {
    close();
    return Status{};
  }
  const command::SetParam& change = *command.change;
  if (change.owner != Owner(session.settings().shown_broadphase()) &&
      change.owner != Owner(*session.settings().narrowphase) && change.owner != Owner::world())
    return Error{"a twin has another value of the world or of an algorithm that runs"};
  auto twin = std::make_unique<Twin>(session, change);
  twin->session.work().max_pairs = kMaxPairs;
  if (auto status = twin->session.apply(change); status.failed()) return status;
  twin->session.detect();
  if (auto status = twin->xray.open(twin->session, {}, boxes_before(session)); status.failed())
    return status;
  twin_ = std::move(twin);
  return {};
}

void Twins::compare(const Xray& first, const Session& session) {
  const std::pair<const Session*, const Xray*> both[] = {{&session, &first},
                                                         {&twin_->session, &twin_->xray}};
  std::array<std::vector<Made>, 2> made;
  std::vector<Made> differ;  // tests that only one walk has
  for (std::size_t k = 0; k < 2; ++k) {
    for (const Event& e : both[k].second->broad().events())
      if (const auto m = made_by(e)) made[k].push_back(*m);
    std::ranges::sort(made[k]);
  }
  for (std::size_t k = 0; k < 2; ++k) {
    const auto& [of, xray] = both[k];
    Side& side = twin_->sides[k];
    const auto events = xray->broad().events();
    for (std::size_t n = 0; n < events.size(); ++n) {
      const auto m = made_by(events[n]);
      if (!m || std::ranges::binary_search(made[1 - k], *m)) continue;
      side.only.push_back(n);
      if (is_test(events[n].kind)) differ.push_back(*m);
    }
    const ParamGroup group = of->settings().group(twin_->change.owner);
    const Param& row = *find_param(group.rows, twin_->change.key);
    const Counters c =
        counters_of(xray->trace(), of->settings().shown_broadphase(), xray->boxes().size());
    side.title = say("{} {}", label_of(row), value_text(row, row.get(group.object)));
    side.counts = counted(c.box_tests, "test");
    if (c.has_parts) side.counts = say("{}, {}", side.counts, counted(c.groups, c.part));
  }
  std::ranges::sort(differ);
  const auto n =
      static_cast<std::size_t>(std::unique(differ.begin(), differ.end()) - differ.begin());
  const auto& [one, other] = twin_->sides;
  twin_->sentence = {n == 1 ? "{}: {}; {}: {}; {} differs" : "{}: {}; {}: {}; {} differ",
                     {one.title, one.counts, other.title, other.counts, counted(n, "test")}};
  twin_->first = first.fingerprint();
}

void Twins::follow(const Xray& first, const Session& session) {
  if (!twin_) return;
  if (!first.is_open() || first.asked()) return twin_.reset();
  if (twin_->first != first.fingerprint()) {
    if (twin_->first && apply(SetTwin{twin_->change}, session).failed()) return twin_.reset();
    compare(first, session);
  }
  const auto share = [](std::size_t done, const Walk& all, const Walk& own) {
    return done == all.size() ? own.size() : std::min(done, own.size());
  };
  Xray& xray = twin_->xray;
  std::size_t at = share(first.done_broad(), first.broad(), xray.broad());
  if (first.phase() == WalkPhase::narrow)
    at += share(first.done_narrow(), first.narrow(), xray.narrow());
  if (at > 0) at += xray.impacts().size();
  xray.seek(at);
}

}  // namespace phasebox
