// SPDX-License-Identifier: MIT
// The walk is taken from instances that see the frame before, then this one.
#include "lab/xray.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "base/hash.hpp"
#include "lab/walk.hpp"
#include "world/dynamics/dynamics.hpp"

namespace phasebox {
namespace {

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
std::unique_ptr<Broadphase> trace_broad(const Session& session, Recorder& log) {
  auto broad = instance(session, session.shown_broadphase());
  const std::vector<Aabb> before = session.boxes_before();
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

// Every impact is a stop, and so is the beginning of a run of those that rest, which all belong to
// one moment; and the end, where the broadphase begins.
bool is_stop(std::span<const Impact> impacts, std::size_t n) {
  if (n == 0 || n == impacts.size()) return true;
  return !impacts[n - 1].rests || n == 1 || !impacts[n - 2].rests;
}

// The row is the frame's; the events of the query say how far it is walked.

void list_delimiters(const Xray& xray, QueryRow& row) {
  std::uint32_t open = 0;
  for (const Event& e : xray.trace().broad.events()) {
    if (e.kind != EventKind::boundary) continue;
    const bool is_begin = e.b != 0;
    open = is_begin ? open + 1 : open - 1;
    row.axis = e.axis;
    row.delimiters.push_back({e.a, is_begin, low(e.box, e.axis), open});
  }
}

std::optional<std::size_t> place_of(const QueryRow& row, const Event& probe) {
  const auto it = std::ranges::find_if(row.delimiters, [&](const RowDelimiter& d) {
    return d.sprite == probe.a && d.is_begin == (probe.b != 0);
  });
  if (it == row.delimiters.end()) return {};
  return static_cast<std::size_t>(it - row.delimiters.begin());
}

}  // namespace

void Xray::take_frame(const Session& session, Taken& taken) {
  taken.impacts.assign(session.impacts().begin(), session.impacts().end());
  taken.gravity = {session.response().gravity_x, session.response().gravity_y};
  const auto narrow = instance(session, session.narrowphase());
  Sink<Contact> found;
  narrow->reset(session.frame());
  narrow->confirm(session.frame(), session.pairs(), found, &taken.trace.narrow);
  taken.broad = Walk(taken.trace.broad.events(), taken.broadphase->walkthrough);
  taken.narrow =
      Walk(taken.trace.narrow.events(), taken.narrowphase->walkthrough, WalkPhase::narrow);
  taken.candidates = hits(taken.trace.broad.events());
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

std::unique_ptr<Xray::Taken> Xray::take(const Session& session, const std::optional<Aabb>& asked) {
  auto taken = std::make_unique<Taken>();
  taken->asked = asked;
  taken->broadphase = &session.shown_broadphase();
  taken->narrowphase = &session.narrowphase();
  const auto broad = trace_broad(session, taken->trace.broad);
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
  frame_ = take(session, frame_->asked);
  at_ = 0, speed_ = 0;
}

void Xray::go(std::size_t at) {
  at_ = std::min(at, size());
  owed_ = 0;
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

Status Xray::open(const Session& session, const std::optional<Aabb>& asked) {
  if (!session.is_detected()) return Error{std::string(kNoPairs)};
  frame_ = take(session, asked);
  if (session.stopped() != WorkLimit::Reason::none) {
    frame_.reset();
    return Error{"the look into this frame was canceled; choose fewer sprites"};
  }
  at_ = 0, speed_ = 0, owed_ = 0;
  return {};
}

Status Xray::apply(const XrayCommand& command, const Session& session) {
  if (std::holds_alternative<OpenXray>(command)) return open(session, {});
  if (std::holds_alternative<CloseXray>(command)) return frame_.reset(), Status{};
  if (!is_open()) return Error{std::string(kNotOpen)};
  if (const auto* walk = std::get_if<WalkXray>(&command)) return open(session, walk->query);
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
  }
  return {};
}

std::uint64_t Xray::dropped() const {
  if (asked()) return frame_->query.dropped();
  return trace().broad.dropped() + trace().narrow.dropped();
}

std::span<const CodeLine> Xray::code() const {
  return is_in_impacts() ? impulse_code() : walk().how().code;
}

std::optional<std::size_t> Xray::line() const {
  if (const Impact* impact = impact_now()) return impulse_line(*impact);
  return done() == 0 ? std::nullopt : walk().line(done() - 1);
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

std::span<const SpriteId> Xray::found() const {
  const std::span<const SpriteId> all = frame_->found;
  if (!asked() || at_ == size()) return all;
  const auto hits = broad().state(done_broad()).counted(EventKind::hit);
  return all.first(static_cast<std::size_t>(hits));
}

std::span<const Event> Xray::field_events() const {
  const auto all = trace().broad.events();
  return asked() ? all : all.first(done_broad());
}

std::span<const Pair> Xray::candidates() const {
  if (asked()) return {};
  const auto found = broad().state(done_broad()).counted(EventKind::hit);
  return std::span(frame_->candidates).first(static_cast<std::size_t>(found));
}

std::span<const Pair> Xray::collisions() const {
  const auto found = narrow().state(done_narrow()).counted(EventKind::hit);
  return std::span(frame_->collisions).first(static_cast<std::size_t>(found));
}

QueryRow query_row(const Xray& xray) {
  QueryRow row;
  if (xray.costs().empty()) return row;
  list_delimiters(xray, row);
  // The walk that nothing stops ends with the row, and so tells where all of them begin.
  const auto to_the_end = std::ranges::max(xray.costs(), {}, &QueryCost::looked_at).looked_at;
  if (row.delimiters.size() != 2 * xray.boxes().size()) return {};
  row.first = row.delimiters.size() - static_cast<std::size_t>(to_the_end);
  row.walked = static_cast<std::size_t>(xray.state().counted(EventKind::visit));
  const Event* now = xray.now();
  if (now && now->kind == EventKind::probe)
    row.here = place_of(row, *now);
  else if (row.walked > 0)
    row.here = row.first + row.walked - 1;
  return row;
}

}  // namespace phasebox
