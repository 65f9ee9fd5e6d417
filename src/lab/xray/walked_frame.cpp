// SPDX-License-Identifier: MIT
// Runs the session's algorithms once more on its frame, with a log.
#include "lab/xray/walked_frame.hpp"

#include <bit>
#include <initializer_list>
#include <span>

#include "base/hash.hpp"
#include "bench/contestant.hpp"

namespace phasebox {
namespace {

// Logs the broadphase on the session's frame. It is a new instance, which first sees the previous
// frame (if `before` is not empty), so that it has what it keeps between frames. Returns it.
std::unique_ptr<Broadphase> trace_broad(const Session& session, const std::vector<Aabb>& before,
                                        Recorder& log) {
  auto broad = contestant_of(session.settings().shown_broadphase(), session).make();
  Frame frame = session.frame();
  PairSink found;
  if (before.empty()) {
    broad->reset(frame);
  } else {
    Frame past = frame;
    past.boxes = before;
    broad->reset(past);
    broad->find_pairs(past, found, nullptr);
    found.clear();
  }
  broad->find_pairs(frame, found, &log);
  return broad;
}

std::vector<Pair> hits(std::span<const Event> events) {
  std::vector<Pair> pairs;
  for (const Event& e : events)
    if (e.kind == EventKind::hit) pairs.push_back({e.a, e.b});
  return pairs;
}

void take_frame(const Session& session, WalkedFrame& taken) {
  const ImpactLog log = session.impact_log();
  taken.impacts.assign(log.impacts.begin(), log.impacts.end());
  taken.heap.assign(log.heap.begin(), log.heap.end());
  taken.gravity = {session.settings().response.gravity_x, session.settings().response.gravity_y};
  const auto narrow = session.settings().narrowphase->make();
  copy_params(session.settings().narrowphase.instance().params(), narrow->params());
  Sink<Contact> found;
  narrow->reset(session.frame());
  narrow->confirm(session.frame(), session.pairs(), found, &taken.trace.narrow);
  taken.broad = Walk(taken.trace.broad.events(), taken.broadphase->walkthrough);
  taken.narrow =
      Walk(taken.trace.narrow.events(), taken.narrowphase->walkthrough, WalkPhase::narrow);
  taken.candidates = hits(taken.trace.broad.events());
  for (const Pair p : taken.candidates) taken.found_keys.push_back(key_either_way(p));
  std::ranges::sort(taken.found_keys);
  taken.collisions = hits(taken.trace.narrow.events());
}

void take_query(const Session& session, Broadphase& broad, WalkedFrame& taken) {
  if (session.work().is_stopped()) return;
  Sink<SpriteId> found;
  broad.query(session.frame(), *taken.asked, found, &taken.query);
  broad.query_costs(session.frame(), *taken.asked, taken.costs);
  taken.found.assign(found.items().begin(), found.items().end());
  Walkthrough how = taken.broadphase->walkthrough;
  how.code = how.query;
  taken.broad = Walk(taken.query.events(), how, WalkPhase::query);
}

}  // namespace

std::uint64_t fingerprint_of(const Session& session) {
  Hasher h;
  const auto add = [&h](std::initializer_list<float> values) {
    h.add(std::span(values.begin(), values.size()));
  };
  h.add(session.hash());
  h.add(session.steps());
  h.add(session.impact_log().impacts.size());
  for (const Impact& i : session.impact_log().impacts) add({i.time, i.impulse.x, i.impulse.y});
  for (const Aabb& box : session.frame().boxes) add({box.min.x, box.min.y, box.max.x, box.max.y});
  for (const Owner algorithm :
       {Owner(session.settings().shown_broadphase()), Owner(*session.settings().narrowphase)}) {
    h.add(std::span<const char>(algorithm.id()));
    const ParamGroup group = session.settings().group(algorithm);
    for (const Param& row : group.rows) h.add(std::bit_cast<std::uint64_t>(row.get(group.object)));
  }
  return h.value();
}

std::unique_ptr<const WalkedFrame> walked_frame(const Session& session,
                                                const std::optional<Aabb>& asked,
                                                const std::vector<Aabb>& before) {
  auto taken = std::make_unique<WalkedFrame>();
  taken->asked = asked;
  if (session.playback()) taken->offset = session.playback()->place(0).recording.offset;
  taken->broadphase = &session.settings().shown_broadphase();
  taken->narrowphase = &*session.settings().narrowphase;
  const auto broad = trace_broad(session, before, taken->trace.broad);
  if (asked)
    take_query(session, *broad, *taken);
  else
    take_frame(session, *taken);
  taken->limit = session.settings().value(*taken->broadphase, taken->broadphase->walkthrough.limit);
  const auto boxes = session.frame().boxes;
  taken->boxes.assign(boxes.begin(), boxes.end());
  if (const RecordingPlayback* show = session.playback())
    taken->ids.assign(show->ids().begin(), show->ids().end());
  taken->fingerprint = fingerprint_of(session);
  return taken;
}

}  // namespace phasebox
