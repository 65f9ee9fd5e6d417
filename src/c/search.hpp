// SPDX-License-Identifier: MIT
// What all parts of the C interface share: errors with a sentence, and a broadphase's search.
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

/// Remembers what was wrong, for this thread, and gives the status back.
phasebox_status fail(phasebox_status status, const char* sentence);
phasebox_status fail(phasebox_status status, const std::string& sentence);

/// Calls `body`, which gives a status; the end of memory is one.
template <class Body>
phasebox_status guarded(Body body) noexcept {
  phasebox_status status = PHASEBOX_OK;
  if (fits_in_memory([&] { status = body(); })) return status;
  return fail(PHASEBOX_OUT_OF_MEMORY, "there is no more memory; destroy what was being changed");
}

/// The sentence for a null pointer.
phasebox_status null_argument(const char* name);

/// Whether a struct begins with a size that this library knows: not less than its first version.
phasebox_status check_struct(std::size_t given, std::size_t size, const char* name);

/// Whether it is a phasebox_filter_rule.
phasebox_status check_rule(std::uint32_t rule);

inline Aabb box_of(const float box[4]) { return {{box[0], box[1]}, {box[2], box[3]}}; }

/// Whether a box may be searched.
phasebox_status check_box(const Aabb& box, const std::string& name);
/// The same for four floats, or null.
phasebox_status check_box(const float* box);

/// `get(i)` for each of the results, for a caller with so much room: all or none.
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

/// How many broadphases and worlds the program has.
std::atomic<std::size_t>& living();

/// False where the library cannot take its memory elsewhere; the shared one can.
bool take_allocator(const phasebox_allocator*);

/// Runs one broadphase over frame after frame, and knows when it must start afresh.
class Search {
 public:
  Search(const BroadphaseEntry& entry, const phasebox_options& options);

  const BroadphaseEntry& entry() const { return entry_; }
  ParamView params() const { return method_->params(); }
  bool is_exact() const { return method_->is_exact(); }
  /// The names of a choice's values; empty for other parameters.
  std::span<const char* const> choices(std::size_t param) const { return choices_[param]; }
  /// The next search starts afresh.
  void forget() { is_fresh_ = true; }
  bool is_fresh() const { return is_fresh_; }

  /// The pairs of the frame, after what has happened to its population since the last one; null
  /// when there are none for the reason that `failure` tells. Sets the frame's threads and limit.
  const PairSink* find(Frame frame, std::span<const Edit> edits);
  phasebox_status failure() const;
  /// Appends what overlaps the box in that frame, the one of the last `find`.
  void query(const Frame& frame, const Aabb& box, Sink<SpriteId>& found) {
    method_->query(frame, box, found, nullptr);
  }
  /// Appends what the segment meets in it, perhaps with what it only passes.
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

/// The entry and the options that a program asks for, checked; or a status other than OK.
phasebox_status make_search(const char* id, const phasebox_options* options,
                            std::unique_ptr<Search>& search);

/// Checks the frame and searches it: phasebox_find_pairs, but the pairs stay with the search.
phasebox_status find_pairs(phasebox_broadphase* broadphase, const phasebox_frame* frame);

}  // namespace phasebox::c

/// What a handle points at: a search, and for frames the numbering of their objects.
struct phasebox_broadphase {
  phasebox_broadphase();
  ~phasebox_broadphase();

  std::unique_ptr<phasebox::c::Search> search;
  struct Frames;
  std::unique_ptr<Frames> frames;  ///< null in a world, which has its own
};
