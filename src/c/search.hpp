// SPDX-License-Identifier: MIT
// A broadphase with all that a search needs: what both doors of the C interface are built on.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "c/phasebox.h"
#include "collide/broadphase.hpp"

namespace phasebox::c {

/// Runs one broadphase over frame after frame, and knows when it must start afresh.
class Search {
 public:
  Search(const BroadphaseEntry& entry, const phasebox_options& options);

  const BroadphaseEntry& entry() const { return entry_; }
  ParamView params() const { return method_->params(); }
  bool is_exact() const { return method_->is_exact(); }
  /// The names of a choice's values, each ended by a zero; empty for other parameters.
  std::span<const char* const> choices(std::size_t param) const { return choices_[param]; }
  /// The next search starts afresh.
  void forget() { is_fresh_ = true; }
  bool is_fresh() const { return is_fresh_; }

  /// The pairs of the frame, after what has happened to its population since the last one; null
  /// when there are more than the options allow. The frame's threads and limit are set here.
  const PairSink* find(Frame frame, std::span<const Edit> edits);
  /// Appends what overlaps the box in that frame, the one of the last `find`.
  void query(const Frame& frame, const Aabb& box, Sink<SpriteId>& found) {
    method_->query(frame, box, found, nullptr);
  }
  /// Appends what the segment of the band meets in it, perhaps with what it only passes; false
  /// where the broadphase has no way along a segment.
  bool query_along(const Frame& frame, const SegmentBand& band, Sink<SpriteId>& found) {
    return method_->query_along(frame, band, found);
  }
  const PairSink& pairs() const { return pairs_; }

 private:
  const BroadphaseEntry& entry_;
  std::unique_ptr<Broadphase> method_;
  std::vector<std::vector<const char*>> choices_;
  std::vector<std::unique_ptr<std::string>> texts_;
  unsigned threads_;
  std::optional<JobRunner> runner_;
  WorkLimit limit_;
  PairSink pairs_;
  bool is_fresh_ = true;
};

/// The entry and the options that a program asks for, checked; or a status other than OK.
phasebox_status make_search(const char* id, const phasebox_options* options,
                            std::unique_ptr<Search>& search);

}  // namespace phasebox::c

/// What a handle points at: a search, and for frames the numbering of their objects.
struct phasebox_broadphase {
  phasebox_broadphase();
  ~phasebox_broadphase();

  std::unique_ptr<phasebox::c::Search> search;
  struct Frames;
  std::unique_ptr<Frames> frames;  ///< null in a world, which has its own
};
