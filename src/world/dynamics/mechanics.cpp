// SPDX-License-Identifier: MIT
// Adds up the energy and momentum of bodies.
#include "world/dynamics/mechanics.hpp"

#include "world/dynamics/body.hpp"
#include "world/flight.hpp"

namespace phasebox {

Mechanics mechanics(const World& world, const ImageSet& images, const ResponseOptions& options) {
  Mechanics sum;
  const Vec2d gravity =
      widened({options.gravity_x, options.gravity_y}) * (1 / (kStepsPerSecond * kStepsPerSecond));
  for (SpriteId i = 0; i < world.size(); ++i) {
    const Body b = make_body(world, images, i, static_cast<double>(options.density));
    if (b.is_static()) continue;
    const double mass = 1 / b.inverse_mass, inertia = 1 / b.inverse_inertia;
    sum.kinetic += mass * dot(b.velocity, b.velocity) / 2 + inertia * b.spin * b.spin / 2;
    sum.potential -= mass * dot(gravity, b.position);
    sum.momentum += b.velocity * mass;
    sum.angular_momentum += mass * cross(b.position, b.velocity) + inertia * b.spin;
  }
  return sum;
}

}  // namespace phasebox
