// SPDX-License-Identifier: MIT
// Worlds of sprites with pictures, for narrowphases; drawn here, so that no file is needed.
#pragma once
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "collide/frame.hpp"
#include "world/world.hpp"

namespace phasebox::test {

/// A full square, a ring, a cross and scattered dots, 8 to 33 px.
ImageSet drawn_images();

/// Sprites at random transforms and scales, with boxes and transforms as a session makes them.
class SpriteStage {
 public:
  SpriteStage(std::size_t n, float side, std::uint64_t seed);

  Frame frame() const;
  /// All pairs with overlapping boxes, sorted.
  std::vector<Pair> candidates() const;
  /// Moves and turns every sprite.
  void move();

 private:
  void transform();

  ImageSet images_ = drawn_images();
  World world_;
  Random random_;
  std::vector<Transform> transforms_;
  std::vector<Aabb> boxes_;
};

}  // namespace phasebox::test
