// SPDX-License-Identifier: MIT
// Searches the best broadphase for many times as many boxes at the same density.
#include "lab/tune/what_if.hpp"

#include <algorithm>

#include "base/number_format.hpp"
#include "lab/tiled_recording.hpp"
#include "lab/tune/tune_search.hpp"
#include "lab/tune/tune_study.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr double kSeconds = 3;                         // budget of the search
constexpr std::size_t kMaxTiledRows = 4'000'000;       // boxes of all frames; about 100 MB
constexpr std::size_t kFewTiled = 3, kMostTiled = 60;  // frames that are searched

/// Copies of frames from the middle of what the session plays. A single frame, which is repeated,
/// says nothing about movement, and neither do its copies.
Recording frames_with(Session& copy, std::size_t times) {
  const Recording all = frames_to_search(copy);
  const std::size_t rows = std::max<std::size_t>(all.max_boxes() * times, 1);
  const std::size_t frames =
      std::min(std::clamp(kMaxTiledRows / rows, kFewTiled, kMostTiled), all.size());
  const std::size_t different = all.is_repeated() ? 1 : frames;
  return record(tiled(all, (all.size() - frames) / 2, different, times), frames);
}

}  // namespace

Status WhatIfStudy::apply(const command::AskWhatIf& what, const Session& session) {
  const std::size_t boxes = most_at_once(session) * what.times;
  if (what.times < 1 || what.times > kMaxTimes)
    return Error{say("times as many: '{}' is not a number from 1 to {}", what.times, kMaxTimes)};
  if (boxes > kMaxBoxes)
    return Error{say("{} times as many would be {} boxes; at most {} are tried: choose fewer",
                     what.times, grouped(boxes), grouped(kMaxBoxes))};
  if (boxes == 0) return Error{"there is no sprite to search with; launch some"};
  times_ = what.times;
  watch_.begin(session);
  start("recording frames", [copy = clone_session(session), times = what.times]() mutable {
    TuneOptions options;
    options.budget = kSeconds;
    return tune_search(frames_with(copy, times), options);
  });
  return {};
}

Sentence WhatIfStudy::sentence() const {
  const auto report = result();
  const Trial* winner = report ? report->winner() : nullptr;
  if (!winner) return {};
  return say("At {} times as many ({} boxes): {}, {}.", times_, grouped_whole(report->facts.boxes),
             winner->contestant.title(),
             score_text(summary_of(winner->times).mean, Objective::mean));
}

}  // namespace phasebox
