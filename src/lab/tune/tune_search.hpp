// SPDX-License-Identifier: MIT
// Searches for the fastest broadphase and its settings over recorded frames.
#pragma once
#include <memory>
#include <utility>

#include "bench/recording.hpp"
#include "lab/background_study.hpp"
#include "lab/tune/tune_report.hpp"

namespace phasebox {

/// The frames that searches run over. Several searches, one after the other, may share it.
struct SearchFrames {
  explicit SearchFrames(Recording frames)
      : recording(std::move(frames)), facts(facts_of(recording)), truth(recording) {}

  const Recording recording;
  const FrameFacts facts;
  FrameTruth truth;
};

/// Makes the search: it times every algorithm with its defaults, then settings of those near the
/// best, then the best settings and the defaults on the same frames (the finals), then values of
/// the winner's main parameter. The recording must have at least one frame with a box.
OwnedWork<TuneReport> tune_search(std::shared_ptr<SearchFrames> frames, TuneOptions options);
inline OwnedWork<TuneReport> tune_search(Recording recording, TuneOptions options) {
  return tune_search(std::make_shared<SearchFrames>(std::move(recording)), std::move(options));
}

}  // namespace phasebox
