// SPDX-License-Identifier: MIT
// Applies the events of a log to the state of a walk, one after the other.
#include "lab/xray/walk.hpp"

namespace phasebox {
namespace {

/// Whether the event's `a` is the number of a part.
bool names_a_part(const Event& e) {
  using enum EventKind;
  return e.kind == enter || e.kind == group || e.kind == split || e.kind == cell || e.kind == node;
}

bool is_open(const WalkState& s, SpriteId id) {
  return std::ranges::find(s.open, id) != s.open.end();
}

void begin_pass(WalkState& s, Axis axis) {
  s.open.clear();
  s.part.clear();
  s.cuts = 0;
  s.boundaries = 0;
  s.line.reset();
  s.axis = axis;
}

// Whether a boundary or order event opens its sprite. An order event of a sprite that is not open
// does; but a box without extent, which such an event compares with the open ones, is not kept
// open.
bool opens(const Event& e, const WalkState& before) {
  return e.kind == EventKind::boundary ? e.b != 0 : !is_open(before, e.a);
}

EventPhase phase_of(QueryRule rule) {
  if (rule == QueryRule::ends_from_left) return EventPhase::ends_from_left;
  const bool passes = rule == QueryRule::begins_past || rule == QueryRule::ends_from_inside;
  return passes ? EventPhase::passed : EventPhase::begins_inside;
}

EventPhase phase_of(Ending ending) {
  if (ending == Ending::touches_void) return EventPhase::touches_void;
  return ending == Ending::row_end ? EventPhase::row_end : EventPhase::none_spans;
}

}  // namespace

bool is_sweep_step(const Event& e, const Walkthrough& how) {
  return e.kind == (how.counts_boundaries ? EventKind::boundary : EventKind::order);
}

EventPhase phase_of(const Event& e, const WalkState& before, const Walkthrough& how) {
  using enum EventKind;
  if (e.kind == read || e.kind == edge || e.kind == feature)
    return e.b == 0 ? EventPhase::first : EventPhase::second;
  if (e.kind == visit) return phase_of(e.rule);
  if (e.kind == leave) return phase_of(e.ending);
  if (e.kind != boundary && e.kind != order) return EventPhase::opens;
  if (opens(e, before)) return EventPhase::opens;
  return is_sweep_step(e, how) && before.open.size() == 1 ? EventPhase::empties
                                                          : EventPhase::closes;
}

void Walk::take(WalkState& s, const Event& e) const {
  using enum EventKind;
  s.turn = phase_of(e, s, how_);
  ++s.events;
  ++s.count[static_cast<std::size_t>(e.kind)];
  if (e.kind == recheck) ++s.count[static_cast<std::size_t>(test)];
  if (e.kind == enter || ((e.kind == boundary || e.kind == order) && e.axis != s.axis))
    begin_pass(s, e.axis);
  if (e.kind == boundary) ++s.boundaries;
  if (e.kind == boundary || e.kind == order || e.kind == swap) s.line = e.box;
  if (e.kind == leave || names_a_part(e)) s.line.reset();
  if (e.kind == leave) s.part.clear();
  if (is_sweep_step(e, how_)) {
    if (s.turn != EventPhase::opens) {
      std::erase(s.open, e.a);
      if (s.open.empty()) ++s.cuts;
    } else if (e.kind == boundary || e.b > s.open.size()) {
      if (s.open.empty()) s.part.clear();
      s.open.push_back(e.a);
      s.part.push_back(e.a);
    }
  }
  if (phase_ == WalkPhase::narrow) {
    if (e.kind == enter) s.pair = {e.a, e.b};
    return;
  }
  if (names_a_part(e) || e.kind == visit) s.at = e.a;
  if (is_test(e.kind) || e.kind == hit || e.kind == skip || e.kind == swap) s.pair = {e.a, e.b};
}

Walk::Walk(std::span<const Event> events, const Walkthrough& how, WalkPhase phase)
    : events_(events), how_(how), phase_(phase) {
  if (how_.code.empty()) how_.code = kGeneralCode;
  WalkState s;
  for (std::size_t k = 0; k < events_.size(); ++k) {
    if (k % kStride == 0) kept_.push_back(s);
    take(s, events_[k]);
    note_part(k);
    note_pass(k);
  }
  for (std::size_t k = 0; k < parts_.size(); ++k) by_number_.emplace_back(parts_[k].number, k);
  std::ranges::sort(by_number_);
  stack_.clear();
  if (!stops_.empty()) return;
  for (std::size_t k = 0; k < events_.size(); ++k)
    if (events_[k].kind == EventKind::hit) stops_.push_back(k);
}

// Updates parts_ and stops_ with event k. The parent of a new part is the last part before it of
// less depth; cells have no parents, since the cells of several grids do not contain each other.
void Walk::note_part(std::size_t k) {
  const Event& e = events_[k];
  if (phase_ == WalkPhase::narrow && e.kind == EventKind::enter) stops_.push_back(k);
  if (phase_ == WalkPhase::narrow || !names_a_part(e)) return;
  const bool is_flat = e.kind == EventKind::cell;
  while (!stack_.empty() && parts_[stack_.back()].number != e.a &&
         (is_flat || parts_[stack_.back()].depth >= e.depth))
    stack_.pop_back();
  if (stack_.empty() || parts_[stack_.back()].number != e.a) {
    WalkPart part{.number = e.a, .depth = e.depth, .first = k, .box = e.box};
    if (!stack_.empty()) part.parent = stack_.back();
    stack_.push_back(parts_.size());
    parts_.push_back(part);
    stops_.push_back(k);
  }
  WalkPart& part = parts_[stack_.back()];
  if (e.kind == EventKind::split) {
    part.split = k;
    part.children = e.b;
  } else
    part.size = std::max(part.size, e.b);
  if (e.kind != EventKind::split && e.kind != EventKind::enter) part.done = k;
  if (e.kind == EventKind::enter && part.first != k) stops_.push_back(k);
}

void Walk::note_pass(std::size_t k) {
  const Event& e = events_[k];
  const bool is_order = e.kind == EventKind::order;
  if (e.kind != EventKind::boundary && !is_order && e.kind != EventKind::swap) return;
  const bool is_new =
      passes_.empty() || passes_.back().axis != e.axis ||
      (e.kind == EventKind::boundary && passes_.back().has_order) ||
      (e.kind == EventKind::boundary && k > 0 && events_[k - 1].kind == EventKind::enter);
  if (is_new) passes_.push_back({.begin = k, .end = k, .axis = e.axis});
  passes_.back().end = k + 1;
  passes_.back().has_order |= is_order;
}

const WalkState& Walk::go(std::size_t n) const {
  n = std::min(n, size());
  const std::size_t kept = std::min(n / kStride, kept_.empty() ? 0 : kept_.size() - 1);
  if (kept_.empty()) return now_;
  if (now_.events > n || n - now_.events > kStride) now_ = kept_[kept];
  while (now_.events < n) take(now_, events_[now_.events]);
  return now_;
}

std::optional<std::size_t> Walk::line(std::size_t event) const {
  if (event >= size()) return {};
  const Event& e = events_[event];
  const EventMask cue(e.kind, phase_of(e, go(event), how_));
  for (std::size_t k = 0; k < how_.code.size(); ++k)
    if (how_.code[k].lit_by & cue) return k;
  return {};
}

std::size_t Walk::jump(std::size_t n, bool forward) const {
  if (forward) {
    const auto it = std::ranges::lower_bound(stops_, n);
    return it == stops_.end() ? size() : *it + 1;
  }
  const auto it = std::ranges::lower_bound(stops_, n == 0 ? 0 : n - 1);
  return it == stops_.begin() ? 0 : *(it - 1) + 1;
}

}  // namespace phasebox
