// SPDX-License-Identifier: MIT
// Which sprite lies under the pointer.
#include <cmath>

#include "ui/model/application_model.hpp"

namespace phasebox {
namespace {

bool is_opaque_at(const Session& session, const Frame& frame, SpriteId id, Vec2 world) {
  const World& sprites = session.world();
  const Image& image = session.images()[sprites.images()[id]];
  const Transform& transform = frame.transforms[id];
  const Vec2 scale = sprites.scales()[id];
  const Vec2 local = rotate_back(transform.rotation, world - transform.position);
  const float x = std::floor(local.x / scale.x) + static_cast<float>(image.pivot_x);
  const float y = std::floor(local.y / scale.y) + static_cast<float>(image.pivot_y);
  if (!(x >= 0 && y >= 0 && x < static_cast<float>(image.width) &&
        y < static_cast<float>(image.height)))
    return false;
  const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                  static_cast<std::size_t>(x);
  return image.alpha[at] > 0;
}

}  // namespace

std::optional<SpriteId> pick(const Session& session, Vec2 world) {
  const Frame frame = session.frame();
  std::optional<SpriteId> in_box;
  // Later sprites are drawn above earlier ones.
  for (auto id = static_cast<SpriteId>(frame.size()); id-- > 0;) {
    if (!contains(frame.boxes[id], world)) continue;
    if (is_opaque_at(session, frame, id, world)) return id;
    if (!in_box) in_box = id;
  }
  return in_box;
}

}  // namespace phasebox
