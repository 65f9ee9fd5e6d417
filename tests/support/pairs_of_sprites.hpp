// SPDX-License-Identifier: MIT
// Two sprites at a time, to compare narrowphases on.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/random.hpp"
#include "collide/convex.hpp"
#include "collide/narrowphase.hpp"
#include "support/checks.hpp"
#include "world/world.hpp"

namespace phasebox::test {

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
