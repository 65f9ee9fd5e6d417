// SPDX-License-Identifier: MIT
// Composes the sentence for an event of a broadphase, a narrowphase or a query.
#include "lab/xray/event_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/broadphase/sweep/endpoint.hpp"

namespace phasebox {
namespace {

// One event with everything that its sentence may need.
struct EventText {
  const Walk& walk;
  std::size_t number;  // index of the event
  const Event& e;
  const WalkState& after;
  const SceneState& scene;

  std::int64_t a() const { return scene.name(e.a); }
  std::int64_t b() const { return scene.name(e.b); }
  std::string list(std::span<const SpriteId> ids) const { return listed(ids, scene); }
  std::string part() const { return fmt::format("{} {}", walk.how().part, e.a); }
  /// A position on the event's axis as the user knows it.
  double absolute(float at) const {
    return static_cast<double>(at) + scene.offset[e.axis == Axis::x ? 0 : 1];
  }
  const WalkPart* known_part() const {
    const std::size_t at = walk.part_at(number + 1);
    return at == WalkPart::kNever ? nullptr : &walk.parts()[at];
  }
};

const char* name_of(Axis axis) { return axis == Axis::x ? "x" : "y"; }

std::string sprites(std::uint64_t n) { return counted(n, "sprite"); }

std::string pixel_of(const Aabb& box) {
  return fmt::format("({:.0f}, {:.0f})", std::floor(box.min.x), std::floor(box.min.y));
}

// The position of the previous (step -1) or next (+1) event if it has the same kind and axis; else
// of this event.
double beside(const EventText& t, int step) {
  const auto events = t.walk.events();
  const std::size_t at = t.number + static_cast<std::size_t>(step);
  const Event& other = at < events.size() ? events[at] : t.e;
  const bool is_alike = other.kind == t.e.kind && other.axis == t.e.axis;
  return t.absolute(low(is_alike ? other.box : t.e.box, t.e.axis));
}

std::string place(const EventText& t) {
  const bool is_line = t.e.box.min.x == t.e.box.max.x || t.e.box.min.y == t.e.box.max.y;
  if (!is_line) return {};
  const double at = t.absolute(low(t.e.box, t.e.axis));
  const std::string before = position_text(at, beside(t, -1)),
                    after = position_text(at, beside(t, 1));
  return fmt::format(" at {} = {}", name_of(t.e.axis),
                     before.size() > after.size() ? before : after);
}

// Describes a boundary that leaves no box open. The last one of a pass always does, so alone it is
// no gap.
std::string cut(const EventText& t) {
  const auto events = t.walk.events();
  const bool is_last =
      t.number + 1 == events.size() || events[t.number + 1].kind != EventKind::boundary;
  if (is_last && t.after.cuts == 1)
    return fmt::format("counter back to 0 only at the end: no gap along {}", name_of(t.e.axis));
  return fmt::format("counter back to 0: {} become{} a {}", t.list(t.after.part),
                     t.after.part.size() == 1 ? "s" : "", t.walk.how().part);
}

std::string boundary(const EventText& t) {
  const bool counts = t.walk.how().counts_boundaries;
  if (counts && t.after.turn == EventPhase::empties) return cut(t);
  const bool is_open = t.after.turn == EventPhase::opens;
  if (!counts) return fmt::format("{} {}{}", t.a(), is_open ? "begins" : "ends", place(t));
  return fmt::format("{} {}{}: counter {}", t.a(), is_open ? "opens" : "closes", place(t),
                     t.after.open.size());
}

std::string order(const EventText& t) {
  if (t.after.turn == EventPhase::empties)
    return fmt::format("{} ends: nothing is open, the sweep touches void", t.a());
  if (t.after.turn == EventPhase::closes)
    return fmt::format("{} ends: open are {}", t.a(), t.list(t.after.open));
  const bool stays = !t.after.open.empty() && t.after.open.back() == t.e.a;
  if (!stays)
    return fmt::format("{} has no extent along {}: it never stands open", t.a(), name_of(t.e.axis));
  return fmt::format("{} begins: open are {}", t.a(), t.list(t.after.open));
}

std::string meeting_of(const Aabb& p, const Aabb& q) {
  const auto apart = [&](Axis axis) {
    return low(p, axis) >= high(q, axis) || low(q, axis) >= high(p, axis);
  };
  if (overlaps(p, q)) return "they overlap";
  return fmt::format("apart along {}", name_of(apart(Axis::x) ? Axis::x : Axis::y));
}

std::string comparison(const EventText& t) {
  const auto boxes = t.scene.boxes;
  const std::string both = fmt::format("compare {} and {}", t.a(), t.b());
  if (t.e.a >= boxes.size() || t.e.b >= boxes.size()) return both;
  return both + ": " + meeting_of(boxes[t.e.a], boxes[t.e.b]);
}

std::string division(const EventText& t) {
  const WalkPart* part = t.known_part();
  const std::string into = fmt::format("divided into {}", t.e.b);
  if (!part || !t.scene.limit || part->size <= *t.scene.limit)
    return fmt::format("{}: {}", t.part(), into);
  return fmt::format("{} is too full ({} of {} at most, {}): {}", t.part(), grouped(part->size),
                     *t.scene.limit, t.walk.how().limit, into);
}

std::string final_group(const EventText& t) {
  const std::string what = fmt::format("{} is final with {}", t.part(), sprites(t.e.b));
  switch (t.e.ending) {
    case Ending::small:
      if (!t.scene.limit) return what + ": it is small enough";
      return fmt::format("{}: no more than {} ({})", what, *t.scene.limit, t.walk.how().limit);
    case Ending::no_gap: return what + ": neither axis has a gap that divides it";
    case Ending::tie: return what + ": only boundaries that coincide keep it whole";
    case Ending::depth:
      return fmt::format("{}: the depth limit is reached, after {} split{}", what, t.e.depth,
                         t.e.depth == 1 ? "" : "s");
    default: return what;
  }
}

std::string beginning(const EventText& t) {
  const auto events = t.walk.events();
  const bool has_boundaries =
      t.number + 1 < events.size() && events[t.number + 1].kind == EventKind::boundary;
  if (has_boundaries)
    return fmt::format("{}: the boundaries of {} along {}", t.part(), sprites(t.e.b),
                       name_of(t.e.axis));
  return fmt::format("{}: {} lie in it", t.part(), sprites(t.e.b));
}

std::string ending(const EventText& t) {
  if (!t.walk.how().counts_boundaries) return t.part() + " is done";
  if (t.after.cuts < 2) return fmt::format("{} does not divide {}", name_of(t.e.axis), t.part());
  return fmt::format("along {}, {} falls into {}", name_of(t.e.axis), t.part(), t.after.cuts);
}

std::string visit(const EventText& t) {
  if (t.known_part()) return fmt::format("look at {}", t.part());
  return fmt::format("look at {}", t.a());
}

std::string probe(const EventText& t) {
  const char* which = t.e.b != 0 ? "begins" : "ends";
  if (t.e.rule == QueryRule::left)
    return fmt::format("binary search: {} {} left of the box's start: look right of it", t.a(),
                       which);
  return fmt::format("binary search: {} {} no further left than the box's start: look left of it",
                     t.a(), which);
}

std::string walked(const EventText& t) {
  switch (t.e.rule) {
    case QueryRule::begins_inside:
      return fmt::format("{} begins inside the box: it interferes", t.a());
    case QueryRule::ends_from_left:
      return fmt::format("{} ends, and began left of the box: it interferes", t.a());
    case QueryRule::begins_past: return fmt::format("{} begins past the box's end: passed", t.a());
    case QueryRule::ends_from_inside:
      return fmt::format("{} ends, and its begin has been walked: passed", t.a());
    default: break;
  }
  const auto boxes = t.scene.boxes;
  const bool is_sprite = t.e.a < boxes.size() && (t.e.box == Aabb{} || t.e.box == boxes[t.e.a]);
  return is_sprite ? fmt::format("look at {}", t.a()) : fmt::format("look at {}", t.part());
}

std::string compared_with_asked(const EventText& t) {
  const std::string both = fmt::format("compare the box of {} with the query's", t.a());
  if (!t.scene.asked || t.e.a >= t.scene.boxes.size()) return both;
  return both + ": " + meeting_of(t.scene.boxes[t.e.a], *t.scene.asked);
}

std::string stopping(const EventText& t) {
  switch (t.e.ending) {
    case Ending::none_spans: return "past the box's end, none that spans its start is left: stop";
    case Ending::touches_void:
      return "past the box's end nothing is open: the walk touches void, stop";
    case Ending::row_end: return "the row is at its end";
    default: return "the query is done";
  }
}

std::string query_sentence(const EventText& t) {
  switch (t.e.kind) {
    case EventKind::probe: return probe(t);
    case EventKind::visit: return walked(t);
    case EventKind::test: return compared_with_asked(t);
    case EventKind::hit: return fmt::format("{} is found", t.a());
    case EventKind::leave: return stopping(t);
    default: return {};
  }
}

// Whether the moving sprite passes the same sprite once more before it stops.
bool passes_again(const EventText& t) {
  const auto events = t.walk.events().subspan(t.number + 1);
  for (const Event& e : events) {
    if (e.kind != EventKind::swap && !is_test(e.kind) && e.kind != EventKind::hit) return false;
    if (e.kind != EventKind::swap) continue;
    if (e.a != t.e.a || e.box != t.e.box) return false;
    if (e.b == t.e.b) return true;
  }
  return false;
}

// Two box ends that change places. An event names their sprites and the position of the moving one.
struct Exchange {
  Endpoint moving, passed;
};

// Finds which end of the other sprite is passed. Where both of its ends are passed, the far one
// comes first.
Exchange exchange_of(const EventText& t) {
  const Axis axis = t.e.axis;
  const Aabb &a = t.scene.boxes[t.e.a], &b = t.scene.boxes[t.e.b];
  const bool begins = low(a, axis) == low(t.e.box, axis);
  const Endpoint moving = begins ? Endpoint::begin(a, axis, t.e.a) : Endpoint::end(a, axis, t.e.a);
  const Endpoint begin = Endpoint::begin(b, axis, t.e.b);
  const bool is_begin = moving < begin && !passes_again(t);
  return {moving, is_begin ? begin : Endpoint::end(b, axis, t.e.b)};
}

// Tells why ends at the same position have an order.
std::string tie(const Exchange& x) {
  if (x.moving.place() == x.passed.place()) return "there the earlier sprite comes first";
  if (x.moving.is_end() && x.passed.is_begin()) return "there an end comes before a begin";
  return "there a box without extent comes between ends and begins";
}

std::string swapping(const EventText& t) {
  const std::string both =
      fmt::format("{} changes places with {} along {}", t.a(), t.b(), name_of(t.e.axis));
  if (std::max(t.e.a, t.e.b) >= t.scene.boxes.size()) return both;
  const Exchange x = exchange_of(t);
  const auto kind = [](Endpoint e) { return e.is_end() ? "ends" : "begins"; };
  const double at = t.absolute(x.moving.position()), other = t.absolute(x.passed.position());
  if (at == other)
    return fmt::format("{}: it {} at {}, as the other {}; {}", both, kind(x.moving),
                       position_text(at, other), kind(x.passed), tie(x));
  return fmt::format("{}: it {} at {}, before the other {} at {}", both, kind(x.moving),
                     position_text(at, other), kind(x.passed), position_text(other, at));
}

std::string broad_sentence(const EventText& t) {
  const Event& e = t.e;
  switch (e.kind) {
    case EventKind::enter: return beginning(t);
    case EventKind::leave: return ending(t);
    case EventKind::group: return final_group(t);
    case EventKind::member: return fmt::format("{} is in {} {}", t.a(), t.walk.how().part, e.b);
    case EventKind::split: return division(t);
    case EventKind::cell: return fmt::format("{} holds {}", t.part(), sprites(e.b));
    case EventKind::node: return fmt::format("{} keeps {}", t.part(), sprites(e.b));
    case EventKind::boundary: return boundary(t);
    case EventKind::order: return order(t);
    case EventKind::test: return comparison(t);
    case EventKind::recheck: return "kept from before: " + comparison(t);
    case EventKind::hit: return fmt::format("{} and {} are a candidate pair", t.a(), t.b());
    case EventKind::skip: return fmt::format("{} and {} may not collide: left out", t.a(), t.b());
    case EventKind::swap: return swapping(t);
    case EventKind::fat: return fmt::format("the fat AABB of {}", t.a());
    case EventKind::visit: return visit(t);
    default: return {};
  }
}

// Describes the read of one pixel, or of all pixels that one machine word holds.
std::string reading(const EventText& t, SpriteId of) {
  const Vec2 size = extent(t.e.box);
  const auto pixels = static_cast<int>(size.x * size.y);
  if (pixels <= 1) return fmt::format("read pixel {} of {}", pixel_of(t.e.box), t.scene.name(of));
  return fmt::format("read {} pixels of {}, from {} on", pixels, t.scene.name(of),
                     pixel_of(t.e.box));
}

std::string narrow_sentence(const EventText& t) {
  const Event& e = t.e;
  const Pair pair = t.after.pair.value_or(Pair{0, 0});
  const SpriteId of = e.b == 0 ? pair.a : pair.b;
  switch (e.kind) {
    case EventKind::enter:
      return fmt::format("{} and {}: their boxes overlap, look closer", t.a(), t.b());
    case EventKind::leave: return fmt::format("{} and {} do not touch", t.a(), t.b());
    case EventKind::hit:
      return fmt::format("{} and {} collide at {}", t.a(), t.b(), pixel_of(e.box));
    case EventKind::skip: return "the circles around them lie apart: no pixel is read";
    case EventKind::read: return reading(t, of);
    case EventKind::edge: return fmt::format("edge {} of the hull of {}", e.a, t.scene.name(of));
    case EventKind::feature:
      return fmt::format("the walk is at {} {} of {}", e.box.min == e.box.max ? "corner" : "edge",
                         e.a, t.scene.name(of));
    case EventKind::search: return "GJK searches for the closest points";
    case EventKind::closest:
      return fmt::format("the closest points are {:.1f} px apart", length(extent(e.box)));
    case EventKind::cell:
      return fmt::format("a part of {:.0f} × {:.0f} px at {}, in both images", extent(e.box).x,
                         extent(e.box).y, pixel_of(e.box));
    default: return {};
  }
}
}  // namespace

std::string listed(std::span<const SpriteId> sprites, const SceneState& scene) {
  constexpr std::size_t kMaxListed = 10;
  std::string text = "{";
  for (std::size_t k = 0; k < std::min(sprites.size(), kMaxListed); ++k)
    text += fmt::format("{}{}", k == 0 ? "" : ", ", scene.name(sprites[k]));
  if (sprites.size() > kMaxListed) text += " and " + grouped(sprites.size() - kMaxListed) + " more";
  return text + "}";
}

std::string position_text(double position, double other) {
  constexpr int kMaxDecimals = 45;  // the smallest floats need so many
  std::string text = fmt::format("{:.1f}", position);
  // Digits are added while the two texts are equal or their difference is less than one unit of the
  // last digit.
  double unit = 0.1, apart = std::abs(position - other);
  for (int digits = 2; position != other && digits <= kMaxDecimals; ++digits, unit /= 10) {
    if (apart > 0.9 * unit && text != fmt::format("{:.{}f}", other, digits - 1)) break;
    text = fmt::format("{:.{}f}", position, digits);
  }
  return text;
}

std::string sentence(const Walk& walk, std::size_t n, const SceneState& scene) {
  if (n == 0 || n > walk.size()) return {};
  const WalkState after = walk.state(n);
  const EventText t{walk, n - 1, walk.events()[n - 1], after, scene};
  switch (walk.phase()) {
    case WalkPhase::narrow: return narrow_sentence(t);
    case WalkPhase::query: return query_sentence(t);
    default: return broad_sentence(t);
  }
}
}  // namespace phasebox
