// SPDX-License-Identifier: MIT
// The substeps of the contact solver (Highway; compiled once per instruction set).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "world/dynamics/contact_blocks_simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "world/dynamics/contact_blocks.hpp"

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

namespace {

template <class D>
struct Vectors {
  hn::Vec<D> x, y;
};
template <class D>
HWY_INLINE Vectors<D> load(D d, const ContactBlock::Lanes& x, const ContactBlock::Lanes& y,
                           std::size_t at) {
  return {hn::LoadU(d, x.data() + at), hn::LoadU(d, y.data() + at)};
}
template <class D>
HWY_INLINE void store(const Vectors<D>& v, D d, ContactBlock::Lanes& x, ContactBlock::Lanes& y,
                      std::size_t at) {
  hn::StoreU(v.x, d, x.data() + at);
  hn::StoreU(v.y, d, y.data() + at);
}
template <class D>
HWY_INLINE hn::Vec<D> dot(const Vectors<D>& a, const Vectors<D>& b) {
  return hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y));
}

/// Turns vectors `v`, whose parts are along the normal `n` and along the tangent, into x and y.
template <class D>
HWY_INLINE Vectors<D> along(const Vectors<D>& n, const Vectors<D>& v) {
  return {hn::Add(hn::Mul(n.x, v.x), hn::Mul(hn::Neg(n.y), v.y)),
          hn::Add(hn::Mul(n.y, v.x), hn::Mul(n.x, v.y))};
}

/// The bodies of the lanes, gathered into vectors. They are transposed by way of memory, four
/// numbers of each body at a time.
template <class D>
class Movers {
 public:
  HWY_INLINE Movers(std::span<SolverBody> bodies, const std::uint32_t* ids)
      : bodies_(reinterpret_cast<double*>(bodies.data())), ids_(ids) {
    gather(bodies_, velocity.x, velocity.y, spin, inverse_mass);
    gather(bodies_ + kFour, inverse_inertia, moved.x, moved.y, turned);
  }
  HWY_INLINE void put_back() const {
    alignas(64) double rows[kFour * ContactBlock::kLanes];
    hn::StoreInterleaved4(velocity.x, velocity.y, spin, inverse_mass, D(), rows);
    for (std::size_t lane = 0; lane < hn::Lanes(D()); ++lane)
      copy(rows + kFour * lane, bodies_ + ids_[lane] * kNumbers);
  }

  Vectors<D> velocity, moved;
  hn::Vec<D> spin, inverse_mass, inverse_inertia, turned;

 private:
  static constexpr std::size_t kFour = 4, kNumbers = sizeof(SolverBody) / sizeof(double);
  static_assert(kNumbers == 2 * kFour);

  HWY_INLINE void gather(const double* from, hn::Vec<D>& a, hn::Vec<D>& b, hn::Vec<D>& c,
                         hn::Vec<D>& d) const {
    alignas(64) double rows[kFour * ContactBlock::kLanes];
    for (std::size_t lane = 0; lane < hn::Lanes(D()); ++lane)
      copy(from + ids_[lane] * kNumbers, rows + kFour * lane);
    hn::LoadInterleaved4(D(), rows, a, b, c, d);
  }
  // Numbers are copied in the width in which they are read again: after narrower stores the
  // processor would have to wait until these reach memory.
  HWY_INLINE static void copy(const double* from, double* to) {
    for (std::size_t k = 0; k < kFour; k += hn::Lanes(D()))
      hn::StoreU(hn::LoadU(D(), from + k), D(), to + k);
  }

  double* bodies_;
  const std::uint32_t* ids_;
};

/// Applies to the bodies the impulses that the contacts still have: those of the substep before, or
/// in the first one those cached from the last step. With `counts` they are added to the totals.
template <class D>
HWY_INLINE void push(ContactBlock& c, std::size_t at, std::span<SolverBody> bodies, bool counts) {
  const D d;
  Movers<D> a(bodies, &c.a[at]), b(bodies, &c.b[at]);
  Vectors<D> impulse{hn::Zero(d), hn::Zero(d)};
  auto turn_a = hn::Zero(d), turn_b = turn_a;
  for (std::size_t k = 0; k < (c.twos > at ? 2 : 1); ++k) {
    ContactBlock::Point& p = c.points[k];
    const Vectors<D> by = load(d, p.impulse_x, p.impulse_y, at);
    if (counts) {
      const Vectors<D> total = load(d, p.total_x, p.total_y, at);
      store(Vectors<D>{hn::Add(total.x, by.x), hn::Add(total.y, by.y)}, d, p.total_x, p.total_y,
            at);
    }
    impulse = {hn::Add(impulse.x, by.x), hn::Add(impulse.y, by.y)};
    turn_a = hn::Add(turn_a, dot(load(d, p.lever_a_x, p.lever_a_y, at), by));
    turn_b = hn::Add(turn_b, dot(load(d, p.lever_b_x, p.lever_b_y, at), by));
  }
  const Vectors<D> by = along(load(d, c.normal_x, c.normal_y, at), impulse);
  a.velocity = {hn::Sub(a.velocity.x, hn::Mul(by.x, a.inverse_mass)),
                hn::Sub(a.velocity.y, hn::Mul(by.y, a.inverse_mass))};
  b.velocity = {hn::Add(b.velocity.x, hn::Mul(by.x, b.inverse_mass)),
                hn::Add(b.velocity.y, hn::Mul(by.y, b.inverse_mass))};
  a.spin = hn::Sub(a.spin, hn::Mul(turn_a, a.inverse_inertia));
  b.spin = hn::Add(b.spin, hn::Mul(turn_b, b.inverse_inertia));
  a.put_back();
  b.put_back();
}

/// Returns the speed, px per step, at which an overlap (px) is eased apart. In high stacks these
/// speeds add up, so small overlaps end slowly.
template <class D>
HWY_INLINE hn::Vec<D> ease_speed(D d, hn::Vec<D> overlap, double rate) {
  // kSmall: px; kSlow: px per step; kRate: share per step
  constexpr double kSmall = 0.5, kSlow = 0.01, kRate = 0.2;
  const auto beyond = hn::Max(hn::Sub(overlap, hn::Set(d, kSmall)), hn::Zero(d));
  return hn::Add(hn::Min(hn::Mul(hn::Set(d, rate), overlap), hn::Set(d, kSlow)),
                 hn::Mul(hn::Set(d, kRate), beyond));
}

// Clamps by comparing, because instruction sets differ in which zero is the larger one.
template <class V>
HWY_INLINE V clamped(V v, V most) {
  const V least = hn::Neg(most);
  return hn::IfThenElse(hn::Lt(v, least), least, hn::IfThenElse(hn::Lt(most, v), most, v));
}

/// What the normal impulse of a point is to reach. `bias` (px per step) is the speed at which the
/// point may still close a separation; below 0, the speed at which an overlap is to open. `mass` is
/// the share of the velocity that is corrected, `kept` the share of the impulse so far that stays.
template <class D>
struct Closing {
  hn::Vec<D> bias, mass, kept;
};
template <bool eases, class D>
HWY_INLINE Closing<D> closing(D d, hn::Vec<D> separation, const ContactBlock& c, std::size_t at,
                              const Substeps& s) {
  const auto rest = hn::LoadU(d, c.rest.data() + at), one = hn::Set(d, 1.0);
  const auto room = hn::Sub(separation, rest);
  const auto bias = hn::IfThenElseZero(hn::Lt(rest, separation), hn::Div(room, hn::Set(d, s.dt)));
  if (!eases) return {bias, one, one};
  const auto overlap = hn::Neg(separation);
  const auto is_pressed = hn::Lt(separation, hn::Zero(d));
  const auto ease =
      hn::Min(ease_speed(d, overlap, s.spring.rate), hn::LoadU(d, c.max_ease.data() + at));
  return {hn::IfThenElse(is_pressed, hn::Neg(ease), bias),
          hn::IfThenElse(is_pressed, hn::Set(d, s.spring.mass), one),
          hn::IfThenElse(is_pressed, hn::Set(d, 1 - s.spring.give), one)};
}

/// Returns the impulse, normal and tangential, that a point gets in addition to what it has, and
/// adds it to what it has.
template <bool eases, class D>
HWY_INLINE Vectors<D> impulse_at(D d, ContactBlock& c, std::size_t k, std::size_t at,
                                 const Movers<D>& a, const Movers<D>& b, const Substeps& s) {
  ContactBlock::Point& p = c.points[k];
  const Vectors<D> n = load(d, c.normal_x, c.normal_y, at), t{hn::Neg(n.y), n.x};
  const Vectors<D> lever_a = load(d, p.lever_a_x, p.lever_a_y, at);
  const Vectors<D> lever_b = load(d, p.lever_b_x, p.lever_b_y, at);
  const Vectors<D> moved{hn::Sub(b.moved.x, a.moved.x), hn::Sub(b.moved.y, a.moved.y)};
  const auto separation =
      hn::Sub(hn::Add(hn::Add(hn::LoadU(d, p.separation.data() + at), dot(moved, n)),
                      hn::Mul(b.turned, lever_b.x)),
              hn::Mul(a.turned, lever_a.x));
  const Closing<D> wanted = closing<eases>(d, separation, c, at, s);
  const Vectors<D> had = load(d, p.impulse_x, p.impulse_y, at);
  const Vectors<D> mass = load(d, p.effective_mass_x, p.effective_mass_y, at);
  const Vectors<D> between{hn::Sub(b.velocity.x, a.velocity.x),
                           hn::Sub(b.velocity.y, a.velocity.y)};
  const auto nearing =
      hn::Sub(hn::Add(dot(between, n), hn::Mul(b.spin, lever_b.x)), hn::Mul(a.spin, lever_a.x));
  const auto pushing =
      hn::Sub(hn::Mul(had.x, wanted.kept),
              hn::Mul(hn::Add(hn::Mul(wanted.mass, nearing), wanted.bias), mass.x));
  const auto normal = hn::Sub(hn::Max(pushing, hn::Zero(d)), had.x);
  const auto slip = hn::Add(
      hn::Sub(hn::Add(dot(between, t), hn::Mul(b.spin, lever_b.y)), hn::Mul(a.spin, lever_a.y)),
      hn::Mul(hn::LoadU(d, p.coupling.data() + at), normal));
  const auto sum = hn::Add(had.x, normal);
  const auto most = hn::Mul(hn::LoadU(d, c.friction.data() + at), sum);
  const auto across = hn::Sub(clamped(hn::Sub(had.y, hn::Mul(slip, mass.y)), most), had.y);
  store(Vectors<D>{sum, hn::Add(had.y, across)}, d, p.impulse_x, p.impulse_y, at);
  return {normal, across};
}

template <bool eases, class D>
HWY_INLINE void improve(ContactBlock& c, std::size_t at, std::span<SolverBody> bodies,
                        const Substeps& s) {
  const D d;
  Movers<D> a(bodies, &c.a[at]), b(bodies, &c.b[at]);
  const Vectors<D> n = load(d, c.normal_x, c.normal_y, at);
  for (std::size_t k = 0; k < (c.twos > at ? 2 : 1); ++k) {
    ContactBlock::Point& p = c.points[k];
    const Vectors<D> impulse = impulse_at<eases>(d, c, k, at, a, b, s);
    const Vectors<D> by = along(n, impulse);
    const auto turn_a = dot(load(d, p.lever_a_x, p.lever_a_y, at), impulse);
    const auto turn_b = dot(load(d, p.lever_b_x, p.lever_b_y, at), impulse);
    // A lane without a second point stays as it is, even to the sign of a zero.
    const auto has = hn::Lt(hn::Zero(d), hn::LoadU(d, p.effective_mass_x.data() + at));
    const auto changed = [&](hn::Vec<D> from, hn::Vec<D> to)
                             HWY_ATTR { return k == 0 ? to : hn::IfThenElse(has, to, from); };
    a.velocity = {changed(a.velocity.x, hn::Sub(a.velocity.x, hn::Mul(by.x, a.inverse_mass))),
                  changed(a.velocity.y, hn::Sub(a.velocity.y, hn::Mul(by.y, a.inverse_mass)))};
    b.velocity = {changed(b.velocity.x, hn::Add(b.velocity.x, hn::Mul(by.x, b.inverse_mass))),
                  changed(b.velocity.y, hn::Add(b.velocity.y, hn::Mul(by.y, b.inverse_mass)))};
    a.spin = changed(a.spin, hn::Sub(a.spin, hn::Mul(turn_a, a.inverse_inertia)));
    b.spin = changed(b.spin, hn::Add(b.spin, hn::Mul(turn_b, b.inverse_inertia)));
  }
  a.put_back();
  b.put_back();
}

template <class D>
void run(std::span<ContactBlock> blocks, std::span<SolverBody> bodies,
         std::span<const double> falls, const Substeps& s) {
  const std::size_t step = hn::Lanes(D());
  for (int substep = 0; substep < s.count; ++substep) {
    for (std::size_t k = 0; k < bodies.size(); ++k)
      bodies[k].velocity += s.gravity * (s.dt * falls[k]);
    for (ContactBlock& c : blocks)
      for (std::size_t at = 0; at < c.used; at += step) push<D>(c, at, bodies, substep > 0);
    for (ContactBlock& c : blocks)
      for (std::size_t at = 0; at < c.used; at += step) improve<true, D>(c, at, bodies, s);
    for (SolverBody& b : bodies) {
      b.moved += b.velocity * s.dt;
      b.turned += b.spin * s.dt;
    }
    for (std::size_t k = blocks.size(); k-- > 0;)
      for (std::size_t at = 0; at < blocks[k].used; at += step)
        improve<false, D>(blocks[k], at, bodies, s);
  }
}

/// Runs the substeps by vectors, or by single lanes. In a stack each contact waits for the one
/// below, so most blocks have one contact and single lanes are faster.
void RunSubsteps(std::span<ContactBlock> blocks, std::span<SolverBody> bodies,
                 std::span<const double> falls, const Substeps& s, bool is_stack) {
  if (is_stack)
    run<hn::CappedTag<double, 1>>(blocks, bodies, falls, s);
  else
    run<hn::CappedTag<double, ContactBlock::kLanes>>(blocks, bodies, falls, s);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(RunSubsteps);

void run_substeps(std::span<ContactBlock> blocks, std::span<SolverBody> bodies,
                  std::span<const double> falls, const Substeps& substeps) {
  std::size_t used = 0;
  for (const ContactBlock& c : blocks) used += c.used;
  HWY_DYNAMIC_DISPATCH(RunSubsteps)(blocks, bodies, falls, substeps, used < 2 * blocks.size());
}

}  // namespace phasebox
#endif
