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

/// A confirmed collision.
struct Contact {
  Pair pair;
  Vec2 point;       ///< px, first point of contact found
  Vec2 normal;      ///< unit, from a to b; zero where the narrowphase has none
  float depth = 0;  ///< px, >= 0; zero where the narrowphase has none
};

/// Decides which candidate pairs really collide. Contacts come in the order of the candidates.
class Narrowphase {
 public:
  virtual ~Narrowphase() = default;

  virtual ParamView params() = 0;
  /// Drops what was kept from earlier frames. It must be called when the scene or a parameter has
  /// changed. May allocate.
  virtual void reset(const Frame&) {}
  /// Appends a contact for each candidate that collides. Allocates nothing once warm. `log` is null
  /// or gets the events: for each candidate `enter` (a, b: the sprites), its reads, then `hit` or
  /// `leave`. Returns early, with the contacts found so far, when the frame's limit stops it.
  virtual void confirm(const Frame&, std::span<const Pair> candidates, Sink<Contact>&,
                       Recorder* log) = 0;
};

/// The base of the narrowphases: it holds the parameters `P` with their `Rows`. `Self` has a body
/// `template <class T> bool touch(const Frame&, Pair, Contact&, T& trace)`. Two more members are
/// optional:
/// - `void prepare(const Frame&, std::size_t candidates)` is called first in every frame. There a
///   narrowphase makes ready what it keeps per image or per pair, so that `touch` need not.
/// - `void touch_all(const Frame&, std::span<const Pair>, Sink<Contact>&)` replaces the calls of
///   `touch` when no log is wanted, for a narrowphase that is faster with many pairs at once. Its
///   contacts are those of `touch`.
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
    for (const Pair pair : candidates) {
      if (f.limit && f.limit->is_stopped()) return;
      Contact contact{.pair = pair, .point = {}, .normal = {}};
      if constexpr (T::on) trace.add({EventKind::enter, Axis::x, 0, pair.a, pair.b});
      const bool hit = static_cast<Self*>(this)->touch(f, pair, contact, trace);
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

/// One line of the registry. A new instance has the default parameters.
struct NarrowphaseEntry {
  std::string_view id, title, summary, source;  ///< kebab-case; a name; one sentence; its origin
  std::unique_ptr<Narrowphase> (*make)();
  Walkthrough walkthrough = {};  ///< how it is shown step by step
};

/// Makes an instance with the default parameters. A registry line's `make` points at it, as in
/// `make_narrowphase<PixelSamples>`.
template <class Self>
std::unique_ptr<Narrowphase> make_narrowphase() {
  return std::make_unique<Self>();
}

/// The narrowphases that other code names: `none` confirms every candidate, and the accuracy study
/// measures n-sampled pixels.
extern const NarrowphaseEntry none_entry, pixel_samples_entry;

/// All narrowphases in teaching order.
std::span<const NarrowphaseEntry* const> narrowphases();

}  // namespace phasebox
