// SPDX-License-Identifier: MIT
// The words for each kind of event, the same for every algorithm but for what it calls its parts.
#include "lab/sentences.hpp"

#include <cmath>

#include <fmt/format.h>

namespace phasebox {

std::string listed(std::span<const SpriteId> ids, std::size_t most) {
  std::string text = "{";
  for (std::size_t k = 0; k < std::min(ids.size(), most); ++k)
    text += fmt::format("{}{}", k == 0 ? "" : ", ", ids[k]);
  if (ids.size() > most) text += fmt::format(" and {} more", ids.size() - most);
  return text + "}";
}

namespace {

// One event with all that its words may need.
struct Telling {
  const Walk& walk;
  std::size_t number;  // of the event
  const Event& e;
  const WalkState& after;
  const Scenery& scenery;

  std::string part() const { return fmt::format("{} {}", walk.how().part, e.a); }
  const WalkPart* known_part() const {
    const std::size_t at = walk.part_at(number + 1);
    return at == WalkPart::kNever ? nullptr : &walk.parts()[at];
  }
};

const char* name_of(Axis axis) { return axis == Axis::x ? "x" : "y"; }

std::string sprites(std::uint64_t n) { return fmt::format("{} sprite{}", n, n == 1 ? "" : "s"); }

std::string pixel_of(const Aabb& box) {
  return fmt::format("({:.0f}, {:.0f})", std::floor(box.min.x), std::floor(box.min.y));
}

std::string place(const Telling& t) {
  const bool is_line = t.e.box.min.x == t.e.box.max.x || t.e.box.min.y == t.e.box.max.y;
  if (!is_line) return {};
  return fmt::format(" at {} = {:.1f}", name_of(t.e.axis), low(t.e.box, t.e.axis));
}

// The last boundary of a pass closes the last sprite whether or not there was a gap before.
std::string cut(const Telling& t) {
  const auto events = t.walk.events();
  const bool is_last = t.number + 1 == events.size() || events[t.number + 1].mark != Mark::boundary;
  if (is_last && t.after.cuts == 1)
    return fmt::format("counter back to 0 only at the end: no gap along {}", name_of(t.e.axis));
  return fmt::format("counter back to 0: {} become{} a {}", listed(t.after.part),
                     t.after.part.size() == 1 ? "s" : "", t.walk.how().part);
}

std::string boundary(const Telling& t) {
  const bool counts = t.walk.how().counts_boundaries;
  if (counts && t.after.turn == Turn::empties) return cut(t);
  const bool is_open = t.after.turn == Turn::opens;
  if (!counts) return fmt::format("{} {}{}", t.e.a, is_open ? "begins" : "ends", place(t));
  return fmt::format("{} {}{}: counter {}", t.e.a, is_open ? "opens" : "closes", place(t),
                     t.after.open.size());
}

std::string order(const Telling& t) {
  if (t.after.turn == Turn::empties)
    return fmt::format("{} ends: nothing is open, the sweep touches void", t.e.a);
  if (t.after.turn == Turn::closes)
    return fmt::format("{} ends: open are {}", t.e.a, listed(t.after.open));
  const bool stays = !t.after.open.empty() && t.after.open.back() == t.e.a;
  if (!stays)
    return fmt::format("{} has no extent along {}: it never stands open", t.e.a, name_of(t.e.axis));
  return fmt::format("{} begins: open are {}", t.e.a, listed(t.after.open));
}

std::string comparison(const Telling& t) {
  const auto boxes = t.scenery.boxes;
  const std::string both = fmt::format("compare {} and {}", t.e.a, t.e.b);
  if (t.e.a >= boxes.size() || t.e.b >= boxes.size()) return both;
  const Aabb &p = boxes[t.e.a], &q = boxes[t.e.b];
  if (overlaps(p, q)) return both + ": they overlap";
  const bool apart = low(p, Axis::x) >= high(q, Axis::x) || low(q, Axis::x) >= high(p, Axis::x);
  return fmt::format("{}: apart along {}", both, name_of(apart ? Axis::x : Axis::y));
}

std::string division(const Telling& t) {
  const WalkPart* part = t.known_part();
  const std::string into = fmt::format("divided into {}", t.e.b);
  if (!part || !t.scenery.limit || part->size <= *t.scenery.limit)
    return fmt::format("{}: {}", t.part(), into);
  return fmt::format("{} is too full ({} of {} at most, {}): {}", t.part(), part->size,
                     *t.scenery.limit, t.walk.how().limit, into);
}

std::string final_group(const Telling& t) {
  const bool is_small = t.scenery.limit && t.e.b <= *t.scenery.limit;
  return fmt::format("{} is final with {}: {}", t.part(), sprites(t.e.b),
                     is_small
                         ? fmt::format("no more than {} ({})", *t.scenery.limit, t.walk.how().limit)
                         : "no gap is left to divide it");
}

std::string beginning(const Telling& t) {
  const auto events = t.walk.events();
  const bool has_boundaries =
      t.number + 1 < events.size() && events[t.number + 1].mark == Mark::boundary;
  if (has_boundaries)
    return fmt::format("{}: the boundaries of {} along {}", t.part(), sprites(t.e.b),
                       name_of(t.e.axis));
  return fmt::format("{}: {} lie in it", t.part(), sprites(t.e.b));
}

std::string ending(const Telling& t) {
  if (!t.walk.how().counts_boundaries) return t.part() + " is done";
  if (t.after.cuts < 2) return fmt::format("{} does not divide {}", name_of(t.e.axis), t.part());
  return fmt::format("along {}, {} falls into {}", name_of(t.e.axis), t.part(), t.after.cuts);
}

std::string visit(const Telling& t) {
  if (t.known_part()) return fmt::format("look at {}", t.part());
  return fmt::format("look at {}", t.e.a);
}

std::string broad_sentence(const Telling& t) {
  const Event& e = t.e;
  switch (e.mark) {
    case Mark::enter: return beginning(t);
    case Mark::leave: return ending(t);
    case Mark::group: return final_group(t);
    case Mark::member: return fmt::format("{} is in {} {}", e.a, t.walk.how().part, e.b);
    case Mark::split: return division(t);
    case Mark::cell: return fmt::format("{} holds {}", t.part(), sprites(e.b));
    case Mark::node: return fmt::format("{} keeps {}", t.part(), sprites(e.b));
    case Mark::boundary: return boundary(t);
    case Mark::order: return order(t);
    case Mark::test: return comparison(t);
    case Mark::hit: return fmt::format("{} and {} are a candidate pair", e.a, e.b);
    case Mark::skip: return fmt::format("{} and {} may not collide: left out", e.a, e.b);
    case Mark::swap:
      return fmt::format("{} changes places with {} along {}", e.a, e.b, name_of(e.axis));
    case Mark::fat: return fmt::format("the wider box of {}", e.a);
    case Mark::visit: return visit(t);
    default: return {};
  }
}

// A pixel, or those that one word holds.
std::string reading(const Telling& t, SpriteId of) {
  const Vec2 size = extent(t.e.box);
  const auto pixels = static_cast<int>(size.x * size.y);
  if (pixels <= 1) return fmt::format("read pixel {} of {}", pixel_of(t.e.box), of);
  return fmt::format("read {} pixels of {}, from {} on", pixels, of, pixel_of(t.e.box));
}

std::string narrow_sentence(const Telling& t) {
  const Event& e = t.e;
  const Pair pair = t.after.pair.value_or(Pair{0, 0});
  const SpriteId of = e.b == 0 ? pair.a : pair.b;
  switch (e.mark) {
    case Mark::enter: return fmt::format("{} and {}: their boxes overlap, look closer", e.a, e.b);
    case Mark::leave: return fmt::format("{} and {} do not touch", e.a, e.b);
    case Mark::hit: return fmt::format("{} and {} collide at {}", e.a, e.b, pixel_of(e.box));
    case Mark::read: return reading(t, of);
    case Mark::edge: return fmt::format("edge {} of the hull of {}", e.a, of);
    case Mark::closest:
      return fmt::format("the closest points are {:.1f} px apart", length(extent(e.box)));
    case Mark::cell:
      return fmt::format("a part of {:.0f} × {:.0f} px at {}, in both trees", extent(e.box).x,
                         extent(e.box).y, pixel_of(e.box));
    default: return {};
  }
}

}  // namespace

std::string sentence(const Walk& walk, std::size_t n, const Scenery& scenery) {
  if (n == 0 || n > walk.size()) return {};
  const WalkState after = walk.state(n);
  const Telling t{walk, n - 1, walk.events()[n - 1], after, scenery};
  return walk.half() == Half::narrow ? narrow_sentence(t) : broad_sentence(t);
}

}  // namespace phasebox
