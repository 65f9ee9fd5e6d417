// SPDX-License-Identifier: MIT
// The interface of narrowphases, which take candidate pairs and give collisions, and their
// registry.
#pragma once
#include <memory>
#include <span>
#include <string_view>

#include "collide/event_log.hpp"
#include "collide/frame.hpp"
#include "collide/param.hpp"
#include "collide/walkthrough.hpp"

namespace phasebox {

/// A confirmed collision of the sprites `pair.a` and `pair.b`.
struct Contact {
  Pair pair;
  /// World px. Methods that read pixels give the middle of the first pixel, row by row from the
  /// top, that they found opaque in both sprites; the others a point between the two, such as the
  /// middle of the boxes' intersection.
  Vec2 point;
  Vec2 normal;      ///< unit vector from a to b; zero from methods that compute none
  float depth = 0;  ///< px by which they overlap along `normal`; zero where `normal` is zero
};

/// Decides which candidate pairs of a broadphase really collide. A frame for a narrowphase also has
/// the sprites' transforms, scales, volumes and images, as far as the method reads them. An
/// instance is used by one thread at a time.
class Narrowphase {
 public:
  virtual ~Narrowphase() = default;

  /// The parameters of this instance: what `Param::set` writes through the view holds after the
  /// next `reset`. Valid as long as the instance.
  virtual ParamView params() = 0;
  /// Drops what was kept from earlier frames. It must be called when the scene or a parameter has
  /// changed. Images may be added to the frame's set without it. May allocate.
  virtual void reset(const Frame&) {}
  /// Appends a contact for each candidate that collides, in the order of the candidates. Allocates
  /// nothing once warm: memory grows with new images, and with more candidates or contacts than
  /// ever. `log` is null or gets the events: for each candidate `enter` (a, b: the sprites), then
  /// what the method does (reads pixels, walks along edges, ...), then `hit` or `leave`. Returns
  /// early, with the contacts found so far, when the frame's limit stops it.
  virtual void confirm(const Frame&, std::span<const Pair> candidates, Sink<Contact>&,
                       Recorder* log) = 0;
};

/// The base of the narrowphases: it holds the parameters `P` with their `Rows`. `Self` has a body
/// `template <class T> bool touch(const Frame&, Pair, Contact&, T& trace)`. It returns whether the
/// pair collides, and if so has set point, normal and depth of the contact, as far as it has them.
/// Two more members are optional:
/// - `void prepare(const Frame&, std::size_t candidates)` is called first in every `confirm`. There
///   a narrowphase makes ready what it keeps per image or per pair, so that `touch` need not.
/// - `void touch_all(const Frame&, std::span<const Pair>, Sink<Contact>&)` replaces the calls of
///   `touch` when no log is wanted, for a narrowphase that is faster with many pairs at once. It
///   must append the contacts that `touch` would find, and return early when the limit stops it.
/// A pair of which one shows an empty image is no collision; `touch` does not get it, and
/// `touch_all` must find none.
template <class Self, class P, const auto& Rows>
class NarrowphaseOf : public Narrowphase {
 public:
  ParamView params() final { return {&p_, Rows}; }
  void confirm(const Frame& f, std::span<const Pair> candidates, Sink<Contact>& out,
               Recorder* log) final {
    if constexpr (requires { static_cast<Self*>(this)->prepare(f, candidates.size()); })
      static_cast<Self*>(this)->prepare(f, candidates.size());
    if (log) return run(f, candidates, out, *log);
    if constexpr (requires { static_cast<Self*>(this)->touch_all(f, candidates, out); })
      return static_cast<Self*>(this)->touch_all(f, candidates, out);
    NoTrace off;
    run(f, candidates, out, off);
  }

 protected:
  P p_;

 private:
  template <class T>
  void run(const Frame& f, std::span<const Pair> candidates, Sink<Contact>& out, T& trace) {
    const bool has_empty = f.images && f.images->has_empty();
    for (const Pair pair : candidates) {
      if (f.limit && f.limit->is_stopped()) return;
      Contact contact{.pair = pair, .point = {}, .normal = {}};
      if constexpr (T::on) trace.add({EventKind::enter, Axis::x, 0, pair.a, pair.b});
      const bool hit = !(has_empty && shows_empty(f, pair.a, pair.b)) &&
                       static_cast<Self*>(this)->touch(f, pair, contact, trace);
      if constexpr (T::on)
        trace.add({hit ? EventKind::hit : EventKind::leave,
                   Axis::x,
                   0,
                   pair.a,
                   pair.b,
                   {contact.point, contact.point}});
      if (hit) out.push(contact);
    }
  }
};

/// One line of the registry: a method, what is said about it, and how an instance is made. The `id`
/// is unique and in kebab-case, as the command line and files name it. `title` is the name in the
/// window, `summary` tells what it does, `source` the publication it comes from, empty where none.
struct NarrowphaseEntry {
  std::string_view id, title, summary, source;
  std::unique_ptr<Narrowphase> (*make)();  ///< makes an instance with the default parameters
  Walkthrough walkthrough = {};            ///< how the window shows it step by step
};

/// Makes an instance with the default parameters. A registry line's `make` points at it, as in
/// `make_narrowphase<PixelSamples>`.
template <class Self>
std::unique_ptr<Narrowphase> make_narrowphase() {
  return std::make_unique<Self>();
}

/// Two entries that other code needs by name: `none`, which confirms every candidate, and n-sampled
/// pixels, whose error the accuracy study measures for each n.
extern const NarrowphaseEntry none_entry, pixel_samples_entry;

/// Returns all narrowphases in teaching order. The list never changes.
std::span<const NarrowphaseEntry* const> narrowphases();

}  // namespace phasebox
