// SPDX-License-Identifier: MIT
// The contact solver: it carries bodies that rest on each other and eases overlaps apart, substep
// by substep.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/radix_sort.hpp"
#include "world/dynamics/body.hpp"
#include "world/dynamics/contact_blocks.hpp"
#include "world/dynamics/manifold.hpp"

namespace phasebox {

/// The key by which cached impulses are ordered: a, then b.
inline std::uint64_t pair_key(const CachedImpulse& s) { return std::uint64_t{s.a} << 32 | s.b; }

/// Approaches up to this speed, px per step, count as none.
inline constexpr double kConvergence = 1e-5;

/// An island of more contacts than this is a large heap, in which single impacts may cause each
/// other without end.
inline constexpr std::size_t kLargeHeap = 500;

/// A contact that the solver solves: two bodies, or a body and something immovable, that touch or
/// may in this step.
struct ContactConstraint {
  struct Point {
    /// Lever arms, px: arm cross normal (x) and arm cross tangent (y). Spin times lever is the
    /// velocity of the point along normal and tangent.
    Vec2d lever_a, lever_b;
    double coupling = 0;    ///< change of the slip per normal impulse, 1 / mass
    Vec2d effective_mass;   ///< for impulses along normal and tangent, mass
    double separation = 0;  ///< px, at the start of the step
    /// normal and tangential impulse of the last substep, scaled to a whole step
    Vec2d accumulated;
    Vec2d total;  ///< sum of the impulses of all substeps, normal and tangential
  };
  std::uint32_t a = 0, b = 0;  ///< rows of the bodies in the part; 0: anything immovable
  std::uint32_t count = 0;     ///< number of points, 1 or 2
  /// one more than the highest level of earlier constraints that share a body
  std::uint32_t level = 0;
  std::uint32_t lane = 0;  ///< index of its lane, counted over all blocks of the part
  Vec2d normal;            ///< unit, from a to b
  double friction = 0;
  double rest = 0;      ///< px, the separation down to which bodies may close
  double max_ease = 0;  ///< px per step, largest speed at which overlaps are eased apart
  std::array<Point, 2> points{};
};

/// The sprites of a constraint and its contact points.
struct ConstrainedPair {
  SpriteId a, b;                ///< numbered as in CachedImpulse, borders too
  std::array<Vec2d, 2> points;  ///< px
};

/// Solves a step's constraints by island, in substeps. Each substep adds its share of gravity and
/// the impulses of the substep before, and improves all constraints once. Constraints are hard
/// while bodies are apart (they may close a separation and no more) and a damped spring where they
/// overlap. Then bodies move, and constraints are improved once more without the spring, so that
/// its velocities do not stay (M. Macklin et al., "Small steps in physics simulation", 2019; E.
/// Catto, "Solver2D", 2024). Later improvements may take back earlier impulses, as long as the sum
/// pushes and obeys Coulomb's law, and each step starts from the sums of the last one (E. Catto,
/// "Iterative dynamics with temporal coherence", 2005), so that stacks stand. Constraints of one
/// level share no body: they are solved in vectors, with the result of one after the other. Islands
/// form parts, several small ones or a large one, which are solved on several threads. Cost:
/// O(bodies + constraints).
class ContactSolver {
 public:
  /// Drops all constraints and their sums.
  void clear() {
    constraints_.clear();
    pairs_.clear();
    parts_ = 0;
    has_large_ = false;
  }
  /// Begins without constraints. `bodies` must live until `store`. `last` holds the cached impulses
  /// of the step before, in order of pair_key. `time_left` is the share of the step, above 0 to 1,
  /// that is to be solved.
  void begin(std::span<const CachedImpulse> last, std::span<const Body> bodies,
             double time_left = 1) {
    clear();
    last_.assign(last.begin(), last.end());
    last_of_.assign(bodies.size() + 1, 0);
    for (const CachedImpulse& s : last)
      if (s.a < bodies.size()) ++last_of_[s.a + 1];
    std::partial_sum(last_of_.begin(), last_of_.end(), last_of_.begin());
    rows_.clear();
    falls_.clear();
    body_of_.clear();
    level_of_.clear();
    row_of_.assign(bodies.size(), kNone);
    bodies_ = bodies;
    time_left_ = time_left;
  }
  /// Begins an island: the next `contacts` constraints share no movable body with those before.
  void begin_island(std::size_t contacts) {
    has_large_ |= contacts > kLargeHeap;
    const int substeps = substeps_of(contacts);
    if (parts_ > 0 && part().substeps == substeps && part().count < kMinPart) return;
    if (parts_++ == part_.size()) part_.emplace_back();
    part().first = static_cast<std::uint32_t>(constraints_.size());
    part().first_row = static_cast<std::uint32_t>(rows_.size());
    part().count = part().rows = part().levels = 0;
    part().substeps = substeps;
    add_row(kNone, {}, 0);
  }
  /// Adds a constraint with all points of the manifold between body a and body or border b, which
  /// are numbered as in CachedImpulse.
  void add(SpriteId a, SpriteId b, const Manifold& at, double friction) {
    constexpr double kMost = 0.5, kMostInitially = 1;  // px per step, of easing
    CachedImpulse between{a, b};
    for (std::uint32_t k = last_of_[a]; k < last_of_[a + 1]; ++k)
      if (pair_key(last_[k]) == pair_key(between)) between = last_[k];
    const std::uint32_t row_a = row_of(a), row_b = row_of(b);
    const bool is_wall = b >= bodies_.size();
    const Inertia& inertia_a = bodies_[a];
    const Inertia& inertia_b = is_wall ? still_ : static_cast<const Inertia&>(bodies_[b]);
    const Vec2d middle_a = bodies_[a].position, middle_b = is_wall ? Vec2d{} : bodies_[b].position;
    const Vec2d n = at.normal, t = turned(n);
    ContactConstraint c{.a = row_a,
                        .b = row_b,
                        .count = static_cast<std::uint32_t>(at.count),
                        .level = level_after(row_a, row_b),
                        .normal = n,
                        .friction = friction,
                        .rest = at.touch / 2,
                        .max_ease = at.distance < -kInitialPenetration ? kMostInitially : kMost};
    for (std::size_t k = 0; k < c.count; ++k) {
      const ContactFrame m{at.points[k] - middle_a, at.points[k] - middle_b, n};
      const InverseEffectiveMass inverse = inverse_effective_mass(inertia_a, inertia_b, m);
      c.points[k] = {.lever_a = {cross(m.arm_a, n), cross(m.arm_a, t)},
                     .lever_b = {cross(m.arm_b, n), cross(m.arm_b, t)},
                     .coupling = inverse.nt,
                     .effective_mass = {1 / inverse.nn, 1 / inverse.tt},
                     .separation = at.separations[k],
                     .accumulated = widened(between.impulse[k]),
                     .total = {}};
    }
    constraints_.push_back(c);
    pairs_.push_back({a, b, at.points});
    ++part().count;
  }
  /// Runs the substeps of all parts and returns the number of impulses, two for each constraint and
  /// substep. `gravity` is px per step². The result does not depend on the number of threads.
  std::uint64_t solve(Vec2d gravity, unsigned threads) {
    std::atomic<std::size_t> next = 0;
    for_each_part(parts_of(constraints_.size(), threads, kLargeHeap / 2), [&](unsigned) {
      for (std::size_t k = next++; k < parts_; k = next++) solve(part_[k], gravity);
    });
    std::uint64_t impacts = 0;
    for (std::size_t k = 0; k < parts_; ++k)
      impacts += std::uint64_t{2} * part_[k].count * static_cast<unsigned>(part_[k].substeps);
    return impacts;
  }
  /// Whether an island has more than kLargeHeap contacts.
  bool has_large() const { return has_large_; }
  /// Writes the solved velocities and the easing to the bodies, and marks that their velocities
  /// contain the gravity of the whole step.
  void store(std::span<Body> bodies) const {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      if (body_of_[row] == kNone) continue;
      Body& b = bodies[body_of_[row]];
      const SolverBody& r = rows_[row];
      b.has_full_gravity = true;
      b.velocity = r.moved * (1 / time_left_);
      b.spin = r.turned / time_left_;
      b.ease = b.velocity - r.velocity;
      b.ease_spin = b.spin - r.spin;
    }
  }

  std::span<const ContactConstraint> constraints() const { return constraints_; }
  /// [constraints] the sprites of each
  std::span<const ConstrainedPair> pairs() const { return pairs_; }
  /// Returns the impulses to be cached, ordered by pair_key, of all constraints that push.
  /// Allocates.
  std::vector<CachedImpulse> sums() {
    std::vector<CachedImpulse> sums;
    sums.reserve(constraints_.size());
    for (std::size_t k = 0; k < constraints_.size(); ++k) {
      const ContactConstraint& c = constraints_[k];
      CachedImpulse sum{pairs_[k].a, pairs_[k].b};
      for (std::size_t p = 0; p < c.count; ++p) sum.impulse[p] = narrowed(c.points[p].accumulated);
      if (sum.impulse[0].x > 0 || sum.impulse[1].x > 0) sums.push_back(sum);
    }
    sort_.sort_in_place(sums, 64, [](const CachedImpulse& sum) { return pair_key(sum); });
    return sums;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  // contacts of a part from which on the next island begins another one
  static constexpr std::uint32_t kMinPart = 128;

  /// Islands that one thread solves in one go, all with the same number of substeps. Row 0 of a
  /// part stands for everything that cannot move: static bodies and borders.
  struct Part {
    std::uint32_t first = 0, count = 0;     // its constraints in `constraints_`
    std::uint32_t first_row = 0, rows = 0;  // its bodies in `rows_`
    std::uint32_t levels = 0;
    int substeps = 0;
    // [2 * level] first lane with two points, and first with one
    std::vector<std::uint32_t> begins;
    std::vector<ContactBlock> blocks;
  };

  // The spring between overlapping bodies: its frequency, in oscillations per step, and its damping
  // ratio.
  static constexpr double kFrequency = 4, kDamping = 60;

  static ContactSpring spring_of(double dt) {
    const double omega = 2 * static_cast<double>(kPi) * kFrequency;
    const double damped = 2 * kDamping + dt * omega, stiff = dt * omega * damped;
    return {stiff / (1 + stiff), omega / damped, 1 / (1 + stiff)};
  }

  /// The number of substeps for an island: more where it has so few contacts that they are cheap.
  static constexpr int substeps_of(std::size_t contacts) { return contacts <= 100 ? 16 : 8; }

  Part& part() { return part_[parts_ - 1]; }
  std::uint32_t add_row(SpriteId body, const Inertia& inertia, double falls) {
    rows_.push_back({.velocity = inertia.velocity,
                     .spin = inertia.spin,
                     .inverse_mass = inertia.inverse_mass,
                     .inverse_inertia = inertia.inverse_inertia,
                     .moved = {},
                     .turned = 0});
    falls_.push_back(falls);
    body_of_.push_back(body);
    level_of_.push_back(0);
    return part().rows++;
  }
  std::uint32_t row_of(SpriteId body) {
    if (body >= bodies_.size() || bodies_[body].is_static()) return 0;
    if (row_of_[body] == kNone)
      row_of_[body] = add_row(body, bodies_[body], bodies_[body].has_full_gravity ? 0 : 1);
    return row_of_[body];
  }
  /// Returns the level of a new constraint between rows a and b, and raises that of the next one
  /// there. Row 0 joins no constraints.
  std::uint32_t level_after(std::uint32_t a, std::uint32_t b) {
    std::uint32_t* const level_of = &level_of_[part().first_row];
    const std::uint32_t level = std::max(level_of[a], level_of[b]);
    if (a != 0) level_of[a] = level + 1;
    if (b != 0) level_of[b] = level + 1;
    part().levels = std::max(part().levels, level + 1);
    return level;
  }

  /// Puts the constraints of a part into blocks, level by level, those of two points first. `dt` is
  /// the length of a substep, in steps.
  void fill_blocks(Part& part, std::span<ContactConstraint> constraints, double dt) {
    constexpr std::uint32_t kLanes = ContactBlock::kLanes;
    const auto begin_of = [&](const ContactConstraint& c) -> std::uint32_t& {
      return part.begins[2 * c.level + (c.count == 1)];
    };
    part.begins.assign(std::size_t{2} * part.levels, 0);
    for (const ContactConstraint& c : constraints) ++begin_of(c);
    std::uint32_t lane = 0;
    for (std::size_t k = 0; k < part.begins.size(); k += 2) {
      const std::uint32_t twos = std::exchange(part.begins[k], lane);
      const std::uint32_t ones = std::exchange(part.begins[k + 1], lane + twos);
      lane += (twos + ones + kLanes - 1) / kLanes * kLanes;
    }
    part.blocks.assign(lane / kLanes, {});
    for (ContactConstraint& c : constraints) {
      c.lane = begin_of(c)++;
      fill_lane(c, part.blocks[c.lane / kLanes], c.lane % kLanes, dt);
    }
  }
  static void fill_lane(const ContactConstraint& c, ContactBlock& to, std::size_t at, double dt) {
    to.a[at] = c.a;
    to.b[at] = c.b;
    to.normal_x[at] = c.normal.x;
    to.normal_y[at] = c.normal.y;
    to.friction[at] = c.friction;
    to.rest[at] = c.rest;
    to.max_ease[at] = c.max_ease;
    ++to.used;
    to.twos += c.count == 2;
    for (std::size_t k = 0; k < c.count; ++k) {
      const ContactConstraint::Point& from = c.points[k];
      ContactBlock::Point& p = to.points[k];
      p.lever_a_x[at] = from.lever_a.x;
      p.lever_a_y[at] = from.lever_a.y;
      p.lever_b_x[at] = from.lever_b.x;
      p.lever_b_y[at] = from.lever_b.y;
      p.coupling[at] = from.coupling;
      p.separation[at] = from.separation;
      p.effective_mass_x[at] = from.effective_mass.x;
      p.effective_mass_y[at] = from.effective_mass.y;
      p.impulse_x[at] = from.accumulated.x * dt;
      p.impulse_y[at] = from.accumulated.y * dt;
    }
  }
  static void take_impulses(const ContactBlock& from, std::size_t at, ContactConstraint& c,
                            double dt) {
    for (std::size_t k = 0; k < c.count; ++k) {
      const ContactBlock::Point& p = from.points[k];
      const Vec2d last{p.impulse_x[at], p.impulse_y[at]};
      c.points[k].total = Vec2d{p.total_x[at], p.total_y[at]} + last;
      c.points[k].accumulated = last * (1 / dt);
    }
  }

  void solve(Part& part, Vec2d gravity) {
    constexpr std::size_t kLanes = ContactBlock::kLanes;
    const std::span constraints = std::span(constraints_).subspan(part.first, part.count);
    const double dt = time_left_ / part.substeps;
    fill_blocks(part, constraints, dt);
    run_substeps(part.blocks, std::span(rows_).subspan(part.first_row, part.rows),
                 std::span(falls_).subspan(part.first_row, part.rows),
                 {part.substeps, dt, gravity, spring_of(dt)});
    for (ContactConstraint& c : constraints)
      take_impulses(part.blocks[c.lane / kLanes], c.lane % kLanes, c, dt);
  }

  std::span<const Body> bodies_;
  double time_left_ = 1;
  bool has_large_ = false;
  Inertia still_;                 // the inertia of every border: it does not move
  std::vector<SolverBody> rows_;  // bodies of all parts, part by part
  std::vector<double> falls_;     // [row] 1, or 0 for a body whose velocity has its gravity already
  std::vector<SpriteId> body_of_;        // [row] index of the body; kNone for what cannot move
  std::vector<std::uint32_t> level_of_;  // [row] level of the next constraint that it joins
  std::vector<std::uint32_t> row_of_;    // [body] its row in its part, or kNone
  RadixSort<CachedImpulse, 64> sort_;
  std::vector<CachedImpulse> last_;
  std::vector<std::uint32_t> last_of_;  // [body + 1] where its rows of `last_` as `a` begin
  std::vector<ContactConstraint> constraints_;
  std::vector<ConstrainedPair> pairs_;
  std::vector<Part> part_;  // parts; the first `parts_` are in use
  std::size_t parts_ = 0;
};

}  // namespace phasebox
