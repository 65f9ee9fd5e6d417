// SPDX-License-Identifier: MIT
// What the sources of the C interface share: errors with a sentence for phasebox_error, checks of
// arguments, and `Search`, which runs a broadphase.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/memory_end.hpp"
#include "base/parallel.hpp"
#include "c/phasebox.h"
#include "collide/broadphase.hpp"

namespace phasebox::c {

/// Keeps the sentence, cut off after 255 bytes, which phasebox_error then returns on this thread.
/// Returns `status`.
phasebox_status fail(phasebox_status status, const char* sentence);
/// Does the same for a sentence that may have several lines; they are joined to one.
phasebox_status fail(phasebox_status status, const std::string& sentence);

/// Calls `body` and returns its status, or PHASEBOX_OUT_OF_MEMORY when memory ends within it. Every
/// function of the C interface that may allocate runs in it, as no exception may leave one.
template <class Body>
phasebox_status guarded(Body body) noexcept {
  phasebox_status status = PHASEBOX_OK;
  if (fits_in_memory([&] { status = body(); })) return status;
  return fail(PHASEBOX_OUT_OF_MEMORY, "there is no more memory; destroy what was being changed");
}

/// Returns PHASEBOX_NULL_ARGUMENT, with a sentence that the argument `name` is null. The caller has
/// found that it is.
phasebox_status null_argument(const char* name);

/// Checks the `struct_size` that a program has set in its struct `name`. Fails with
/// PHASEBOX_BAD_STRUCT unless it is `size`, the size of that struct in this library.
phasebox_status check_struct(std::size_t given, std::size_t size, const char* name);

/// Returns PHASEBOX_OK for a phasebox_filter_rule, and fails with PHASEBOX_OUT_OF_RANGE for any
/// other number.
phasebox_status check_rule(std::uint32_t rule);

/// Makes a box of the four floats min x, min y, max x, max y.
inline Aabb box_of(const float box[4]) { return {{box[0], box[1]}, {box[2], box[3]}}; }

/// Fails with PHASEBOX_BAD_BOX for a box that is not finite or has a min above its max. The
/// sentence begins with `name`, such as "box 12".
phasebox_status check_box(const Aabb& box, const std::string& name);
/// Fails with PHASEBOX_NULL_ARGUMENT for null, and with PHASEBOX_BAD_BOX for four floats that are
/// no valid box.
phasebox_status check_box(const float* box);

/// Writes the results `get(0)` to `get(found - 1)` to the array `to` of the program, which has room
/// for `capacity`: all of them, or none with PHASEBOX_TOO_SMALL. `*count` gets `found` in both
/// cases. `to` may be null when there are no results or no room; `count` may not.
template <class T, class Get>
phasebox_status hand_over(std::size_t found, T* to, std::size_t capacity, std::size_t* count,
                          Get get) {
  if (!count) return null_argument("count");
  *count = found;
  if (found == 0) return PHASEBOX_OK;
  if (capacity < found)
    return fail(PHASEBOX_TOO_SMALL, "there are " + std::to_string(found) +
                                        " results and room for " + std::to_string(capacity) +
                                        "; ask again with more");
  if (!to) return null_argument("the place for results");
  for (std::size_t i = 0; i < found; ++i) to[i] = get(i);
  return PHASEBOX_OK;
}

/// The number of phasebox_broadphase that exist, those of worlds included; while it is not 0, the
/// allocator cannot be set. Several threads may change it at the same time.
std::atomic<std::size_t>& living();

/// Makes a copy of the program's allocator the source of the library's memory; null stands for
/// malloc and free. Returns false in a static library, which uses the program's operator new.
bool take_allocator(const phasebox_allocator*);

/// Runs one instance of a broadphase over frame after frame, and calls its `reset` when one is due.
class Search {
 public:
  /// Makes an instance with default parameters. The entry must outlive the search; the options have
  /// been checked and are copied.
  Search(const BroadphaseEntry& entry, const phasebox_options& options);

  const BroadphaseEntry& entry() const { return entry_; }
  ParamView params() const { return method_->params(); }
  bool is_exact() const { return method_->is_exact(); }
  /// The names of the values of parameter number `param`, its index in `params().rows`; empty
  /// unless it is a choice.
  std::span<const char* const> choices(std::size_t param) const { return choices_[param]; }
  std::uint64_t max_pairs() const { return limit_.max_pairs; }
  /// Makes the next search start with a reset. The caller needs it after a change of which the list
  /// of edits says nothing: a parameter was set, or ids, filters or static flags appear or vanish.
  void forget() { is_fresh_ = true; }
  /// Whether the next search starts with a reset: before the first search, after `forget`, and
  /// after a search that failed.
  bool is_fresh() const { return is_fresh_; }

  /// Finds the pairs of a frame. `edits` are the objects added and removed since the frame of the
  /// last `find`, in order; they are ignored when a reset is due. The threads and the limit of
  /// pairs come from the options. Returns null when the search failed; `failure` then gives the
  /// status. The pairs are valid until the next `find`.
  const PairSink* find(Frame frame, std::span<const Edit> edits);
  /// Returns the status of the last `find`, which gave null, and keeps its sentence for
  /// phasebox_error: run_jobs did not do its jobs, or there were more pairs than max_pairs.
  phasebox_status failure() const;
  /// Appends the objects whose boxes overlap a box, whatever their filters. `frame` must be that of
  /// the last `find`, which succeeded.
  void query(const Frame& frame, const Aabb& box, Sink<SpriteId>& found) {
    method_->query(frame, box, found, nullptr);
  }
  /// Appends the objects whose boxes the segment meets, edges included, and perhaps some that it
  /// only passes close by: the caller tests each one. `frame` must be that of the last `find`,
  /// which succeeded.
  void query(const Frame& frame, const Segment& segment, Sink<SpriteId>& found);
  /// The pairs of the last `find`, as indices of boxes in its frame; meaningless when it failed.
  const PairSink& pairs() const { return pairs_; }

 private:
  const BroadphaseEntry& entry_;
  std::unique_ptr<Broadphase> method_;
  std::vector<std::vector<const char*>> choices_;
  unsigned threads_;
  std::optional<JobRunner> runner_;
  WorkLimit limit_;
  PairSink pairs_;
  Sink<SpriteId> near_;
  Sink<SegmentHit> segment_hits_;
  bool is_fresh_ = true, has_bad_jobs_ = false;
};

/// Checks the id of a broadphase and the options that a program gave, and makes `search` from them.
/// Null options are the defaults. When the status is not PHASEBOX_OK, `search` stays as it was.
phasebox_status make_search(const char* id, const phasebox_options* options,
                            std::unique_ptr<Search>& search);

/// Checks a program's frame and searches it. It is phasebox_find_pairs without the writing of the
/// pairs, which stay in `broadphase->search`.
phasebox_status find_pairs(phasebox_broadphase* broadphase, const phasebox_frame* frame);

}  // namespace phasebox::c

/// What a program's pointer to a phasebox_broadphase points to: a search and, unless it belongs to
/// a world, the last frame that the program gave.
struct phasebox_broadphase {
  phasebox_broadphase();
  ~phasebox_broadphase();

  std::unique_ptr<phasebox::c::Search> search;
  struct Frames;
  std::unique_ptr<Frames> frames;  ///< null in a world, which keeps its objects itself
};
