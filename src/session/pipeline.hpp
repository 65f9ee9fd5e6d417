// SPDX-License-Identifier: MIT
// From sprites to contacts: boxes, candidate pairs, confirmed pairs, and what each phase took.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/radix_sort.hpp"
#include "session/counters.hpp"
#include "session/motion_source.hpp"
#include "session/settings.hpp"

namespace phasebox {

/// Runs the chosen algorithms over one population, frame by frame. Knows no commands. Its frames
/// are valid as long as the world and images that they were made of.
class Pipeline {
 public:
  /// Boxes of the sprites as they stand now.
  void place(const MotionSource&, const World&, const ImageSet&, const WorldOptions&);
  /// The sprites have moved: boxes and pairs are of a frame that has passed.
  void outdate() { is_placed_ = is_detected_ = false; }
  /// Something was changed that pairs depend on.
  void outdate_pairs() { is_detected_ = false; }
  bool is_placed() const { return is_placed_; }
  bool is_detected() const { return is_detected_; }

  Frame frame(const World&, const ImageSet&) const;
  std::span<const Aabb> boxes() const { return boxes_; }

  /// A sprite was inserted or removed: the algorithms are told with the next frame.
  void note(Edit edit, std::size_t sprites);
  /// Nothing that an algorithm kept is valid now.
  void forget_frames();
  /// Other algorithms were chosen.
  void forget_algorithms();
  /// Another value of a parameter: algorithms begin again.
  void reset_algorithms() { must_reset_ = true; }
  /// Old pairs may name sprites that are gone.
  void clear_pairs();

  /// Candidates and contacts of the frame; none when the search was ended early.
  void detect(const Frame&, const Settings&, PhaseTimes&);
  /// The same once more on instances of their own, with the recorder on. Contacts are confirmed of
  /// the pairs that `detect` found.
  void trace(const Frame&, const Settings&, EventLog& into);
  /// The traced instance of the broadphase, or null before the first trace.
  const Broadphase* traced() const { return shadow_ ? shadow_->broad.get() : nullptr; }

  std::span<const Pair> pairs() const { return pairs_.items(); }           ///< sorted
  std::span<const Contact> contacts() const { return contacts_.items(); }  ///< sorted by pair
  /// What the last `detect` told the algorithms.
  std::span<const Edit> last_edits() const { return last_edits_; }
  WorkLimit& work() const { return *work_; }
  unsigned threads = 1;

 private:
  /// Instances of the algorithms at work, which run once more for the event log. They see fewer
  /// frames than the measured ones; what they missed adds up in `edits`.
  struct ShadowInstances {
    ShadowInstances(const BroadphaseEntry& b, const NarrowphaseEntry& n)
        : entry(&b), broad(b.make()), narrow(n.make()) {}

    const BroadphaseEntry* entry;
    std::unique_ptr<Broadphase> broad;
    std::unique_ptr<Narrowphase> narrow;
    PairSink pairs;
    Sink<Contact> contacts;
    bool must_reset = true;
    std::vector<Edit> edits{};
  };

  ShadowInstances& shadow_for(const Settings&);

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

/// Makes the rows of `to` what those of `from` are; whether one was not.
bool copy_params(ParamView from, ParamView to);

}  // namespace phasebox
