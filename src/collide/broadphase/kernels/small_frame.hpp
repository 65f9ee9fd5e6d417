// SPDX-License-Identifier: MIT
// Small frames, in which all pairs of boxes are compared directly instead of by an algorithm.
#pragma once
#include <utility>

#include "collide/broadphase.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"

namespace phasebox {

/// Up to this many boxes, comparing all pairs takes less time than any structure.
inline constexpr std::size_t kFewBoxes = 64;

/// Appends all eligible overlapping pairs of a frame of at most `kFewBoxes` boxes, ascending. Ten
/// boxes take some 50 ns.
void find_few_pairs(const Frame& f, PairSink& out);

/// Appends all eligible overlapping pairs of the frame, ascending; only a part of them if the
/// frame's limit stops it. `boxes` is work space; the call allocates nothing once it and `out` are
/// warm. O(n^2), as many comparisons at a time as a vector has floats (at most 16).
void find_all_pairs(const Frame& f, BoxColumns& boxes, PairSink& out);

/// Wraps an algorithm that may miss frames. In a frame of at most `kLeaf` boxes all pairs are
/// compared directly, which takes less time than to fill a structure. The algorithm then does not
/// see the frame; it is brought up to date when a remark or a traced query needs it. A traced frame
/// is always searched by the algorithm, whatever its size, so that it can be inspected. So is every
/// frame while the algorithm is not exact (`is_exact`).
class SmallFrame final : public Broadphase {
 public:
  static constexpr std::size_t kLeaf = kFewBoxes;

  explicit SmallFrame(std::unique_ptr<Broadphase> algorithm) : algorithm_(std::move(algorithm)) {}

  ParamView params() override { return algorithm_->params(); }
  bool is_exact() const override { return algorithm_->is_exact(); }
  bool runs_small_frame_loop(std::size_t boxes) const override {
    return boxes <= kLeaf && algorithm_->is_exact();
  }
  void reset(const Frame& f) override { algorithm_->reset(f); }
  void edit(const Frame& f, std::span<const Edit> edits) override { algorithm_->edit(f, edits); }
  void find_pairs(const Frame& f, PairSink& out, Recorder* log) override {
    is_behind_ = !log && runs_small_frame_loop(f.size());
    if (!is_behind_) return algorithm_->find_pairs(f, out, log);
    WorkLimit* const outer = out.limit();
    out.set_limit(nullptr);  // the pairs of so few boxes always fit into memory
    find_few_pairs(f, out);
    out.set_limit(outer);
    drop_if_stopped(f, out);
  }
  /// Scans all boxes where the algorithm has not seen this frame: for so few that takes less time
  /// than to let it see the frame first.
  void query(const Frame& f, const Aabb& box, Sink<SpriteId>& out, Recorder* log) override {
    if (is_behind_ && !log) return Broadphase::query(f, box, out, nullptr);
    catch_up(f);
    algorithm_->query(f, box, out, log);
  }
  bool query_along(const Frame& f, const SegmentBand& band, Sink<SpriteId>& out) override {
    if (!is_behind_) return algorithm_->query_along(f, band, out);
    scan_along(f, band, out);
    return true;
  }
  void remark(const Frame& f, std::vector<Remark>& out) const override {
    catch_up(f);
    algorithm_->remark(f, out);
  }

 private:
  /// Lets the algorithm find the pairs of a frame that it has missed. There is no limit, as a
  /// search that is stopped would need a reset.
  void catch_up(const Frame& f) const {
    if (!is_behind_) return;
    Frame unlimited = f;
    unlimited.limit = nullptr;
    unseen_.clear();
    algorithm_->find_pairs(unlimited, unseen_, nullptr);
    is_behind_ = false;
  }

  std::unique_ptr<Broadphase> algorithm_;
  mutable bool is_behind_ = false;  // whether the algorithm has missed the last frame
  mutable PairSink unseen_;         // the pairs it finds to catch up, which are not used
};

// A broadphase can work inside another one.

/// Returns a frame with these boxes, without filters and static flags, for a finder whose pairs are
/// kept: filters and flags may change meanwhile, so they are checked when a pair is emitted.
inline Frame boxes_only(const Frame& f, std::span<const Aabb> boxes) {
  Frame bare;
  bare.boxes = boxes;
  bare.threads = f.threads;
  bare.limit = f.limit;
  return bare;
}
inline Frame boxes_only(const Frame& f) { return boxes_only(f, f.boxes); }

/// Appends the pairs that another broadphase, the finder, finds in a frame. Of its events only the
/// comparisons enter the log, and with `shows_outcome` also its hits and skips: to be set where its
/// pairs are those that the calling algorithm emits.
template <class T>
void find_with(Broadphase& finder, const Frame& f, PairSink& out, T& trace,
               bool shows_outcome = false) {
  if constexpr (T::on) {
    Recorder finding(trace.limit() - trace.events().size());
    finder.find_pairs(f, out, &finding);
    const auto is_shown = [&](EventKind kind) {
      return is_test(kind) ||
             (shows_outcome && (kind == EventKind::hit || kind == EventKind::skip));
    };
    for (const EventKind kind : {EventKind::test, EventKind::hit, EventKind::skip}) {
      const auto shown = std::ranges::count(finding.events(), kind, &Event::kind);
      if (is_shown(kind)) trace.tally(kind, finding.count(kind) - static_cast<std::size_t>(shown));
    }
    for (const Event& e : finding.events())
      if (is_shown(e.kind)) trace.add({e.kind, e.axis, 0, e.a, e.b});
  } else {
    finder.find_pairs(f, out, nullptr);
  }
}

/// The line of pseudocode that the algorithms wrapped in SmallFrame have for small frames.
inline constexpr CodeLine kSmallFrameLine{"up to 64 boxes, when timed: all pairs at once"};

/// Creates a `Self` with default parameters, wrapped in `Around`. The `make` of a registry line
/// points at an instance of this template where an algorithm is wrapped, such as
/// `make_broadphase<Rdc, SmallFrame>`.
template <class Self, class Around>
std::unique_ptr<Broadphase> make_broadphase(const void* = nullptr) {
  return std::make_unique<Around>(std::make_unique<Self>());
}

}  // namespace phasebox
