// SPDX-License-Identifier: MIT
// The detection pipeline of a session: it turns sprites into boxes, candidate pairs and contacts,
// times each phase, and records traced frames.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/radix_sort.hpp"
#include "collide/broadphase.hpp"
#include "collide/narrowphase.hpp"
#include "session/event_log.hpp"
#include "session/phase_times.hpp"
#include "session/settings.hpp"
#include "world/world.hpp"

namespace phasebox {

/// Runs the chosen broadphase and narrowphase over the sprites of one world, and reruns them for
/// traces. It knows no commands.
class Pipeline {
 public:
  /// Computes transforms and boxes from the sprites' current positions. O(n).
  void place(const World&, const ImageSet&, const WorldOptions&);
  /// Takes boxes [n] as given, which a recording needs bit for bit; transforms have no rotation.
  void place(const World&, std::span<const Aabb> boxes, FilterRule);
  /// Marks boxes and pairs as stale, after sprites have moved.
  void outdate() { is_placed_ = is_detected_ = false; }
  /// Marks pairs as stale; boxes stay valid.
  void outdate_pairs() { is_detected_ = false; }
  bool is_placed() const { return is_placed_; }
  bool is_detected() const { return is_detected_; }

  Frame frame(const World&, const ImageSet&) const;
  std::span<const Aabb> boxes() const { return boxes_; }

  /// Records that a sprite was inserted or removed. The algorithms get the edit with the next
  /// frame.
  void note(Edit edit, std::size_t sprites);
  /// Resets all algorithms before the next frame: nothing that they kept is valid now.
  void forget_frames() {
    must_reset_ = true;
    if (shadow_) shadow_->must_reset = true;
  }
  /// Resets after another algorithm was chosen; the traced instances are made again on demand.
  void forget_algorithms() {
    must_reset_ = true;
    shadow_.reset();
  }
  /// Resets the measured algorithms before the next frame, after a parameter has changed.
  void reset_algorithms() { must_reset_ = true; }
  /// Drops pairs and contacts, which may name sprites that are gone.
  void clear_pairs() {
    pairs_.clear();
    contacts_.clear();
  }

  /// Finds pairs and contacts of the frame and adds the phases' times. Leaves none if the search
  /// was stopped.
  void detect(const Frame&, const Settings&, PhaseTimes&);
  /// Runs the frame again on separate instances and records their events. The narrowphase gets the
  /// pairs of `detect`.
  void trace(const Frame&, const Settings&, EventLog& into);
  /// Shows the current frame to traced instances that keep state, before the next step. Their
  /// counters then describe one step, however few frames are traced. Does nothing without such
  /// instances or with many sprites; `catch_up` serves these.
  void keep_up(const Frame&, const Settings&);
  bool is_behind() const { return shadow_ && shadow_->is_behind && shadow_->keeps; }
  void catch_up(const Frame& before, const Settings&);
  /// The broadphase instance that traces run, or null before the first trace.
  const Broadphase* traced() const { return shadow_ ? shadow_->broad.get() : nullptr; }

  std::span<const Pair> pairs() const { return pairs_.items(); }           ///< sorted
  std::span<const Contact> contacts() const { return contacts_.items(); }  ///< sorted by pair
  /// Insertions and removals that the last `detect` passed to the algorithms.
  std::span<const Edit> last_edits() const { return last_edits_; }
  WorkLimit& work() const { return *work_; }
  unsigned threads = 1;

 private:
  /// Instances that rerun frames for the event log. Edits of frames they have missed add up in
  /// `edits`.
  struct ShadowInstances {
    ShadowInstances(const BroadphaseEntry& b, const NarrowphaseEntry& n)
        : entry(&b), broad(b.make()), narrow(n.make()) {}

    const BroadphaseEntry* entry;
    std::unique_ptr<Broadphase> broad;
    std::unique_ptr<Narrowphase> narrow;
    PairSink pairs;
    Sink<Contact> contacts;
    bool must_reset = true;
    bool is_due = true;      ///< it has not seen the current boxes
    bool is_behind = false;  ///< it has not seen the boxes of the frame before either
    bool keeps = true;       ///< its counters depend on earlier frames
    std::vector<Edit> edits{};
  };

  void placed(FilterRule);
  ShadowInstances& shadow_for(const Settings&);
  void run_shadow(ShadowInstances&, const Frame&, EventLog& into);

  std::unique_ptr<WorkLimit> work_ = std::make_unique<WorkLimit>();
  std::unique_ptr<ShadowInstances> shadow_;
  std::vector<Transform> transforms_;
  std::vector<Aabb> boxes_;
  FilterRule rule_ = FilterRule::both;
  bool is_placed_ = false, is_detected_ = false, must_reset_ = true;
  std::vector<Edit> edits_, last_edits_;
  PairSink pairs_;
  RadixSort<Pair, 64> pair_sort_;
  Sink<Contact> contacts_;
};

}  // namespace phasebox
