// SPDX-License-Identifier: MIT
// A broadphase that works inside another one.
#pragma once
#include <span>

#include "collide/broadphase.hpp"

namespace phasebox {

/// A frame of other boxes, to which no rules apply: rules may change while pairs are kept.
inline Frame boxes_only(const Frame& f, std::span<const Aabb> boxes) {
  Frame bare;
  bare.boxes = boxes, bare.threads = f.threads, bare.limit = f.limit;
  return bare;
}
inline Frame boxes_only(const Frame& f) { return boxes_only(f, f.boxes); }

/// Appends the finder's pairs. Of its events only the comparisons enter the log: the others are
/// not the outer algorithm's.
template <class T>
void find_with(Broadphase& finder, const Frame& f, PairSink& out, T& trace) {
  if constexpr (T::on) {
    Recorder finding(trace.limit() - trace.events().size());
    finder.find_pairs(f, out, &finding);
    std::uint64_t shown = 0;
    for (const Event& e : finding.events())
      if (is_test(e.kind)) trace.add({EventKind::test, e.axis, 0, e.a, e.b}), ++shown;
    trace.tally(EventKind::test, finding.count(EventKind::test) - shown);
  } else {
    finder.find_pairs(f, out, nullptr);
  }
}

}  // namespace phasebox
