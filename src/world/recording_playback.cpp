// SPDX-License-Identifier: MIT
// From the boxes of a frame to sprites that look like them.
#include "world/recording_playback.hpp"

#include <algorithm>
#include <cassert>

namespace phasebox {
namespace {

// Nothing is drawn of a box without extent, but its sprite keeps a scale that can be divided by.
constexpr float kMinScale = 1e-6f;

Aabb bounds_of(std::span<const Aabb> boxes) {
  if (boxes.empty()) return {};
  Aabb all = boxes[0];
  for (const Aabb& box : boxes.subspan(1)) all = united(all, box);
  return all;
}

}  // namespace

RecordingPlayback::RecordingPlayback(std::shared_ptr<const BoxRecording> trace, std::string name,
                                     std::string path, std::uint16_t image)
    : trace_(std::move(trace)),
      name_(std::move(name)),
      path_(std::move(path)),
      image_(image),
      field_(bounds_of(trace_->boxes)) {
  assert(trace_->size() > 0 && "a recording that plays has a frame");
}

// From the recording alone, so that it does not matter how the frame was reached.
Vec2 RecordingPlayback::velocity(std::size_t number) const {
  if (frame_ == 0) return {};
  const std::int64_t id = cast_.ids()[number];
  const auto ids = trace_->ids_of(frame_ - 1);
  const auto before = std::ranges::lower_bound(ids, id);
  if (before == ids.end() || *before != id) return {};
  const auto row = static_cast<std::size_t>(before - ids.begin());
  return center(cast_.boxes()[number]) - center(trace_->boxes_of(frame_ - 1)[row]);
}

std::vector<Aabb> RecordingPlayback::boxes_before() const {
  if (frame_ == 0) return {};
  std::vector<Aabb> boxes(cast_.boxes().begin(), cast_.boxes().end());
  const auto ids = trace_->ids_of(frame_ - 1);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto before = std::ranges::lower_bound(ids, cast_.ids()[i]);
    if (before == ids.end() || *before != cast_.ids()[i]) continue;
    boxes[i] = trace_->boxes_of(frame_ - 1)[static_cast<std::size_t>(before - ids.begin())];
  }
  return boxes;
}

Sprite RecordingPlayback::sprite(std::size_t number) const {
  const Aabb& box = cast_.boxes()[number];
  // Halved before the difference: stays finite for every finite box.
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
  cast_.show(*trace_, frame);
  for (const Edit& edit : cast_.edits()) {
    if (edit.kind == Edit::Kind::add)
      world.add({});
    else
      world.remove(edit.id);
  }
  for (std::size_t i = 0; i < cast_.size(); ++i) world.set(static_cast<SpriteId>(i), sprite(i));
  return cast_.edits();
}

}  // namespace phasebox
