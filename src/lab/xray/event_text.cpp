// SPDX-License-Identifier: MIT
// Composes the sentence for an event of a broadphase, a narrowphase or a query.
#include "lab/xray/event_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "collide/broadphase/sweep/endpoint.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

// An event with everything that its sentence may need.
struct EventText {
  const Walk& walk;
  std::size_t number;  // index of the event
  const Event& e;
  const WalkState& after;
  const SceneState& scene;

  // name: the sprite of this index; a, b: the sprites of the event; part: the part whose number is
  // the event's `a`.
  Sentence name(SpriteId id) const { return Sentence::as_is(std::to_string(scene.name(id))); }
  Sentence a() const { return name(e.a); }
  Sentence b() const { return name(e.b); }
  Sentence list(std::span<const SpriteId> ids) const { return listed(ids, scene); }
  Sentence part() const { return say("{} {}", walk.how().part, e.a); }
  /// The key of the parameter that limits the size of a part.
  Sentence limit() const { return Sentence::as_is(std::string(walk.how().limit)); }
  /// A position on the event's axis, px, as in the recording.
  double absolute(float at) const {
    return static_cast<double>(at) + scene.offset[e.axis == Axis::x ? 0 : 1];
  }
  /// The current part after the event, or null if there is none.
  const WalkPart* known_part() const {
    const std::size_t at = walk.part_at(number + 1);
    return at == WalkPart::kNever ? nullptr : &walk.parts()[at];
  }
};

const char* name_of(Axis axis) { return axis == Axis::x ? "x" : "y"; }

Sentence sprites(std::uint64_t n) { return counted(n, "sprite"); }

/// The pixel at the top left corner of a box: "(12, 40)".
std::string pixel_of(const Aabb& box) {
  return fmt::format("({:.0f}, {:.0f})", std::floor(box.min.x), std::floor(box.min.y));
}

// The position, px, of the event before (step -1) or after (+1) this one if it has the same kind
// and axis; else the position of this event.
double beside(const EventText& t, int step) {
  const auto events = t.walk.events();
  const std::size_t at = t.number + static_cast<std::size_t>(step);
  const Event& other = at < events.size() ? events[at] : t.e;
  const bool is_alike = other.kind == t.e.kind && other.axis == t.e.axis;
  return t.absolute(low(is_alike ? other.box : t.e.box, t.e.axis));
}

// The position of a boundary as text, with as many digits as distinguish it from its neighbors;
// empty where its sweep runs along a slanted line.
std::string place(const EventText& t) {
  const bool is_line = t.e.box.min.x == t.e.box.max.x || t.e.box.min.y == t.e.box.max.y;
  if (!is_line) return {};
  const double at = t.absolute(low(t.e.box, t.e.axis));
  const std::string before = position_text(at, beside(t, -1)),
                    after = position_text(at, beside(t, 1));
  return before.size() > after.size() ? before : after;
}

// Describes a boundary after which no box is open. The last boundary of a pass always is one, so it
// is a gap only if there was another one before.
Sentence cut(const EventText& t) {
  const auto events = t.walk.events();
  const bool is_last =
      t.number + 1 == events.size() || events[t.number + 1].kind != EventKind::boundary;
  if (is_last && t.after.cuts == 1)
    return say("counter back to 0 only at the end: no gap along {}", name_of(t.e.axis));
  return {t.after.part.size() == 1 ? "counter back to 0: {} becomes a {}"
                                   : "counter back to 0: {} become a {}",
          {t.list(t.after.part), t.walk.how().part}};
}

Sentence boundary(const EventText& t) {
  const bool counts = t.walk.how().counts_boundaries;
  if (counts && t.after.turn == EventPhase::empties) return cut(t);
  const bool is_open = t.after.turn == EventPhase::opens;
  const std::string at = place(t);
  const Sentence axis = name_of(t.e.axis), open = Sentence::as_is(t.after.open.size());
  if (counts && at.empty())
    return {is_open ? "{} opens: counter {}" : "{} closes: counter {}", {t.a(), open}};
  if (counts)
    return {is_open ? "{} opens at {} = {}: counter {}" : "{} closes at {} = {}: counter {}",
            {t.a(), axis, at, open}};
  if (at.empty()) return {is_open ? "{} begins" : "{} ends", {t.a()}};
  return {is_open ? "{} begins at {} = {}" : "{} ends at {} = {}", {t.a(), axis, at}};
}

Sentence order(const EventText& t) {
  if (t.after.turn == EventPhase::empties) return say("{} ends: after it nothing is open", t.a());
  if (t.after.turn == EventPhase::closes)
    return say("{} ends: open are {}", t.a(), t.list(t.after.open));
  const bool stays = !t.after.open.empty() && t.after.open.back() == t.e.a;
  if (!stays) return say("{} has no extent along {}: it is never open", t.a(), name_of(t.e.axis));
  return say("{} begins: open are {}", t.a(), t.list(t.after.open));
}

Sentence meeting_of(const Aabb& p, const Aabb& q) {
  const auto apart = [&](Axis axis) {
    return low(p, axis) >= high(q, axis) || low(q, axis) >= high(p, axis);
  };
  if (overlaps(p, q)) return "they overlap";
  return say("apart along {}", name_of(apart(Axis::x) ? Axis::x : Axis::y));
}

Sentence comparison(const EventText& t) {
  const auto boxes = t.scene.boxes;
  const Sentence both = say("compare {} and {}", t.a(), t.b());
  if (t.e.a >= boxes.size() || t.e.b >= boxes.size()) return both;
  return say("{}: {}", both, meeting_of(boxes[t.e.a], boxes[t.e.b]));
}

Sentence division(const EventText& t) {
  const WalkPart* part = t.known_part();
  if (!part || !t.scene.limit || part->size <= *t.scene.limit)
    return say("{}: divided into {}", t.part(), t.e.b);
  return say("{} is too full ({} of {} at most, {}): divided into {}", t.part(),
             grouped(part->size), *t.scene.limit, t.limit(), t.e.b);
}

Sentence beginning(const EventText& t) {
  const auto events = t.walk.events();
  const bool has_boundaries =
      t.number + 1 < events.size() && events[t.number + 1].kind == EventKind::boundary;
  if (has_boundaries)
    return say("{}: the boundaries of {} along {}", t.part(), sprites(t.e.b), name_of(t.e.axis));
  return say("{}: {} lie in it", t.part(), sprites(t.e.b));
}

Sentence ending(const EventText& t) {
  if (!t.walk.how().counts_boundaries) return say("{} is done", t.part());
  if (t.after.cuts < 2) return say("{} does not divide {}", name_of(t.e.axis), t.part());
  return say("along {}, {} falls into {}", name_of(t.e.axis), t.part(), t.after.cuts);
}

Sentence visit(const EventText& t) { return say("visit {}", t.known_part() ? t.part() : t.a()); }

Sentence probe(const EventText& t) {
  const bool begins = t.e.b != 0;
  if (t.e.rule == QueryRule::left)
    return {begins ? "binary search: {} begins left of the box's start: look right of it"
                   : "binary search: {} ends left of the box's start: look right of it",
            {t.a()}};
  return {begins ? "binary search: {} begins no further left than the box's start: look left of it"
                 : "binary search: {} ends no further left than the box's start: look left of it",
          {t.a()}};
}

Sentence walked(const EventText& t) {
  switch (t.e.rule) {
    case QueryRule::begins_inside:
      return say("{} begins inside the box: overlap on this axis", t.a());
    case QueryRule::ends_from_left:
      return say("{} ends, and began left of the box: overlap on this axis", t.a());
    case QueryRule::begins_past: return say("{} begins past the box's end: passed", t.a());
    case QueryRule::ends_from_inside:
      return say("{} ends, and its begin has been walked: passed", t.a());
    default: break;
  }
  const auto boxes = t.scene.boxes;
  const bool is_sprite = t.e.a < boxes.size() && (t.e.box == Aabb{} || t.e.box == boxes[t.e.a]);
  return say("visit {}", is_sprite ? t.a() : t.part());
}

Sentence compared_with_asked(const EventText& t) {
  const Sentence both = say("compare the box of {} with the query's", t.a());
  if (!t.scene.asked || t.e.a >= t.scene.boxes.size()) return both;
  return say("{}: {}", both, meeting_of(t.scene.boxes[t.e.a], *t.scene.asked));
}

Sentence stopping(const EventText& t) {
  switch (t.e.ending) {
    case Ending::none_spans: return "past the box's end, none that spans its start is left: stop";
    case Ending::touches_void: return "past the box's end nothing is open: stop";
    case Ending::row_end: return "the row is at its end";
    default: return "the query is done";
  }
}

Sentence query_sentence(const EventText& t) {
  switch (t.e.kind) {
    case EventKind::probe: return probe(t);
    case EventKind::visit: return walked(t);
    case EventKind::test: return compared_with_asked(t);
    case EventKind::hit: return say("{} is found", t.a());
    case EventKind::leave: return stopping(t);
    default: return {};
  }
}

// Whether, in the swaps that follow, the moving end passes an end of the same sprite once more
// before it stops moving.
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

// Two box ends that change places in a sorted list. The event names their sprites and the position
// of the moving one.
struct Exchange {
  Endpoint moving, passed;
};

// Finds which ends of the two sprites a swap event means. Where the moving end passes both ends of
// the other sprite, it passes the far one first.
Exchange exchange_of(const EventText& t) {
  const Axis axis = t.e.axis;
  const Aabb &a = t.scene.boxes[t.e.a], &b = t.scene.boxes[t.e.b];
  const bool begins = low(a, axis) == low(t.e.box, axis);
  const Endpoint moving = begins ? Endpoint::begin(a, axis, t.e.a) : Endpoint::end(a, axis, t.e.a);
  const Endpoint begin = Endpoint::begin(b, axis, t.e.b);
  const bool is_begin = moving < begin && !passes_again(t);
  return {moving, is_begin ? begin : Endpoint::end(b, axis, t.e.b)};
}

// Tells by which rule ends at the same position are ordered.
Sentence tie(const Exchange& x) {
  if (x.moving.place() == x.passed.place()) return "there the earlier sprite comes first";
  if (x.moving.is_end() && x.passed.is_begin()) return "there an end comes before a begin";
  return "there a box without extent comes between ends and begins";
}

Sentence swapping(const EventText& t) {
  const Sentence both = say("{} changes places with {} along {}", t.a(), t.b(), name_of(t.e.axis));
  if (std::max(t.e.a, t.e.b) >= t.scene.boxes.size()) return both;
  const Exchange x = exchange_of(t);
  const auto kind = [](Endpoint e) { return e.is_end() ? "ends" : "begins"; };
  const double at = t.absolute(x.moving.position()), other = t.absolute(x.passed.position());
  if (at == other)
    return say("{}: it {} at {}, as the other {}; {}", both, kind(x.moving),
               position_text(at, other), kind(x.passed), tie(x));
  return say("{}: it {} at {}, before the other {} at {}", both, kind(x.moving),
             position_text(at, other), kind(x.passed), position_text(other, at));
}

Sentence broad_sentence(const EventText& t) {
  const Event& e = t.e;
  switch (e.kind) {
    case EventKind::enter: return beginning(t);
    case EventKind::leave: return ending(t);
    case EventKind::group: return final_part(t.part(), e, t.scene.limit, t.walk.how().limit);
    case EventKind::member: return say("{} is in {} {}", t.a(), t.walk.how().part, e.b);
    case EventKind::split: return division(t);
    case EventKind::cell: return say("{} holds {}", t.part(), sprites(e.b));
    case EventKind::node: return say("{} keeps {}", t.part(), sprites(e.b));
    case EventKind::boundary: return boundary(t);
    case EventKind::order: return order(t);
    case EventKind::test: return comparison(t);
    case EventKind::recheck: return say("kept from before: {}", comparison(t));
    case EventKind::hit: return say("{} and {} are a candidate pair", t.a(), t.b());
    case EventKind::skip: return say("{} and {} may not collide: left out", t.a(), t.b());
    case EventKind::swap: return swapping(t);
    case EventKind::fat: return say("the fat AABB of {}", t.a());
    case EventKind::visit: return visit(t);
    default: return {};
  }
}

// Describes a read event of sprite `of`: one pixel, or all pixels that one machine word holds.
Sentence reading(const EventText& t, SpriteId of) {
  const Vec2 size = extent(t.e.box);
  const auto pixels = static_cast<int>(size.x * size.y);
  if (pixels <= 1) return say("read pixel {} of {}", pixel_of(t.e.box), t.name(of));
  return say("read {} pixels of {}, from {} on", pixels, t.name(of), pixel_of(t.e.box));
}

Sentence narrow_sentence(const EventText& t) {
  const Event& e = t.e;
  const Pair pair = t.after.pair.value_or(Pair{0, 0});
  const SpriteId of = e.b == 0 ? pair.a : pair.b;
  switch (e.kind) {
    case EventKind::enter: return say("{} and {}: their boxes overlap, look closer", t.a(), t.b());
    case EventKind::leave: return say("{} and {} do not touch", t.a(), t.b());
    case EventKind::hit: return say("{} and {} collide at {}", t.a(), t.b(), pixel_of(e.box));
    case EventKind::skip: return "the circles around them lie apart: no pixel is read";
    case EventKind::read: return reading(t, of);
    case EventKind::edge: return say("edge {} of the hull of {}", e.a, t.name(of));
    case EventKind::feature:
      return e.box.min == e.box.max ? say("the walk is at corner {} of {}", e.a, t.name(of))
                                    : say("the walk is at edge {} of {}", e.a, t.name(of));
    case EventKind::search: return "GJK searches for the closest points";
    case EventKind::closest:
      return say("the closest points are {:.1f} px apart", length(extent(e.box)));
    case EventKind::cell:
      return say("a part of {:.0f} × {:.0f} px at {}, in both images", extent(e.box).x,
                 extent(e.box).y, pixel_of(e.box));
    default: return {};
  }
}
}  // namespace

Sentence listed(std::span<const SpriteId> sprites, const SceneState& scene) {
  constexpr std::size_t kMaxListed = 10;
  std::string text;
  for (std::size_t k = 0; k < std::min(sprites.size(), kMaxListed); ++k)
    text += fmt::format("{}{}", k == 0 ? "" : ", ", scene.name(sprites[k]));
  if (sprites.size() <= kMaxListed) return say("{{{}}}", text);
  return say("{{{} and {} more}}", text, grouped(sprites.size() - kMaxListed));
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

Sentence final_part(const Sentence& name, const Event& group, std::optional<double> limit,
                    std::string_view limit_key) {
  const Sentence what = say("{} is final with {}", name, sprites(group.b));
  switch (group.ending) {
    case Ending::small:
      if (!limit) return say("{}: it is small enough", what);
      return say("{}: no more than {} ({})", what, *limit, Sentence::as_is(limit_key));
    case Ending::no_gap: return say("{}: neither axis has a gap that divides it", what);
    case Ending::tie: return say("{}: only boundaries that coincide keep it whole", what);
    case Ending::depth:
      return group.depth == 1
                 ? say("{}: the depth limit is reached, after {} split", what, group.depth)
                 : say("{}: the depth limit is reached, after {} splits", what, group.depth);
    default: return what;
  }
}

Sentence sentence(const Walk& walk, std::size_t n, const SceneState& scene) {
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
