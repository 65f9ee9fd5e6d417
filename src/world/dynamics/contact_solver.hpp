// SPDX-License-Identifier: MIT
// The solver of contacts: what rests on each other is carried and eased apart, substep by substep.
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "world/dynamics/body.hpp"
#include "world/dynamics/manifold.hpp"

namespace phasebox {

/// Cached impulses are in this order.
inline std::uint64_t pair_key(const CachedImpulse& s) { return std::uint64_t{s.a} << 32 | s.b; }

/// px per step: approaches this slow are none.
inline constexpr double kConvergence = 1e-5;

/// Contacts of a heap so large that impact after impact in it would not come to an end.
inline constexpr std::size_t kLargeHeap = 500;

/// Two bodies that touch, or may in this step: what the substeps read, and no more.
struct ContactConstraint {
  struct Point {
    /// px: arm cross normal and arm cross tangent, by which spin moves the point along both.
    Vec2d lever_a, lever_b;
    double coupling = 0;    ///< how a normal impulse changes the slip
    Vec2d effective_mass;   ///< along normal and tangent
    double separation = 0;  ///< px, at the start of the step
    Vec2d accumulated;      ///< impulse per step, normal and tangential; of a substep meanwhile
    Vec2d total;            ///< of all substeps
  };
  std::uint32_t a = 0, b = 0;  ///< rows of the solver
  std::uint32_t count = 0;     ///< points
  Vec2d normal;                ///< unit, from a to b
  double friction = 0;
  double rest = 0;      ///< px, the separation down to which they may close
  double max_ease = 0;  ///< px per step, at which overlaps are eased apart at most
  std::array<Point, 2> points{};
};

/// Which pair a constraint represents.
struct ConstrainedPair {
  SpriteId a, b;                ///< as in CachedImpulse
  std::array<Vec2d, 2> points;  ///< px
};

/// The constraints of one step, island by island. A step is divided into substeps. Each adds its
/// share of gravity and the impulses of the substep before, and improves all constraints once:
/// these are hard while apart, so that bodies may close a separation and no more, and a damped
/// spring where they overlap. Then bodies move, and constraints are improved once more without the
/// spring, so that what it added to velocities does not stay (M. Macklin et al., "Small steps in
/// physics simulation", 2019; E. Catto, "Solver2D", 2024). What an improvement gave too much a
/// later one takes back, as long as the sum pushes and obeys Coulomb, and the sums of the last step
/// are where the next one begins (E. Catto, "Iterative dynamics with temporal coherence", 2005): so
/// a stack stands. Islands are solved on several threads. Cost: O(bodies + constraints).
class ContactSolver {
 public:
  /// No constraints, and no sums.
  void clear() {
    constraints_.clear();
    pairs_.clear();
    islands_.clear();
  }
  /// No constraints among bodies that move so; `last` holds the cached impulses of the step before,
  /// in order. `time_left` is the share of the step that is to be solved.
  void begin(std::span<const CachedImpulse> last, std::span<const Body> bodies,
             double time_left = 1) {
    clear();
    last_.assign(last.begin(), last.end());
    last_of_.assign(bodies.size() + 1, 0);
    for (const CachedImpulse& s : last)
      if (s.a < bodies.size()) ++last_of_[s.a + 1];
    std::partial_sum(last_of_.begin(), last_of_.end(), last_of_.begin());
    rows_.assign(1, {});
    body_of_.assign(1, 0);
    row_of_.assign(bodies.size(), 0);
    bodies_ = bodies, time_left_ = time_left;
  }
  /// What is added from here on shares no body with what came before, but what nothing moves.
  void begin_island() {
    islands_.push_back({.first = static_cast<std::uint32_t>(constraints_.size()),
                        .first_row = static_cast<std::uint32_t>(rows_.size())});
  }
  /// All points of a separation between body a, by its number, and body or border b, as in
  /// CachedImpulse.
  void add(SpriteId a, SpriteId b, const Manifold& at, double friction) {
    constexpr double kMost = 0.5, kMostInitially = 1;  // px per step
    CachedImpulse between{a, b};
    for (std::uint32_t k = last_of_[a]; k < last_of_[a + 1]; ++k)
      if (pair_key(last_[k]) == pair_key(between)) between = last_[k];
    const std::uint32_t row_a = row_of(a), row_b = row_of(b);
    const Vec2d middle_a = bodies_[a].position,
                middle_b = b < bodies_.size() ? bodies_[b].position : Vec2d{};
    const Vec2d n = at.normal, t = turned(n);
    ContactConstraint c{.a = row_a,
                        .b = row_b,
                        .count = static_cast<std::uint32_t>(at.count),
                        .normal = n,
                        .friction = friction,
                        .rest = at.touch / 2,
                        .max_ease = at.distance < -kInitialPenetration ? kMostInitially : kMost};
    for (std::size_t k = 0; k < c.count; ++k) {
      const ContactFrame m{at.points[k] - middle_a, at.points[k] - middle_b, n};
      const InverseEffectiveMass inverse = inverse_effective_mass(rows_[row_a], rows_[row_b], m);
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
    ++islands_.back().count;
  }
  /// Runs the substeps; returns how many small impacts they took. What comes of it does not depend
  /// on the threads.
  std::uint64_t solve(Vec2d gravity, unsigned threads) {
    std::atomic<std::size_t> next = 0;
    for_each_part(parts_of(constraints_.size(), threads, kLargeHeap / 2), [&](unsigned) {
      for (std::size_t k = next++; k < islands_.size(); k = next++) solve(islands_[k], gravity);
    });
    std::uint64_t impacts = 0;
    for (const Island& island : islands_)
      impacts += std::uint64_t{2} * island.count * static_cast<unsigned>(substeps_of(island.count));
    return impacts;
  }
  /// Whether there is an island so large that impacts in it would not come to an end.
  bool has_large() const {
    return std::ranges::any_of(islands_, [](const Island& i) { return i.count > kLargeHeap; });
  }
  /// Gives the bodies the velocities that came of it, with what eases them apart, and gravity.
  void store(std::span<Body> bodies) const {
    for (std::size_t row = 1; row < rows_.size(); ++row) {
      Body& b = bodies[body_of_[row]];
      const Row& r = rows_[row];
      b.has_full_gravity = true;
      b.velocity = r.moved * (1 / time_left_), b.spin = r.turned / time_left_;
      b.ease = b.velocity - r.velocity, b.ease_spin = b.spin - r.spin;
    }
  }

  std::span<const ContactConstraint> constraints() const { return constraints_; }
  std::span<const ConstrainedPair> pairs() const { return pairs_; }  ///< [constraints]
  /// The impulses to be cached, in order. Allocates.
  std::vector<CachedImpulse> sums() const {
    std::vector<CachedImpulse> sums;
    for (std::size_t k = 0; k < constraints_.size(); ++k) {
      const ContactConstraint& c = constraints_[k];
      CachedImpulse sum{pairs_[k].a, pairs_[k].b};
      for (std::size_t p = 0; p < c.count; ++p) sum.impulse[p] = narrowed(c.points[p].accumulated);
      if (sum.impulse[0].x > 0 || sum.impulse[1].x > 0) sums.push_back(sum);
    }
    std::ranges::sort(sums, {}, pair_key);
    return sums;
  }

 private:
  // All that an impulse changes, so that it stays in the cache, and how far it moves by that.
  struct Row : Inertia {
    Vec2d moved;        // px, in this step
    double turned = 0;  // radians
    double falls = 0;   // 1, or 0 of what has its gravity
  };
  struct Island {
    std::uint32_t first = 0, count = 0;          // constraints
    std::uint32_t first_row = 0, row_count = 0;  // bodies
  };

  /// A damped spring, solved implicitly: which share of a velocity it changes, how fast an overlap
  /// ends, per step, and which share of the impulse it takes back.
  struct Spring {
    double mass = 1, rate = 0, give = 0;
  };
  // The spring between overlapping bodies: oscillations per step, and its damping ratio.
  static constexpr double kFrequency = 4, kDamping = 60;

  static Spring spring_of(double dt) {
    const double omega = 2 * static_cast<double>(kPi) * kFrequency;
    const double damped = 2 * kDamping + dt * omega, stiff = dt * omega * damped;
    return {stiff / (1 + stiff), omega / damped, 1 / (1 + stiff)};
  }

  /// More where few contacts make them cheap.
  static constexpr int substeps_of(std::uint32_t contacts) { return contacts <= 100 ? 16 : 8; }

  /// px per step, at which an overlap ends. A high stack adds the speeds of all its overlaps up, so
  /// small ones end slowly.
  static double ease_speed(double overlap, double rate) {
    constexpr double kSmall = 0.5, kSlow = 0.01, kRate = 0.2;  // px, px per step, per step
    return std::min(rate * overlap, kSlow) + kRate * std::max(0.0, overlap - kSmall);
  }

  std::uint32_t row_of(SpriteId body) {
    if (body >= bodies_.size() || bodies_[body].is_static()) return 0;
    if (row_of_[body] != 0) return row_of_[body];
    ++islands_.back().row_count;
    body_of_.push_back(body);
    Row& row = rows_.emplace_back();
    static_cast<Inertia&>(row) = bodies_[body];
    row.falls = bodies_[body].has_full_gravity ? 0 : 1;
    return row_of_[body] = static_cast<std::uint32_t>(rows_.size() - 1);
  }

  /// The impulses of the substep before.
  void push(ContactConstraint& c, bool counts) {
    Row &a = rows_[c.a], &b = rows_[c.b];
    Vec2d impulse;
    double turn_a = 0, turn_b = 0;
    for (std::size_t k = 0; k < c.count; ++k) {
      ContactConstraint::Point& p = c.points[k];
      if (counts) p.total += p.accumulated;
      impulse += p.accumulated;
      turn_a += dot(p.lever_a, p.accumulated), turn_b += dot(p.lever_b, p.accumulated);
    }
    const Vec2d by = c.normal * impulse.x + turned(c.normal) * impulse.y;
    if (c.a != 0) a.velocity -= by * a.inverse_mass, a.spin -= turn_a * a.inverse_inertia;
    if (c.b != 0) b.velocity += by * b.inverse_mass, b.spin += turn_b * b.inverse_inertia;
  }

  template <bool eases>
  void improve(ContactConstraint& c, double dt, const Spring& spring) {
    Row &a = rows_[c.a], &b = rows_[c.b];
    const Vec2d n = c.normal, t = turned(n);
    const Vec2d moved = b.moved - a.moved;
    Vec2d va = a.velocity, vb = b.velocity;
    double wa = a.spin, wb = b.spin;
    for (std::size_t k = 0; k < c.count; ++k) {
      ContactConstraint::Point& p = c.points[k];
      const double separation =
          p.separation + dot(moved, n) + b.turned * p.lever_b.x - a.turned * p.lever_a.x;
      double bias = 0, mass = 1, give = 0;
      if (separation > c.rest) {
        bias = (separation - c.rest) / dt;
      } else if (eases && separation < 0) {
        bias = -std::min(ease_speed(-separation, spring.rate), c.max_ease);
        mass = spring.mass, give = spring.give;
      }
      const Vec2d between = vb - va;
      const double nearing = dot(between, n) + wb * p.lever_b.x - wa * p.lever_a.x;
      const double normal = std::max(0.0, p.accumulated.x * (1 - give) -
                                              (mass * nearing + bias) * p.effective_mass.x) -
                            p.accumulated.x;
      const double slip =
          dot(between, t) + wb * p.lever_b.y - wa * p.lever_a.y + p.coupling * normal;
      p.accumulated.x += normal;
      const double most = c.friction * p.accumulated.x;
      const double across =
          std::clamp(p.accumulated.y - slip * p.effective_mass.y, -most, most) - p.accumulated.y;
      p.accumulated.y += across;
      const Vec2d by = n * normal + t * across;
      va -= by * a.inverse_mass, vb += by * b.inverse_mass;
      wa -= (p.lever_a.x * normal + p.lever_a.y * across) * a.inverse_inertia;
      wb += (p.lever_b.x * normal + p.lever_b.y * across) * b.inverse_inertia;
    }
    if (c.a != 0) a.velocity = va, a.spin = wa;
    if (c.b != 0) b.velocity = vb, b.spin = wb;
  }

  void solve(const Island& island, Vec2d gravity) {
    const std::span constraints = std::span(constraints_).subspan(island.first, island.count);
    const std::span rows = std::span(rows_).subspan(island.first_row, island.row_count);
    const int substeps = substeps_of(island.count);
    const double dt = time_left_ / substeps;
    const Spring spring = spring_of(dt);
    for (ContactConstraint& c : constraints)
      for (ContactConstraint::Point& p : c.points) p.accumulated = p.accumulated * dt;
    for (int substep = 0; substep < substeps; ++substep) {
      for (Row& row : rows) row.velocity += gravity * (dt * row.falls);
      for (ContactConstraint& c : constraints) push(c, substep > 0);
      for (ContactConstraint& c : constraints) improve<true>(c, dt, spring);
      for (Row& row : rows) row.moved += row.velocity * dt, row.turned += row.spin * dt;
      for (std::size_t k = constraints.size(); k-- > 0;) improve<false>(constraints[k], dt, spring);
    }
    for (ContactConstraint& c : constraints)
      for (ContactConstraint::Point& p : c.points)
        p.total += p.accumulated, p.accumulated = p.accumulated * (1 / dt);
  }

  std::span<const Body> bodies_;
  double time_left_ = 1;
  std::vector<Row> rows_;              // the first one is what nothing moves
  std::vector<std::uint32_t> row_of_;  // [body] or 0
  std::vector<SpriteId> body_of_;      // [row]
  std::vector<CachedImpulse> last_;
  std::vector<std::uint32_t> last_of_;  // [body + 1] where those of it as a begin
  std::vector<ContactConstraint> constraints_;
  std::vector<ConstrainedPair> pairs_;
  std::vector<Island> islands_;
};

}  // namespace phasebox
