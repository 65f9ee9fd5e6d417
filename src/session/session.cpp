// SPDX-License-Identifier: MIT
// Makes steps and traces, and makes snapshots, documents and hashes of a session.
#include "session/session.hpp"

#include "base/hash.hpp"
#include "base/number_format.hpp"
#include "session/editor.hpp"
#include "session/shown_names.hpp"
#include "world/dynamics/contact_graph.hpp"

namespace phasebox {

Session::Session(const Snapshot& from) : s_(from.images) {
  s_.adopt(from.state);
  s_.steps = from.steps;
  s_.forget_frames();
  s_.population_changed();
}

Snapshot Session::snapshot() const { return {s_.images, s_.whole(), s_.steps}; }

Status Session::apply(const Command& c) {
  Status status = phasebox::apply(s_, history_, c);
  if (!status.failed() && observer_) observer_->applied(*this, c);
  return status;
}

PhaseTimes Session::step() {
  work().begin();
  PhaseTimes times;
  s_.pipeline.keep_up(frame(), s_.settings);
  s_.advance(times);
  s_.detect(times);
  if (observer_) observer_->stepped(*this);
  return times;
}

void Session::trace(EventLog& into) {
  work().begin();
  const std::vector<Aabb> boxes =
      s_.pipeline.is_behind() ? boxes_before(*this) : std::vector<Aabb>();
  Frame before = frame();
  before.boxes = boxes;
  if (!boxes.empty()) s_.pipeline.catch_up(before, s_.settings);
  s_.pipeline.trace(frame(), s_.settings, into);
}

void Session::renew_broadphases() {
  if (!s_.settings.renew_broadphases()) forget_history();
  s_.pipeline.forget_algorithms();
  s_.pipeline.outdate_pairs();
  s_.simulation.renew_broadphase();
  ++s_.changes;
}

// Remarks of an algorithm that delegates come before those of its delegate.
std::vector<Remark> Session::remarks() const {
  const Broadphase& measured = s_.settings.broadphase.instance();
  // An algorithm that keeps state from frame to frame can only judge frames that it has all seen.
  // The traced instance has not, so the remarks of the measured one are taken.
  const Broadphase* traced = s_.settings.broadphase->is_coherent ? nullptr : s_.pipeline.traced();
  std::vector<Remark> all;
  if (exceeds_pair_limit())
    all.push_back(
        {true,
         {"More than {} pairs may meet in a step, so all sprites pass through each other; "
          "take fewer or smaller ones.",
          {grouped(ContactGraph::kMaxPairs)}}});
  if (traced && measured.delegate()) all = remarks_of(*this, measured);
  for (Remark& remark : remarks_of(*this, traced ? *traced : measured))
    all.push_back(std::move(remark));
  return all;
}

SceneDocument Session::document() const {
  SceneDocument document = s_.settings.document();
  document.tuning.clear();  // it is by the session's numbers of images
  document.take(s_.world, s_.images);
  std::vector<int> number(s_.images.size(), -1);
  for (SpriteId i = 0; i < s_.world.size(); ++i) {
    Sprite& sprite = (*document.sprites)[i];
    const std::uint16_t picture = s_.images.picture(sprite.image);
    int& n = number[picture];
    if (n < 0) {
      n = static_cast<int>(document.images.size());
      const auto& first = s_.images.shared(picture);
      document.images.push_back(first);
      document.images.insert(document.images.end(), first->later.begin(), first->later.end());
      document.tuning.resize(document.images.size());
      document.tuning[static_cast<std::size_t>(n)] = tuning_of(frame(), i);
    }
    sprite.image = static_cast<std::uint16_t>(n + sprite.image - picture);
  }
  return document;
}

std::uint64_t Session::hash() const {
  Hasher h;
  h.add(s_.world.hash());
  h.add(pairs().size());
  for (const Pair p : pairs()) h.add(key(p));
  h.add(contacts().size());
  for (const Contact& c : contacts()) {
    const float values[] = {c.point.x, c.point.y, c.normal.x, c.normal.y, c.depth};
    h.add(key(c.pair));
    h.add(std::span<const float>(values));
  }
  return h.value();
}

std::vector<Remark> remarks_of(const Session& session, const Broadphase& algorithm) {
  std::vector<Remark> all;
  algorithm.remark(session.frame(), all);
  if (const RecordingPlayback* show = session.playback())
    for (Remark& remark : all)
      remark.text = remark.text.changed(
          [&](std::string text) { return with_recorded_ids(std::move(text), *show); });
  return all;
}

std::vector<Aabb> boxes_before(const Session& session) {
  if (const RecordingPlayback* show = session.playback()) return show->boxes_before();
  const std::uint64_t steps = session.steps();
  const World* before = steps > 0 ? session.past().find(steps - 1) : nullptr;
  if (!before || before->size() != session.world().size()) return {};
  std::vector<Transform> transforms(before->size());
  std::vector<Aabb> boxes(before->size());
  place_sprites(*before, session.images(), session.settings().world, transforms, boxes);
  return boxes;
}

Status apply_settings(Session& session, std::span<const SceneSetting> settings) {
  for (const SceneSetting& s : settings)
    if (auto status = session.apply(command::SetParam{s.owner, std::string(s.key), s.value});
        status.failed())
      return status;
  return {};
}

}  // namespace phasebox
