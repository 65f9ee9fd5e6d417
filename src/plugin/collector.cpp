// SPDX-License-Identifier: MIT
// The rules for pairs and events, and how a broken one is told.
#include "plugin/collector.hpp"

#include <algorithm>
#include <iterator>
#include <new>

namespace phasebox::plugin {
namespace {

// In the order of phasebox_plugin_event_kind.
constexpr EventKind kKinds[] = {EventKind::test,  EventKind::recheck, EventKind::skip,
                                EventKind::cell,  EventKind::node,    EventKind::group,
                                EventKind::split, EventKind::member,  EventKind::enter,
                                EventKind::leave, EventKind::visit,   EventKind::fat};
static_assert(std::size(kKinds) == PHASEBOX_EVENT_FAT + 1);

constexpr std::uint32_t kMaxDepth = 1000;

std::string times(std::uint64_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

Aabb box_of(const phasebox_plugin_event& e) { return {{e.box[0], e.box[1]}, {e.box[2], e.box[3]}}; }

}  // namespace

void Refused::tell(std::size_t sprites, const std::function<void(const std::string&)>& warn) const {
  const std::string below = " below " + std::to_string(sprites);
  if (pairs > 0)
    warn(times(pairs, "pair was refused: (", "pairs were refused, the first (") +
         std::to_string(first_pair.a) + ", " + std::to_string(first_pair.b) +
         "); a pair is two different numbers" + below);
  if (found > 0)
    warn(
        times(found, "find of a query was refused: ", "finds of a query were refused, the first ") +
        std::to_string(first_found) + "; it must be a number" + below);
  if (events > 0)
    warn(times(events, "event was refused: kind ", "events were refused, the first of kind ") +
         std::to_string(first_event.kind) + " with a = " + std::to_string(first_event.a) +
         ", b = " + std::to_string(first_event.b) +
         "; see phasebox_plugin_event_kind, objects must be" + below);
}

Collector::Collector(const Frame& frame, Refused& refused, Recorder* log)
    : count_(static_cast<std::uint32_t>(frame.size())),
      refused_(refused),
      log_(log),
      sink_{sizeof sink_, this, emit, emit_many},
      trace_{sizeof trace_, this, add} {}

Collector::Collector(const Frame& frame, Refused& refused, Recorder* log, PairSink& pairs)
    : Collector(frame, refused, log) {
  pairs_ = &pairs;
}

Collector::Collector(const Frame& frame, Refused& refused, Recorder* log, Sink<SpriteId>& found)
    : Collector(frame, refused, log) {
  found_ = &found;
}

// A search that was stopped takes no more, and nothing is thrown through the plug-in.
template <class Body>
void Collector::take(Body body) {
  if (has_ended_) return;
  try {
    body();
  } catch (const Stopped&) {
    has_ended_ = true;
  } catch (const std::bad_alloc&) {
    has_ended_ = lacks_memory_ = true;
  }
}

void Collector::take_pair(phasebox_plugin_pair pair) {
  if (!pairs_ || pair.a >= count_ || pair.b >= count_ || pair.a == pair.b) {
    if (refused_.pairs++ == 0) refused_.first_pair = pair;
    return;
  }
  if (log_) log_->add({EventKind::hit, Axis::x, 0, pair.a, pair.b});
  pairs_->emit(pair.a, pair.b);
}

void Collector::emit(void* context, std::uint32_t a, std::uint32_t b) {
  auto& self = *static_cast<Collector*>(context);
  self.take([&] { self.take_pair({a, b}); });
}

void Collector::emit_many(void* context, const phasebox_plugin_pair* pairs, std::size_t count) {
  auto& self = *static_cast<Collector*>(context);
  if (!pairs) return;
  self.take([&] {
    for (std::size_t k = 0; k < count; ++k) self.take_pair(pairs[k]);
  });
}

void Collector::found(void* context, std::uint32_t id) {
  auto& self = *static_cast<Collector*>(context);
  self.take([&] {
    if (id >= self.count_) {
      if (self.refused_.found++ == 0) self.refused_.first_found = id;
      return;
    }
    if (self.log_) self.log_->add({EventKind::hit, Axis::x, 0, id, id});
    self.found_->push(id);
  });
}

void Collector::add(void* context, const phasebox_plugin_event* event) {
  auto& self = *static_cast<Collector*>(context);
  if (event) self.take([&] { self.take_event(*event); });
}

void Collector::take_event(const phasebox_plugin_event& e) {
  if (!is_sound(e)) {
    if (refused_.events++ == 0) refused_.first_event = e;
    return;
  }
  log_->add({.kind = kKinds[e.kind],
             .depth = static_cast<std::uint16_t>(std::min(e.depth, kMaxDepth)),
             .a = e.a,
             .b = e.b,
             .box = box_of(e)});
}

bool Collector::is_sound(const phasebox_plugin_event& e) const {
  if (e.kind >= std::size(kKinds) || !is_valid(box_of(e))) return false;
  switch (e.kind) {
    case PHASEBOX_EVENT_TEST:
    case PHASEBOX_EVENT_RECHECK:
    case PHASEBOX_EVENT_SKIP: return e.a < count_ && e.b < count_ && (e.a != e.b || found_);
    case PHASEBOX_EVENT_MEMBER:
    case PHASEBOX_EVENT_FAT: return e.a < count_;
    default: return true;
  }
}

void Collector::end() {
  has_ended_ = true;
  if (lacks_memory_) throw std::bad_alloc();
}

}  // namespace phasebox::plugin
