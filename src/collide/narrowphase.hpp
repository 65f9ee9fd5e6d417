// SPDX-License-Identifier: MIT
// What a narrowphase is: candidate pairs in, collisions out.
#pragma once
#include <memory>
#include <span>
#include <string_view>

#include "collide/event_log.hpp"
#include "collide/frame.hpp"
#include "collide/param.hpp"

namespace phasebox {

/// A confirmed collision.
struct Contact {
  Pair pair;
  Vec2 point;       ///< px, first point of contact found
  Vec2 normal;      ///< unit, from a to b; zero where the narrowphase has none
  float depth = 0;  ///< px, >= 0; zero where the narrowphase has none
};

/// Confirms the candidates whose sprites really touch, in the order in which they come.
class Narrowphase {
 public:
  virtual ~Narrowphase() = default;

  virtual ParamView params() = 0;
  /// The scene or a parameter changed. May allocate.
  virtual void reset(const Frame&) {}
  /// Appends a contact for each candidate that collides. Allocates nothing once warm. Each
  /// candidate is traced as `enter` (a, b: the sprites), its reads, then `hit` or `leave`. Ends
  /// where it is when the frame's limit stops it.
  virtual void confirm(const Frame&, std::span<const Pair> candidates, Sink<Contact>&,
                       Recorder* log) = 0;
};

/// Base of the narrowphases: parameters `P` with their `Rows`, and a body
/// `template <class T> bool touch(const Frame&, Pair, Contact&, T& trace)`. One that keeps
/// something per image or per pair makes it ready in `void prepare(const Frame&, std::size_t
/// candidates)`, which comes first in every frame, so that `touch` need not. One that is faster
/// with many pairs at once does the same as `touch` for each of them in `void touch_all(const
/// Frame&, std::span<const Pair>, Sink<Contact>&)`.
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
  std::string_view id, title, summary, source;
  std::unique_ptr<Narrowphase> (*make)();
  Walkthrough walkthrough = {};  ///< how it is shown step by step
};

/// What a registry line's `make` points at: `make_narrowphase<PixelSamples>`.
template <class Self>
std::unique_ptr<Narrowphase> make_narrowphase() {
  return std::make_unique<Self>();
}

/// Those that other code names: the one that confirms all, and what the accuracy study measures.
extern const NarrowphaseEntry none_entry, pixel_samples_entry;

/// All narrowphases in teaching order.
std::span<const NarrowphaseEntry* const> narrowphases();

}  // namespace phasebox
