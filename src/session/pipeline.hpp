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

/// Runs the chosen broadphase and narrowphase over the sprites of one world, and runs a second
/// instance of each for traces, so that recording events does not disturb what is measured. It
/// knows no commands.
class Pipeline {
 public:
  /// Computes transforms and boxes from the sprites' current positions. O(n).
  void place(const World&, const ImageSet&, const WorldOptions&);
  /// Takes boxes [n] as given, because those of a recording must stay the same to the bit.
  /// Transforms have the positions of the world and no rotation.
  void place(const World&, std::span<const Aabb> boxes, FilterRule);
  /// Marks boxes and pairs as stale, because sprites have moved.
  void outdate() { is_placed_ = is_detected_ = false; }
  /// Marks pairs as stale; boxes stay valid.
  void outdate_pairs() { is_detected_ = false; }
  bool is_placed() const { return is_placed_; }      ///< boxes are those of the present sprites
  bool is_detected() const { return is_detected_; }  ///< pairs and contacts are those of the boxes

  /// The frame that algorithms get: views of the sprites and their boxes, valid until they change.
  Frame frame(const World&, const ImageSet&) const;
  std::span<const Aabb> boxes() const { return boxes_; }

  /// Records that a sprite was inserted or removed; `sprites` is the number before or after. The
  /// algorithms get the edit before the next frame.
  void note(Edit edit, std::size_t sprites);
  /// Resets the measured and the traced algorithms before their next frame, because nothing that
  /// they kept from earlier frames is valid.
  void forget_frames() {
    must_reset_ = true;
    if (shadow_) shadow_->must_reset = true;
  }
  /// Resets after another algorithm was chosen, and drops the traced instances, which the next
  /// trace makes again.
  void forget_algorithms() {
    must_reset_ = true;
    shadow_.reset();
  }
  /// Resets the measured algorithms before the next frame, because a parameter has changed. The
  /// traced ones notice that by themselves.
  void reset_algorithms() { must_reset_ = true; }
  /// Drops pairs and contacts, because they may name sprites that were removed.
  void clear_pairs() {
    pairs_.clear();
    contacts_.clear();
  }

  /// Finds pairs and contacts of the frame and adds the time of each phase to the times. If the
  /// work limit stopped the search, there are no pairs and contacts afterwards, and `is_detected`
  /// is false.
  void detect(const Frame&, const Settings&, PhaseTimes&);
  /// Runs the frame again on the traced instances and replaces `into` by their events. The
  /// narrowphase gets the pairs that `detect` found.
  void trace(const Frame&, const Settings&, EventLog& into);
  /// Runs the present frame on the traced instances if their counters depend on earlier frames and
  /// they have not seen it. It is called before each step, so that the counters of a later trace
  /// describe one step even if few frames are traced. Does nothing before the first trace, and with
  /// more than 3,000 sprites, where `catch_up` is used instead.
  void keep_up(const Frame&, const Settings&);
  /// Whether a trace needs `catch_up` first: the counters of the traced instances depend on earlier
  /// frames, and they have missed the frame before the present one.
  bool is_behind() const { return shadow_ && shadow_->is_behind && shadow_->keeps; }
  /// Resets the traced instances and runs the frame before the present one on them.
  void catch_up(const Frame& before, const Settings&);
  /// The broadphase instance that traces run, or null if none is made yet.
  const Broadphase* traced() const { return shadow_ ? shadow_->broad.get() : nullptr; }

  std::span<const Pair> pairs() const { return pairs_.items(); }           ///< sorted by a, then b
  std::span<const Contact> contacts() const { return contacts_.items(); }  ///< sorted by pair
  /// Insertions and removals that the last `detect` passed to the algorithms.
  std::span<const Edit> last_edits() const { return last_edits_; }
  /// Insertions and removals since the last `detect`.
  std::span<const Edit> pending_edits() const { return edits_; }
  /// The limit that stops detections and traces, also from another thread.
  WorkLimit& work() const { return *work_; }
  unsigned threads = 1;  ///< how many an algorithm may use

 private:
  /// The instances that run frames again for the event log. They do not see every frame; the edits
  /// since their last one add up in `edits`.
  struct ShadowInstances {
    ShadowInstances(const BroadphaseEntry& b, const NarrowphaseEntry& n)
        : entry(&b), broad(b.make()), narrow(n.make()) {}

    const BroadphaseEntry* entry;
    std::unique_ptr<Broadphase> broad;
    std::unique_ptr<Narrowphase> narrow;
    PairSink pairs;
    Sink<Contact> contacts;
    bool must_reset = true;
    bool is_due = true;      ///< they have not seen the present boxes
    bool is_behind = false;  ///< nor those of the frame before
    bool keeps = true;       ///< their counters may depend on earlier frames
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
