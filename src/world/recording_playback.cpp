// SPDX-License-Identifier: MIT
// Turns the boxes of a frame into sprites that look like them.
#include "world/recording_playback.hpp"

#include <algorithm>
#include <cassert>

namespace phasebox {
namespace {

// The scale of a sprite is at least this, so that it can be divided by also where a box has no
// extent.
constexpr float kMinScale = 1e-6f;

}  // namespace

RecordingPlayback::RecordingPlayback(std::shared_ptr<const BoxRecording> trace, std::string name,
                                     std::string path, std::uint16_t image)
    : origin_(std::move(trace)),
      name_(std::move(name)),
      path_(std::move(path)),
      image_(image),
      field_(box_around_all(origin_->boxes)) {
  assert(origin_->size() > 0 && "a recording that plays has a frame");
}

bool RecordingPlayback::grow(std::span<const BoxFrame> frames, const KeepLimits& keep) {
  assert(!is_swept() && "the last boxes reach to what comes");
  if (frames.empty()) return true;
  const bool is_first = grown_.empty();  // the shown frame is the empty one of the origin
  for (const BoxFrame& frame : frames) grown_.add(frame);
  const std::size_t forgotten = grown_.forget(keep);
  field_ = is_first ? grown_.bounds() : grown_field(field_, grown_);
  const bool is_kept = !is_first && forgotten <= frame_;
  frame_ -= std::min(forgotten, frame_);
  return is_kept;
}

// The box is looked up in the recording, so that it does not depend on how the frame was reached.
const Aabb* RecordingPlayback::before(std::size_t number) const {
  if (frame_ == 0) return nullptr;
  const std::int64_t id = cast_.ids()[number];
  const auto [recording, last] = place(frame_ - 1);
  const auto ids = recording.ids_of(last);
  const auto found = std::ranges::lower_bound(ids, id);
  if (found == ids.end() || *found != id) return nullptr;
  return &recording.boxes_of(last)[static_cast<std::size_t>(found - ids.begin())];
}

Vec2 RecordingPlayback::velocity(std::size_t number) const {
  const Aabb* box = before(number);
  return box ? center(cast_.boxes()[number]) - center(*box) : Vec2{};
}

std::vector<Aabb> RecordingPlayback::boxes_before() const {
  if (frame_ == 0) return {};
  std::vector<Aabb> boxes(cast_.boxes().begin(), cast_.boxes().end());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (const Aabb* box = before(i)) boxes[i] = *box;
  return boxes;
}

Sprite RecordingPlayback::sprite(std::size_t number) const {
  const Aabb& box = cast_.boxes()[number];
  // Corners are halved before they are subtracted, so that the extent stays finite for every finite
  // box.
  const Vec2 half = (box.max * 0.5f - box.min * 0.5f) * (2.0f / kImageSide);
  Sprite sprite;
  sprite.position = center(box);
  sprite.velocity = velocity(number);
  sprite.scale = {std::max(half.x, kMinScale), std::max(half.y, kMinScale)};
  sprite.image = image_;
  if (!cast_.filters().empty()) sprite.filter = cast_.filters()[number];
  if (!cast_.is_static().empty()) sprite.is_static = cast_.is_static()[number] != 0;
  return sprite;
}

std::span<const Edit> RecordingPlayback::show(std::size_t frame, World& world) {
  frame_ = frame;
  const auto [recording, at] = place(frame);
  cast_.show(recording, at);
  for (const Edit& edit : cast_.edits()) {
    if (edit.kind == Edit::Kind::add)
      world.add({});
    else
      world.remove(edit.id);
  }
  for (std::size_t i = 0; i < cast_.size(); ++i) world.set(static_cast<SpriteId>(i), sprite(i));
  return cast_.edits();
}

void RecordingPlayback::show_as(std::size_t frame, std::vector<std::int64_t> ids, World& world) {
  BoxRecording order;
  order.frames = {0};
  order.begins = {0, ids.size()};
  order.boxes.resize(ids.size());
  order.ids = std::move(ids);
  cast_.show(order, 0);
  for (std::size_t i = 0; i < cast_.size(); ++i) world.add({});
  show(frame, world);
}

}  // namespace phasebox
