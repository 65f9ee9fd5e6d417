// SPDX-License-Identifier: MIT
// The parts that the whole C interface shares: errors with a sentence, checks of arguments, and the
// search of a broadphase.
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

/// Keeps the sentence for `phasebox_error` on this thread, cut off after 255 bytes, and returns the
/// status.
phasebox_status fail(phasebox_status status, const char* sentence);
phasebox_status fail(phasebox_status status, const std::string& sentence);

/// Calls `body` and returns its status, or PHASEBOX_OUT_OF_MEMORY when memory ends within it.
template <class Body>
phasebox_status guarded(Body body) noexcept {
  phasebox_status status = PHASEBOX_OK;
  if (fits_in_memory([&] { status = body(); })) return status;
  return fail(PHASEBOX_OUT_OF_MEMORY, "there is no more memory; destroy what was being changed");
}

/// Fails for a null pointer: the sentence names the argument.
phasebox_status null_argument(const char* name);

/// Fails with PHASEBOX_BAD_STRUCT unless the `struct_size` of a caller's struct is the size that
/// this library knows.
phasebox_status check_struct(std::size_t given, std::size_t size, const char* name);

/// Fails with PHASEBOX_OUT_OF_RANGE for a number that is no phasebox_filter_rule.
phasebox_status check_rule(std::uint32_t rule);

inline Aabb box_of(const float box[4]) { return {{box[0], box[1]}, {box[2], box[3]}}; }

/// Fails with PHASEBOX_BAD_BOX for a box that is not valid; the sentence begins with `name`.
phasebox_status check_box(const Aabb& box, const std::string& name);
/// Fails for null, and for four floats that are no valid box.
phasebox_status check_box(const float* box);

/// Writes the results `get(0)` to `get(found - 1)` to a caller who has room for `capacity`: all of
/// them, or none with PHASEBOX_TOO_SMALL. `count` gets `found` in both cases.
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

/// The number of broadphases and worlds that exist. Any thread may change it.
std::atomic<std::size_t>& living();

/// Takes the allocator from which the library gets its memory; null is malloc and free. Returns
/// false in a static library, which has no allocator of its own.
bool take_allocator(const phasebox_allocator*);

/// Runs one broadphase over frame after frame, and decides when it must be reset.
class Search {
 public:
  Search(const BroadphaseEntry& entry, const phasebox_options& options);

  const BroadphaseEntry& entry() const { return entry_; }
  ParamView params() const { return method_->params(); }
  bool is_exact() const { return method_->is_exact(); }
  /// The names of a choice's values; empty for other parameters.
  std::span<const char* const> choices(std::size_t param) const { return choices_[param]; }
  /// Makes the next search start with a reset.
  void forget() { is_fresh_ = true; }
  /// Whether the next search starts with a reset, because of `forget` or because the last one
  /// failed.
  bool is_fresh() const { return is_fresh_; }

  /// Finds the pairs of a frame. `edits` are the sprites added and removed since the last frame.
  /// Sets the frame's threads and limit itself. Returns null when the search failed; `failure` then
  /// gives the status. The pairs are valid until the next `find`.
  const PairSink* find(Frame frame, std::span<const Edit> edits);
  /// Returns the status of a `find` that gave null, and keeps its sentence.
  phasebox_status failure() const;
  /// Appends the sprites whose boxes overlap a box. `frame` is the one of the last `find`.
  void query(const Frame& frame, const Aabb& box, Sink<SpriteId>& found) {
    method_->query(frame, box, found, nullptr);
  }
  /// Appends the sprites whose boxes the segment meets, and perhaps some that it only passes close
  /// by. `frame` is the one of the last `find`.
  void query(const Frame& frame, const Segment& segment, Sink<SpriteId>& found);
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

/// Checks the id and the options of a program and makes the search. Options may be null.
phasebox_status make_search(const char* id, const phasebox_options* options,
                            std::unique_ptr<Search>& search);

/// Checks a frame and searches it, as phasebox_find_pairs does. The pairs stay with the search.
phasebox_status find_pairs(phasebox_broadphase* broadphase, const phasebox_frame* frame);

}  // namespace phasebox::c

/// The broadphase behind a handle of the C interface: a search and, unless it belongs to a world,
/// the frames that it is given.
struct phasebox_broadphase {
  phasebox_broadphase();
  ~phasebox_broadphase();

  std::unique_ptr<phasebox::c::Search> search;
  struct Frames;
  std::unique_ptr<Frames> frames;  ///< null in a world, which keeps its own objects
};
