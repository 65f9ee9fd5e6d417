// SPDX-License-Identifier: MIT
// Sprites with pictures, for narrowphases: worlds of them, and two at a time; drawn here.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "collide/convex.hpp"
#include "collide/frame.hpp"
#include "collide/narrowphase.hpp"
#include "support/checks.hpp"
#include "world/world.hpp"

namespace phasebox::test {

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

  ImageSet images_;
  World world_;
  Random random_;
  std::vector<Transform> transforms_;
  std::vector<Aabb> boxes_;
};

/// Solid and hollow shapes of 1 to `largest` px with alphas of all values: what pixel answers and
/// hulls have to cope with.
ImageSet awkward_images(std::uint64_t seed, int largest);

/// The hull of one of the images somewhere within `reach` px of the origin, a third of them on
/// whole px, turned and stretched or not.
PlacedHull random_hull(const ImageSet& images, Random& random, float reach);

/// Two sprites with their frame; the pair is (0, 1).
class Duo {
 public:
  Duo(const ImageSet& images, const Sprite& a, const Sprite& b);
  Frame frame() const;

 private:
  const ImageSet* images_;
  World world_;
  std::array<Transform, 2> transforms_;
  std::array<Aabb, 2> boxes_;
};

/// "image 3 at (1, 2), angle 0.5, scale 1 x 2", every digit.
std::string describe(const Sprite& sprite);

/// A narrowphase of the registry with these settings.
std::unique_ptr<Narrowphase> narrowphase_with(std::string_view id, const Settings& settings = {});

/// The contact of the pair (0, 1), or nothing.
std::optional<Contact> contact_of(Narrowphase& narrowphase, const Frame& frame,
                                  Recorder* log = nullptr);

}  // namespace phasebox::test
