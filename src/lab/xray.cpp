// SPDX-License-Identifier: MIT
// Taking a frame, and going about in it.
#include "lab/xray.hpp"

#include <algorithm>
#include <cmath>

#include "core/hash.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kNotOpen = "no frame is frozen; F10 freezes it and goes through it";

template <class Entry>
auto instance(const Session& session, const Entry& entry) {
  auto made = entry.make();
  const ParamGroup chosen = session.group(entry.id);
  for (const Param& row : chosen.rows) row.set(made->params().object, row.get(chosen.object));
  return made;
}

// What is kept between frames is there: the instance has seen the frame before.
void trace_broad(const Session& session, Recorder& log) {
  const auto broad = instance(session, session.shown_broadphase());
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
}

void trace_narrow(const Session& session, Recorder& log) {
  const auto narrow = instance(session, session.narrowphase());
  Sink<Contact> found;
  narrow->reset(session.frame());
  narrow->confirm(session.frame(), session.pairs(), found, &log);
}

std::vector<Pair> hits(std::span<const Event> events) {
  std::vector<Pair> pairs;
  for (const Event& e : events)
    if (e.mark == Mark::hit) pairs.push_back({e.a, e.b});
  return pairs;
}

void add_params(Hasher& h, const ParamGroup& group) {
  for (const Param& row : group.rows) {
    const double value = row.get(group.object);
    h.add(std::span<const double>(&value, 1));
  }
}

std::uint64_t fingerprint_of(const Session& session) {
  Hasher h;
  h.add(session.hash());
  h.add(session.steps());
  for (const std::string_view id : {session.shown_broadphase().id, session.narrowphase().id}) {
    h.add(std::span<const char>(id.data(), id.size()));
    add_params(h, session.group(id));
  }
  const auto boxes = session.frame().boxes;
  for (const Aabb& box : boxes) {
    const float edges[] = {box.min.x, box.min.y, box.max.x, box.max.y};
    h.add(std::span<const float>(edges));
  }
  return h.value();
}

std::optional<double> limit_of(const Session& session, const BroadphaseEntry& entry) {
  const ParamGroup group = session.group(entry.id);
  const Param* row = find_param(group.rows, entry.walkthrough.limit);
  return row ? std::optional(row->get(group.object)) : std::nullopt;
}

}  // namespace

std::unique_ptr<Xray::Taken> Xray::take(const Session& session) {
  auto taken = std::make_unique<Taken>();
  taken->broadphase = &session.shown_broadphase();
  taken->narrowphase = &session.narrowphase();
  trace_broad(session, taken->trace.broad);
  trace_narrow(session, taken->trace.narrow);
  taken->broad = Walk(taken->trace.broad.events(), taken->broadphase->walkthrough);
  taken->narrow = Walk(taken->trace.narrow.events(), taken->narrowphase->walkthrough, Half::narrow);
  taken->limit = limit_of(session, *taken->broadphase);
  const auto boxes = session.frame().boxes;
  taken->boxes.assign(boxes.begin(), boxes.end());
  taken->candidates = hits(taken->trace.broad.events());
  taken->collisions = hits(taken->trace.narrow.events());
  taken->fingerprint = fingerprint_of(session);
  return taken;
}

void Xray::observe(const Session& session) {
  if (!is_open() || frame_->fingerprint == fingerprint_of(session)) return;
  frame_ = take(session);
  at_ = 0, speed_ = 0;
}

void Xray::go(std::size_t at) {
  at_ = std::min(at, size());
  owed_ = 0;
}

Status Xray::apply(const XrayCommand& command, const Session& session) {
  if (std::holds_alternative<OpenXray>(command)) {
    frame_ = take(session);
    at_ = 0, speed_ = 0, owed_ = 0;
    return {};
  }
  if (std::holds_alternative<CloseXray>(command)) return frame_.reset(), Status{};
  if (!is_open()) return Error{std::string(kNotOpen)};
  if (const auto* step = std::get_if<StepXray>(&command)) {
    const auto now = static_cast<std::int64_t>(at_);
    go(static_cast<std::size_t>(std::max<std::int64_t>(0, now + step->by)));
  } else if (const auto* seek = std::get_if<SeekXray>(&command)) {
    go(seek->at);
  } else if (const auto* jump = std::get_if<JumpXray>(&command)) {
    const std::size_t border = broad().size();
    const bool in_broad = jump->forward ? at_ < border : at_ <= border;
    go(in_broad ? broad().jump(at_, jump->forward)
                : border + narrow().jump(at_ - border, jump->forward));
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

std::uint64_t Xray::dropped() const { return trace().broad.dropped() + trace().narrow.dropped(); }

std::optional<std::size_t> Xray::line() const {
  return done() == 0 ? std::nullopt : walk().line(done() - 1);
}

std::string Xray::sentence_at(std::size_t n) const {
  const Scenery scenery{frame_->boxes, frame_->limit};
  if (n == 0) return "before the first event";
  if (n <= broad().size()) return phasebox::sentence(broad(), n, scenery);
  return phasebox::sentence(narrow(), n - broad().size(), scenery);
}

std::string_view Xray::title() const {
  return half() == Half::narrow ? frame_->narrowphase->title : frame_->broadphase->title;
}

std::span<const Pair> Xray::candidates() const {
  const auto found = broad().state(done_broad()).counted(Mark::hit);
  return std::span(frame_->candidates).first(static_cast<std::size_t>(found));
}

std::span<const Pair> Xray::collisions() const {
  const auto found = narrow().state(done_narrow()).counted(Mark::hit);
  return std::span(frame_->collisions).first(static_cast<std::size_t>(found));
}

}  // namespace phasebox
