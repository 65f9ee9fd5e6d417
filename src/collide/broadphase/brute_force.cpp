// SPDX-License-Identifier: MIT
// Brute force: every pair is tested (Mike, "Collision detection with Recursive Dimensional
// Clustering", lab.polygonal.de).
#include "collide/broadphase/kernels/small_frame.hpp"

namespace phasebox {
namespace {

struct BruteForceParams {};
constexpr std::array<Param, 0> kRows{};

/// Tests all n(n-1)/2 pairs of n boxes. Tests take its answer as the truth, and plots compare with
/// its time.
/// Cost: O(n^2), always, as many tests at a time as a vector has floats (at most 16). Keeps nothing
/// between frames but its memory.
/// Source: Mike, "Collision detection with Recursive Dimensional Clustering", lab.polygonal.de;
/// Brown CS course notes on collision detection.
class BruteForce : public BroadphaseOf<BruteForce, BruteForceParams, kRows> {
 public:
  template <class T>
  void run(const Frame& frame, PairSink& out, T& trace) {
    if constexpr (T::on) return walk(frame, out, trace);
    find_all_pairs(frame, boxes_, out);
  }

  bool runs_small_frame_loop(std::size_t boxes) const override { return boxes <= kFewBoxes; }

  bool query_along(const Frame& frame, const SegmentBand& band, Sink<SpriteId>& out) override {
    scan_along(frame, band, out);
    return true;
  }

 private:
  /// Tests the pairs of `find_all_pairs` in the same order, one by one, and logs them.
  template <class T>
  static void walk(const Frame& frame, PairSink& out, T& trace) {
    const auto n = static_cast<SpriteId>(frame.size());
    for (SpriteId i = 0; i < n && !is_stopped(frame); ++i)
      for (SpriteId j = i + 1; j < n; ++j) test_pair(frame, i, j, out, trace);
  }

  BoxColumns boxes_;
};

constexpr auto kCode = std::to_array<CodeLine>({
    {"for each sprite a"},
    {"  for each sprite b after a"},
    {"    may they not collide at all? next", EventKind::skip},
    {"    compare their boxes on both axes", EventKind::test},
    {"      they overlap: a candidate pair", EventKind::hit},
    {"n (n - 1) / 2 comparisons, always"},
});

}  // namespace

extern const BroadphaseEntry brute_force_entry{
    "brute-force",
    "Brute force",
    "Tests every pair of boxes: n(n-1)/2 tests, no structure.",
    "Mike, Collision detection with Recursive Dimensional Clustering, "
    "http://lab.polygonal.de/tag/broadphase/; "
    "Brown CS course notes on collision detection",
    make_broadphase<BruteForce>,
    {.code = kCode, .part = "sprite"},
    false,
    1,
    BroadphaseRole::reference};

}  // namespace phasebox
