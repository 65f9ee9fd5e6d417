// SPDX-License-Identifier: MIT
// Walk states, and events and impacts in words. The walk's instances see the last frame, then this.
#include "lab/xray.hpp"

#include <bit>
#include <cmath>
#include <initializer_list>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/number_format.hpp"
#include "base/random.hpp"
#include "collide/broadphase/sweep/sweep_row.hpp"

namespace phasebox {
namespace {

bool names_a_part(const Event& e) {
  using enum EventKind;
  return e.kind == enter || e.kind == group || e.kind == split || e.kind == cell || e.kind == node;
}

bool is_open(const WalkState& s, SpriteId id) {
  return std::ranges::find(s.open, id) != s.open.end();
}

void begin_pass(WalkState& s, Axis axis) {
  s.open.clear(), s.part.clear();
  s.cuts = 0, s.boundaries = 0;
  s.line.reset();
  s.axis = axis;
}

bool walks(const Event& e, const Walkthrough& how) {
  return e.kind == (how.counts_boundaries ? EventKind::boundary : EventKind::order);
}

// A sprite without extent asks, but never stands open.
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

// One event with all that its words may need.
struct EventText {
  const Walk& walk;
  std::size_t number;  // of the event
  const Event& e;
  const WalkState& after;
  const Scenery& scenery;

  std::int64_t a() const { return scenery.name(e.a); }
  std::int64_t b() const { return scenery.name(e.b); }
  std::string list(std::span<const SpriteId> ids) const { return listed(ids, scenery); }
  std::string part() const { return fmt::format("{} {}", walk.how().part, e.a); }
  /// A position on the event's axis as the user knows it.
  double absolute(float at) const {
    return static_cast<double>(at) + scenery.offset[e.axis == Axis::x ? 0 : 1];
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

// Where the event before or behind lies on the same axis, if it is of this kind; else this one.
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

// The last boundary of a pass closes the last sprite whether or not there was a gap before.
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
  const auto boxes = t.scenery.boxes;
  const std::string both = fmt::format("compare {} and {}", t.a(), t.b());
  if (t.e.a >= boxes.size() || t.e.b >= boxes.size()) return both;
  return both + ": " + meeting_of(boxes[t.e.a], boxes[t.e.b]);
}

std::string division(const EventText& t) {
  const WalkPart* part = t.known_part();
  const std::string into = fmt::format("divided into {}", t.e.b);
  if (!part || !t.scenery.limit || part->size <= *t.scenery.limit)
    return fmt::format("{}: {}", t.part(), into);
  return fmt::format("{} is too full ({} of {} at most, {}): {}", t.part(), grouped(part->size),
                     *t.scenery.limit, t.walk.how().limit, into);
}

std::string final_group(const EventText& t) {
  const std::string what = fmt::format("{} is final with {}", t.part(), sprites(t.e.b));
  switch (t.e.ending) {
    case Ending::small:
      if (!t.scenery.limit) return what + ": it is small enough";
      return fmt::format("{}: no more than {} ({})", what, *t.scenery.limit, t.walk.how().limit);
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
  const auto boxes = t.scenery.boxes;
  const bool is_sprite = t.e.a < boxes.size() && (t.e.box == Aabb{} || t.e.box == boxes[t.e.a]);
  return is_sprite ? fmt::format("look at {}", t.a()) : fmt::format("look at {}", t.part());
}

std::string compared_with_asked(const EventText& t) {
  const std::string both = fmt::format("compare the box of {} with the query's", t.a());
  if (!t.scenery.asked || t.e.a >= t.scenery.boxes.size()) return both;
  return both + ": " + meeting_of(t.scenery.boxes[t.e.a], *t.scenery.asked);
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

// Whether the one that moves passes the same sprite once more before it stands.
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

// The two ends that change places. An event names their sprites and the place of the first.
struct Exchange {
  Endpoint moving, passed;
};

// Which end of the other one: of two the far one is passed first.
Exchange exchange_of(const EventText& t) {
  const Axis axis = t.e.axis;
  const Aabb &a = t.scenery.boxes[t.e.a], &b = t.scenery.boxes[t.e.b];
  const bool begins = low(a, axis) == low(t.e.box, axis);
  const Endpoint moving = begins ? Endpoint::begin(a, axis, t.e.a) : Endpoint::end(a, axis, t.e.a);
  const Endpoint begin = Endpoint::begin(b, axis, t.e.b);
  const bool is_begin = moving < begin && !passes_again(t);
  return {moving, is_begin ? begin : Endpoint::end(b, axis, t.e.b)};
}

// The order of ends at one place, as the list keeps it.
std::string tie(const Exchange& x) {
  if (x.moving.place() == x.passed.place()) return "there the earlier sprite comes first";
  if (x.moving.is_end() && x.passed.is_begin()) return "there an end comes before a begin";
  return "there a box without extent comes between ends and begins";
}

std::string swapping(const EventText& t) {
  const std::string both =
      fmt::format("{} changes places with {} along {}", t.a(), t.b(), name_of(t.e.axis));
  if (std::max(t.e.a, t.e.b) >= t.scenery.boxes.size()) return both;
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

// A pixel, or those that one word holds.
std::string reading(const EventText& t, SpriteId of) {
  const Vec2 size = extent(t.e.box);
  const auto pixels = static_cast<int>(size.x * size.y);
  if (pixels <= 1) return fmt::format("read pixel {} of {}", pixel_of(t.e.box), t.scenery.name(of));
  return fmt::format("read {} pixels of {}, from {} on", pixels, t.scenery.name(of),
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
    case EventKind::edge: return fmt::format("edge {} of the hull of {}", e.a, t.scenery.name(of));
    case EventKind::feature:
      return fmt::format("the walk is at {} {} of {}", e.box.min == e.box.max ? "corner" : "edge",
                         e.a, t.scenery.name(of));
    case EventKind::search: return "GJK searches for the closest points";
    case EventKind::closest:
      return fmt::format("the closest points are {:.1f} px apart", length(extent(e.box)));
    case EventKind::cell:
      return fmt::format("a part of {:.0f} × {:.0f} px at {}, in both images", extent(e.box).x,
                         extent(e.box).y, pixel_of(e.box));
    default: return {};
  }
}

// Of a boundary that is walked along, but not the last one of its pass, which is no question.
std::string passage(const Xray& xray, std::size_t event, bool is_opposite) {
  const Walk& walk = xray.broad();
  const Event& e = walk.events()[event];
  if (walk.pass(event)->end == event + 1) return {};
  const WalkState before = walk.state(event);
  const EventPhase phase = phase_of(e, before, walk.how());
  const bool opens = phase == EventPhase::opens, counts = e.kind == EventKind::boundary;
  const bool is_end = counts && phase == EventPhase::empties;
  if (is_opposite ? counts && !is_end && !before.open.empty() : is_end)
    return fmt::format("a {} ends here", walk.how().part);
  if (is_opposite) return {};
  return fmt::format("{} {}", xray.name(e.a),
                     counts ? (opens ? "opens" : "closes") : (opens ? "begins" : "ends"));
}

// An event of the broadphase as an answer, or what a user may take it for; empty where it is not
// worth a question.
std::string foreseen(const Xray& xray, std::size_t event, bool is_opposite = false) {
  const Walk& walk = xray.broad();
  const Event& e = walk.events()[event];
  const std::int64_t a = xray.name(e.a), b = xray.name(e.b);
  if (walks(e, walk.how())) return passage(xray, event, is_opposite);
  if (is_test(e.kind)) {
    // Boxes may overlap without a hit: of two walls, or by less than a threshold.
    const bool is_hit = xray.finds({e.a, e.b});
    if (is_hit != overlaps(xray.boxes()[e.a], xray.boxes()[e.b])) return {};
    return fmt::format("{} and {} are compared: {}", std::min(a, b), std::max(a, b),
                       is_hit != is_opposite ? "a hit" : "no hit");
  }
  if (e.kind == EventKind::group || e.kind == EventKind::split)
    return fmt::format("{} {} is {}", walk.how().part, e.a,
                       (e.kind == EventKind::group) != is_opposite ? "final" : "divided");
  if (is_opposite) return {};
  if (e.kind == EventKind::swap) return fmt::format("{} and {} change places", a, b);
  if (e.kind != EventKind::visit) return {};
  return xray.sentence_at(xray.impacts().size() + event + 1);
}

// Whether the later event would be no wrong answer: it is of the same sprite, or lies at one place.
bool is_as_true(const Event& next, const Event& later) {
  const bool is_passage = next.kind == EventKind::boundary || next.kind == EventKind::order;
  return is_passage && later.kind == next.kind && (later.a == next.a || later.box == next.box);
}

/// An impact with the names of its sprites.
struct Told {
  const Impact& i;
  std::int64_t a, b;
  Told(const Impact& impact, const Scenery& scenery)
      : i(impact), a(scenery.name(impact.a)), b(scenery.name(impact.b)) {}
  bool is_with_border() const { return i.b == Impact::kWall; }
};

// The impulse is that on b: against gravity, b is the one that is carried.
std::string resting(const Told& t, Vec2 gravity) {
  if (t.is_with_border()) return fmt::format("{} rests on the border", t.a);
  const float lift = -(t.i.impulse.x * gravity.x + t.i.impulse.y * gravity.y);
  if (lift == 0) return fmt::format("{} and {} rest on each other", t.a, t.b);
  return fmt::format("{} rests on {}", lift > 0 ? t.b : t.a, lift > 0 ? t.a : t.b);
}

// What comes to rest on the way says when; all others rest from the start of the step on.
std::string rest(const Told& t, Vec2 gravity) {
  const std::string when = t.i.time > 0 ? fmt::format("from {:.2f} of the step on ", t.i.time) : "";
  return fmt::format("{}{}: an impulse of {} keeps them from approaching", when,
                     resting(t, gravity), size_of(t.i.impulse));
}

std::string meeting(const Told& t) {
  const std::string before = speed_of(-t.i.before), after = speed_of(t.i.after);
  if (t.is_with_border())
    return fmt::format("{} meets the border at {} px per step and parts at {}", t.a, before, after);
  return fmt::format("{} and {} meet at {} px per step and part at {}", t.a, t.b, before, after);
}

constexpr std::string_view kNotOpen =
    "no frame is frozen; freeze one with Tools > Step inside the algorithm";

constexpr std::string_view kNoPairs =
    "the pairs of this frame are not known: finding them was canceled; step once, or change "
    "something";

template <class Entry>
auto instance(const Session& session, const Entry& entry) {
  auto made = entry.make();
  const ParamGroup chosen = session.group(entry);
  for (const Param& row : chosen.rows) row.set(made->params().object, row.get(chosen.object));
  return made;
}

// What is kept between frames is there: the instance has seen the frame before.
std::unique_ptr<Broadphase> trace_broad(const Session& session, const std::vector<Aabb>& before,
                                        Recorder& log) {
  auto broad = instance(session, session.shown_broadphase());
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

std::uint64_t key_either_way(Pair p) { return key({std::min(p.a, p.b), std::max(p.a, p.b)}); }

// What one of two twins may lack: a test, or a group, cell or node with its box.
using Made = std::tuple<std::uint64_t, float, float, float, float>;
std::optional<Made> made_by(const Event& e) {
  if (is_test(e.kind)) return Made{key_either_way({e.a, e.b}), 0, 0, 0, 0};
  if (e.kind != EventKind::group && e.kind != EventKind::cell && e.kind != EventKind::node)
    return {};
  return Made{~std::uint64_t{0}, e.box.min.x, e.box.min.y, e.box.max.x, e.box.max.y};
}

std::vector<Pair> hits(std::span<const Event> events) {
  std::vector<Pair> pairs;
  for (const Event& e : events)
    if (e.kind == EventKind::hit) pairs.push_back({e.a, e.b});
  return pairs;
}

// Of frame, choices and parameters.
std::uint64_t fingerprint_of(const Session& session) {
  Hasher h;
  const auto add = [&h](std::initializer_list<float> values) {
    h.add(std::span(values.begin(), values.size()));
  };
  h.add(session.hash());
  h.add(session.steps());
  h.add(session.impacts().size());
  for (const Impact& i : session.impacts()) add({i.time, i.impulse.x, i.impulse.y});
  for (const Aabb& box : session.frame().boxes) add({box.min.x, box.min.y, box.max.x, box.max.y});
  for (const Owner algorithm : {Owner(session.shown_broadphase()), Owner(session.narrowphase())}) {
    h.add(std::span<const char>(algorithm.id()));
    const ParamGroup group = session.group(algorithm);
    for (const Param& row : group.rows) h.add(std::bit_cast<std::uint64_t>(row.get(group.object)));
  }
  return h.value();
}

// Stops: impacts, the first of a run at rest (one moment), the end, where the broadphase begins.
bool is_stop(std::span<const Impact> impacts, std::size_t n) {
  if (n == 0 || n == impacts.size()) return true;
  return !impacts[n - 1].rests || n == 1 || !impacts[n - 2].rests;
}

}  // namespace

EventPhase phase_of(const Event& e, const WalkState& before, const Walkthrough& how) {
  using enum EventKind;
  if (e.kind == read || e.kind == edge || e.kind == feature)
    return e.b == 0 ? EventPhase::first : EventPhase::second;
  if (e.kind == visit) return phase_of(e.rule);
  if (e.kind == leave) return phase_of(e.ending);
  if (e.kind != boundary && e.kind != order) return EventPhase::opens;
  if (opens(e, before)) return EventPhase::opens;
  return walks(e, how) && before.open.size() == 1 ? EventPhase::empties : EventPhase::closes;
}

void Walk::take(WalkState& s, const Event& e) const {
  using enum EventKind;
  s.turn = phase_of(e, s, how_);
  ++s.events, ++s.count[static_cast<std::size_t>(e.kind)];
  if (e.kind == recheck) ++s.count[static_cast<std::size_t>(test)];
  if (e.kind == enter || ((e.kind == boundary || e.kind == order) && e.axis != s.axis))
    begin_pass(s, e.axis);
  if (e.kind == boundary) ++s.boundaries;
  if (e.kind == boundary || e.kind == order || e.kind == swap) s.line = e.box;
  if (e.kind == leave || names_a_part(e)) s.line.reset();
  if (e.kind == leave) s.part.clear();
  if (walks(e, how_)) {
    if (s.turn != EventPhase::opens) {
      std::erase(s.open, e.a);
      if (s.open.empty()) ++s.cuts;
    } else if (e.kind == boundary || e.b > s.open.size()) {
      if (s.open.empty()) s.part.clear();
      s.open.push_back(e.a), s.part.push_back(e.a);
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

// What comes after a part and lies deeper is below it. The cells of several grids are no tree.
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
  if (e.kind == EventKind::split)
    part.split = k, part.children = e.b;
  else
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
  const EventMask cue = on(e.kind, phase_of(e, go(event), how_));
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

std::string listed(std::span<const SpriteId> sprites, const Scenery& scenery, std::size_t most) {
  std::string text = "{";
  for (std::size_t k = 0; k < std::min(sprites.size(), most); ++k)
    text += fmt::format("{}{}", k == 0 ? "" : ", ", scenery.name(sprites[k]));
  if (sprites.size() > most) text += " and " + grouped(sprites.size() - most) + " more";
  return text + "}";
}

std::string position_text(double position, double other) {
  constexpr int kMaxDecimals = 45;  // the smallest floats need them
  std::string text = fmt::format("{:.1f}", position);
  // A digit in which the two differ by less than about one tells of another distance.
  double unit = 0.1, apart = std::abs(position - other);
  for (int digits = 2; position != other && digits <= kMaxDecimals; ++digits, unit /= 10) {
    if (apart > 0.9 * unit && text != fmt::format("{:.{}f}", other, digits - 1)) break;
    text = fmt::format("{:.{}f}", position, digits);
  }
  return text;
}

std::string sentence(const Walk& walk, std::size_t n, const Scenery& scenery) {
  if (n == 0 || n > walk.size()) return {};
  const WalkState after = walk.state(n);
  const EventText t{walk, n - 1, walk.events()[n - 1], after, scenery};
  switch (walk.phase()) {
    case WalkPhase::narrow: return narrow_sentence(t);
    case WalkPhase::query: return query_sentence(t);
    default: return broad_sentence(t);
  }
}

// Each rule compares the same boxes: those that interfere.
std::string cost_text(std::span<const QueryCost> costs) {
  if (costs.empty()) return {};
  std::string text;
  for (const QueryCost& cost : costs)
    text += fmt::format("{}{} {}", text.empty() ? "delimiters walked: " : ", ",
                        grouped(cost.looked_at), cost.stop);
  return fmt::format("{} · {} each", text, counted(costs[0].tests, "box test"));
}

std::size_t flying(std::span<const Impact> impacts) {
  return static_cast<std::size_t>(std::ranges::count(impacts, false, &Impact::rests));
}

std::vector<PairToCome> pairs_to_come(std::span<const HeapChange> heap, std::size_t n) {
  using Why = HeapChange::Why;
  std::map<std::pair<SpriteId, SpriteId>, PairToCome> all;
  if (heap.size() == Dynamics::kMaxKept) return {};
  Why last = Why::looked;
  for (const HeapChange& c : heap) {
    // Behind an impact and what it puts in again, the looks of the time that follows.
    if (c.after > n || (c.after == n && c.why == Why::looked)) break;
    if (c.why == Why::begins && last != Why::begins) all.clear();
    last = c.why;
    const SpriteId b = c.b >= HeapChange::kFirstBorder ? Impact::kWall : c.b;
    all[{c.a, c.b}] = {c.a, b, c.time, c.why == Why::met && c.after == n};
  }
  std::vector<PairToCome> sorted;
  for (const auto& [key, pair] : all)
    if (pair.time < 1) sorted.push_back(pair);
  std::ranges::stable_sort(sorted, {}, &PairToCome::time);
  return sorted;
}

std::string sentence(std::span<const Impact> impacts, std::size_t n, Vec2 gravity,
                     const Scenery& scenery) {
  if (n == 0 || n > impacts.size()) return {};
  const Impact& i = impacts[n - 1];
  const Told told(i, scenery);
  if (i.rests) return rest(told, gravity);
  return fmt::format("impact {} of {}, at {:.2f} of the step: {}", flying(impacts.first(n)),
                     flying(impacts), i.time, meeting(told));
}

std::string partners(const Impact& i, const Scenery& scenery) {
  const Told t(i, scenery);
  return t.is_with_border() ? fmt::format("{} and the border", t.a)
                            : fmt::format("{} and {}", t.a, t.b);
}

std::string speed_of(float along_normal) {
  if (along_normal < 0.0005f) return "0";
  return along_normal < 0.095f ? fmt::format("{:.3f}", along_normal)
                               : fmt::format("{:.1f}", along_normal);
}

std::string size_of(Vec2 impulse) {
  const float size = length(impulse);
  if (size < 999.5f) return fmt::format("{:.3g}", size);
  const std::string words = fmt::format("{:.1e}", size);  // "1.2e+04"
  const std::size_t e = words.find('e');
  return fmt::format("{}e{}", words.substr(0, e), std::stoi(words.substr(e + 1)));
}

void Xray::take_frame(const Session& session, Taken& taken) {
  taken.impacts.assign(session.impacts().begin(), session.impacts().end());
  taken.heap.assign(session.impact_heap().begin(), session.impact_heap().end());
  taken.gravity = {session.response().gravity_x, session.response().gravity_y};
  const auto narrow = instance(session, session.narrowphase());
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

void Xray::take_query(const Session& session, Broadphase& broad, Taken& taken) {
  if (session.stopped() != WorkLimit::Reason::none) return;
  Sink<SpriteId> found;
  broad.query(session.frame(), *taken.asked, found, &taken.query);
  broad.query_costs(session.frame(), *taken.asked, taken.costs);
  taken.found.assign(found.items().begin(), found.items().end());
  Walkthrough how = taken.broadphase->walkthrough;
  how.code = how.query;
  taken.broad = Walk(taken.query.events(), how, WalkPhase::query);
}

std::unique_ptr<Xray::Taken> Xray::take(const Session& session, const std::optional<Aabb>& asked,
                                        const std::vector<Aabb>& before) {
  auto taken = std::make_unique<Taken>();
  taken->asked = asked;
  if (session.show()) taken->offset = session.show()->place(0).recording.offset;
  taken->broadphase = &session.shown_broadphase();
  taken->narrowphase = &session.narrowphase();
  const auto broad = trace_broad(session, before, taken->trace.broad);
  if (asked)
    take_query(session, *broad, *taken);
  else
    take_frame(session, *taken);
  taken->limit = session.value(*taken->broadphase, taken->broadphase->walkthrough.limit);
  const auto boxes = session.frame().boxes;
  taken->boxes.assign(boxes.begin(), boxes.end());
  if (const RecordingPlayback* show = session.show())
    taken->ids.assign(show->ids().begin(), show->ids().end());
  taken->fingerprint = fingerprint_of(session);
  return taken;
}

void Xray::observe(const Session& session) {
  const bool was_outdated = std::exchange(is_outdated_, false);
  if (!is_open() || (!was_outdated && frame_->fingerprint == fingerprint_of(session))) return;
  frame_ = take(session, frame_->asked, session.boxes_before());
  at_ = 0, speed_ = 0;
  if (guesses_) guesses_ = Guesses{};
}

// Where two parts meet, forward is the later one's and back the earlier one's.
std::size_t Xray::jump(bool forward) const {
  const auto is_within = [&](std::size_t end) { return forward ? at_ < end : at_ <= end; };
  const std::size_t first = impacts().size(), second = begin_of_narrow();
  if (first > 0 && is_within(first)) {
    std::size_t n = at_;
    if (n == 0 && !forward) return 0;
    do n = forward ? n + 1 : n - 1;
    while (!is_stop(impacts(), n));
    return n;
  }
  if (is_within(second)) return first + broad().jump(at_ - first, forward);
  return second + narrow().jump(at_ - second, forward);
}

Status Xray::open(const Session& session, const std::optional<Aabb>& asked,
                  const std::vector<Aabb>& before) {
  if (!session.is_detected()) return Error{std::string(kNoPairs)};
  frame_ = take(session, asked, before);
  if (session.stopped() != WorkLimit::Reason::none) {
    frame_.reset();
    return Error{"the look into this frame was canceled; choose fewer sprites"};
  }
  at_ = 0, speed_ = 0, owed_ = 0;
  if (guesses_) guesses_ = Guesses{};
  return {};
}

bool Xray::finds(Pair pair) const {
  return std::ranges::binary_search(frame_->found_keys, key_either_way(pair));
}

// Each answer is what an event of the walk would be, so that all but one are of later events.
std::optional<Question> Xray::question_about(std::size_t n) const {
  constexpr std::size_t kAhead = 40, kMaxAnswers = 4;
  if (asked() || n < impacts().size() || n >= begin_of_narrow()) return {};
  const std::size_t event = n - impacts().size();
  const std::string truth = foreseen(*this, event);
  if (truth.empty()) return {};
  std::vector<std::string> all{truth};
  const auto add = [&](const std::string& wrong) {
    if (all.size() == kMaxAnswers || wrong.empty()) return;
    if (std::ranges::find(all, wrong) == all.end()) all.push_back(wrong);
  };
  add(foreseen(*this, event, true));
  const auto events = broad().events();
  for (std::size_t k = event + 1; k < std::min(event + kAhead, events.size()); ++k)
    if (!is_as_true(events[event], events[k])) add(foreseen(*this, k));
  if (all.size() < 3) add("nothing more: the broadphase is done");
  if (all.size() < 3) return {};
  Random random(n, frame_->fingerprint);
  for (std::size_t k = all.size() - 1; k > 0; --k) {
    const std::size_t other = random.below(static_cast<std::uint32_t>(k + 1));
    std::swap(all[k], all[other]);
  }
  const auto right = static_cast<std::size_t>(std::ranges::find(all, truth) - all.begin());
  return Question{std::move(all), right};
}

// The end of the broadphase where there is none.
std::size_t Xray::next_question(std::size_t n) const {
  n = std::max(n, impacts().size());
  while (n < begin_of_narrow() && !question_about(n)) ++n;
  return n;
}

void Xray::answer(std::size_t chosen) {
  const auto asked = question();
  if (!asked) return go(next_question(std::max(at_, guesses_->until)));
  if (chosen >= asked->answers.size()) return;
  guesses_->was_right = chosen == asked->right;
  if (guesses_->was_right) ++guesses_->right;
  ++guesses_->asked;
  go(at_ + 1);
  guesses_->until = at_;
}

Status Xray::apply(const XrayCommand& command, const Session& session) {
  if (std::holds_alternative<OpenXray>(command)) return open(session, {}, session.boxes_before());
  if (std::holds_alternative<CloseXray>(command)) return frame_.reset(), guesses_.reset(), Status{};
  if (!is_open()) return Error{std::string(kNotOpen)};
  if (const auto* walk = std::get_if<WalkXray>(&command))
    return open(session, walk->query, session.boxes_before());
  if (const auto* step = std::get_if<StepXray>(&command)) {
    const auto now = static_cast<std::int64_t>(at_);
    go(static_cast<std::size_t>(std::max<std::int64_t>(0, now + step->by)));
  } else if (const auto* seek = std::get_if<SeekXray>(&command)) {
    go(seek->at);
  } else if (const auto* jump = std::get_if<JumpXray>(&command)) {
    go(this->jump(jump->forward));
  } else if (const auto* play = std::get_if<PlayXray>(&command)) {
    if (!(play->speed >= 0)) return Error{"events per second: 0 holds, more plays"};
    speed_ = play->speed;
  } else if (const auto* time = std::get_if<AdvanceXray>(&command)) {
    const double due = owed_ + std::clamp(time->seconds, 0.0, 0.25) * speed_;
    const double whole = std::floor(due);
    go(at_ + static_cast<std::size_t>(whole));
    owed_ = due - whole;
    if (at_ == size()) speed_ = 0;
  } else if (const auto* guess = std::get_if<GuessXray>(&command)) {
    guesses_.reset(), speed_ = 0;
    if (guess->on) guesses_ = Guesses{}, go(next_question(at_));
  } else if (const auto* given = std::get_if<AnswerXray>(&command)) {
    if (guesses_) answer(given->answer);
  }
  return {};
}

std::string Xray::sentence_at(std::size_t n) const {
  const std::size_t first = impacts().size(), second = begin_of_narrow();
  if (n == 0) return "before the first event";
  if (n <= first) return phasebox::sentence(impacts(), n, frame_->gravity, scenery());
  if (n <= second) return phasebox::sentence(broad(), n - first, scenery());
  return phasebox::sentence(narrow(), n - second, scenery());
}

std::string_view Xray::title() const {
  if (is_in_impacts()) return "Impulses";
  return phase() == WalkPhase::narrow ? frame_->narrowphase->title : frame_->broadphase->title;
}

// The row is the frame's; the events of the query say how far it is walked.
QueryRow query_row(const Xray& xray) {
  QueryRow row;
  if (xray.costs().empty()) return row;
  std::uint32_t open = 0;
  for (const Event& e : xray.trace().broad.events()) {
    if (e.kind != EventKind::boundary) continue;
    open = e.b ? open + 1 : open - 1;
    row.axis = e.axis;
    row.delimiters.push_back({e.a, e.b != 0, low(e.box, e.axis), open});
  }
  // The walk that nothing stops ends with the row, and so tells where all of them begin.
  const auto to_the_end = std::ranges::max(xray.costs(), {}, &QueryCost::looked_at).looked_at;
  if (row.delimiters.size() != 2 * xray.boxes().size()) return {};
  row.first = row.delimiters.size() - static_cast<std::size_t>(to_the_end);
  row.walked = static_cast<std::size_t>(xray.state().counted(EventKind::visit));
  const Event* now = xray.now();
  if (row.walked > 0) row.here = row.first + row.walked - 1;
  if (!now || now->kind != EventKind::probe) return row;
  const auto probed = std::ranges::find_if(row.delimiters, [now](const RowDelimiter& d) {
    return d.sprite == now->a && d.is_begin == (now->b != 0);
  });
  row.here = static_cast<std::size_t>(probed - row.delimiters.begin());
  return row;
}

Status Twins::apply(const SetTwin& command, const Session& session) {
  if (!command.change) return twin_.reset(), Status{};
  const command::SetParam& change = *command.change;
  if (change.owner != Owner(session.shown_broadphase()) &&
      change.owner != Owner(session.narrowphase()) && change.owner != Owner::world())
    return Error{"a twin has another value of the world or of an algorithm that runs"};
  auto twin = std::make_unique<Twin>(session, change);
  twin->session.limit_pairs(kMaxPairs);
  if (auto error = twin->session.apply(change)) return error;
  twin->session.detect();
  if (auto error = twin->xray.open(twin->session, {}, session.boxes_before())) return error;
  twin_ = std::move(twin);
  return {};
}

void Twins::compare(const Xray& first, const Session& session) {
  const std::pair<const Session*, const Xray*> both[] = {{&session, &first},
                                                         {&twin_->session, &twin_->xray}};
  std::array<std::vector<Made>, 2> made;
  std::vector<Made> differ;  // tests alone
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
    const ParamGroup group = of->group(twin_->change.owner);
    const Param& row = *find_param(group.rows, twin_->change.key);
    const Counters c = counters_of(xray->trace(), of->shown_broadphase(), xray->boxes().size());
    side.title = fmt::format("{} {}", spaced(row.key), value_text(row, row.get(group.object)));
    side.counts = counted(c.box_tests, "test");
    if (c.has_parts) side.counts += ", " + counted(c.groups, c.part);
  }
  std::ranges::sort(differ);
  const auto n =
      static_cast<std::size_t>(std::unique(differ.begin(), differ.end()) - differ.begin());
  const auto& [one, other] = twin_->sides;
  twin_->sentence = fmt::format("{}: {}; {}: {}; {} differ{}", one.title, one.counts, other.title,
                                other.counts, counted(n, "test"), n == 1 ? "s" : "");
  twin_->first = first.fingerprint();
}

void Twins::follow(const Xray& first, const Session& session) {
  if (!twin_) return;
  if (!first.is_open() || first.asked()) return twin_.reset();
  if (twin_->first != first.fingerprint()) {
    if (twin_->first && apply(SetTwin{twin_->change}, session)) return twin_.reset();
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
  xray.apply(SeekXray{at}, twin_->session);
}

}  // namespace phasebox
