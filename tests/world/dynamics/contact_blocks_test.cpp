// SPDX-License-Identifier: MIT
// Contacts in blocks end where one after the other ends, to the bit.
#include "world/dynamics/contact_blocks.hpp"

#include <bit>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace phasebox::test {
namespace contact_blocks_test {

constexpr std::size_t kLanes = ContactBlock::kLanes;

/// Bodies at random but for the first, which nothing moves.
std::vector<SolverBody> random_bodies(Random& random, std::size_t count) {
  std::vector<SolverBody> bodies(count);
  for (std::size_t k = 1; k < count; ++k) {
    bodies[k].velocity = widened(random.direction());
    bodies[k].spin = static_cast<double>(random.uniform(-0.1f, 0.1f));
    bodies[k].inverse_mass = static_cast<double>(random.uniform(0.001f, 0.01f));
    bodies[k].inverse_inertia = bodies[k].inverse_mass / 50;
  }
  return bodies;
}

/// A contact of these two in that lane, with one point or two, some of them pressed.
void fill(Random& random, ContactBlock& block, std::size_t at, std::uint32_t a, std::uint32_t b,
          bool has_two) {
  const auto number = [&](float low, float high) {
    return static_cast<double>(random.uniform(low, high));
  };
  ++block.used, block.twos += has_two;
  block.a[at] = a, block.b[at] = b;
  block.normal_x[at] = 0.6, block.normal_y[at] = -0.8;
  block.friction[at] = 0.4, block.rest[at] = 0.02, block.max_ease[at] = 0.5;
  for (std::size_t k = 0; k < (has_two ? 2 : 1); ++k) {
    ContactBlock::Point& p = block.points[k];
    p.lever_a_x[at] = number(-8, 8), p.lever_a_y[at] = number(-8, 8);
    p.lever_b_x[at] = number(-8, 8), p.lever_b_y[at] = number(-8, 8);
    p.coupling[at] = number(-0.001f, 0.001f);
    p.effective_mass_x[at] = number(40, 80), p.effective_mass_y[at] = number(40, 80);
    p.separation[at] = number(-1, 0.2f), p.impulse_x[at] = number(0, 3);
  }
}

ContactBlock lane_of(const ContactBlock& from, std::size_t at) {
  ContactBlock one;
  one.used = 1, one.twos = from.twos > at;
  one.a[0] = from.a[at], one.b[0] = from.b[at];
  const auto take = [at](const ContactBlock::Lanes& lanes, ContactBlock::Lanes& to) {
    to[0] = lanes[at];
  };
  take(from.normal_x, one.normal_x), take(from.normal_y, one.normal_y);
  take(from.friction, one.friction), take(from.rest, one.rest);
  take(from.max_ease, one.max_ease);
  for (std::size_t k = 0; k < 2; ++k) {
    const ContactBlock::Point& p = from.points[k];
    ContactBlock::Point& to = one.points[k];
    take(p.lever_a_x, to.lever_a_x), take(p.lever_a_y, to.lever_a_y);
    take(p.lever_b_x, to.lever_b_x), take(p.lever_b_y, to.lever_b_y);
    take(p.coupling, to.coupling), take(p.separation, to.separation);
    take(p.effective_mass_x, to.effective_mass_x), take(p.effective_mass_y, to.effective_mass_y);
    take(p.impulse_x, to.impulse_x), take(p.impulse_y, to.impulse_y);
  }
  return one;
}

TEST(ContactBlocks, end_where_one_contact_after_the_other_ends) {
  Random random(5);
  constexpr std::size_t kBodies = 2 * kLanes + 1;
  for (int round = 0; round < 50; ++round) {
    std::vector<SolverBody> bodies = random_bodies(random, kBodies), again = bodies;
    std::vector<ContactBlock> blocks, single;
    for (std::uint32_t shift = 0; shift < 6; ++shift) {
      const std::uint32_t used = 2 + random.below(kLanes - 1), twos = random.below(used + 1);
      ContactBlock& block = blocks.emplace_back();
      // Each body once in a block; the first lane's other body is now and then the unmovable one.
      for (std::uint32_t at = 0; at < used; ++at) {
        const auto body = [&](std::uint32_t k) { return 1 + (k + shift) % (kBodies - 1); };
        const bool is_held = at == 0 && shift % 2 == 0;
        fill(random, block, at, is_held ? 0 : static_cast<std::uint32_t>(body(2 * at)),
             static_cast<std::uint32_t>(body(2 * at + 1)), at < twos);
      }
      for (std::uint32_t at = 0; at < used; ++at) single.push_back(lane_of(block, at));
    }
    std::vector<double> falls(kBodies, 1);
    falls[0] = 0;
    const Substeps substeps{8, 0.1, {0, 0.2}, {0.5, 0.1, 0.4}};
    run_substeps(blocks, bodies, falls, substeps);
    run_substeps(single, again, falls, substeps);
    for (std::size_t k = 0; k < kBodies; ++k) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(bodies[k].velocity.y),
                std::bit_cast<std::uint64_t>(again[k].velocity.y))
          << "round " << round << ", body " << k;
      EXPECT_EQ(bodies[k].moved, again[k].moved);
      EXPECT_EQ(bodies[k].spin, again[k].spin);
    }
  }
}

}  // namespace contact_blocks_test
}  // namespace phasebox::test
