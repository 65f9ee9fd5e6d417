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

constexpr double kSeconds = 3;  // budget of the search
constexpr std::size_t kMaxBoxes = 1'000'000;
constexpr std::size_t kMaxTiledRows = 4'000'000;       // boxes of all frames; about 100 MB
constexpr std::size_t kFewTiled = 3, kMostTiled = 60;  // frames that are searched

/// The first of the `count` consecutive frames that have the most boxes together. Ties: those in
/// the middle, else the earliest.
std::size_t fullest_frames(const BoxRecording& all, std::size_t count) {
  if (all.size() <= count) return 0;
  const auto boxes = [&](std::size_t first) {
    return all.begins[first + count] - all.begins[first];
  };
  std::size_t fullest = (all.size() - count) / 2;
  for (std::size_t first = 0; first + count <= all.size(); ++first)
    if (boxes(first) > boxes(fullest)) fullest = first;
  return fullest;
}

/// Copies of the fullest frames of a recording, or of the next steps of a scene. A single frame,
/// which is repeated, says nothing about movement, and neither do its copies.
Recording frames_with(Session& copy, std::size_t times, const WorkLimit* limit) {
  const std::size_t rows = std::max<std::size_t>(most_at_once(copy) * times, 1);
  const std::size_t frames = std::clamp(kMaxTiledRows / rows, kFewTiled, kMostTiled);
  const auto all = copy.playback() ? copy.playback()->shared_recording() : nullptr;
  const Recording some = all ? record(*all, frames, fullest_frames(*all, frames), limit)
                             : record(copy, frames, Motion::normal, limit);
  const std::size_t different = some.is_repeated() ? 1 : some.size();
  return record(tiled(some, 0, different, times), some.size(), 0, limit);
}

}  // namespace

Status command::AskWhatIf::check(const Session& session) const {
  const std::size_t boxes = most_at_once(session) * times;
  if (times < 1 || times > kMaxTimes)
    return Error{say("times as many: '{}' is not a number from 1 to {}", times, kMaxTimes)};
  if (boxes > kMaxBoxes)
    return Error{say("{} times as many would be {} boxes; at most {} are tried: choose fewer",
                     times, grouped(boxes), grouped(kMaxBoxes))};
  if (boxes == 0) return Error{"there is no sprite to search with; launch some"};
  return {};
}

OwnedWork<TuneReport> command::AskWhatIf::work(Session clone, const WorkLimit* limit) const {
  TuneOptions options;
  options.budget = kSeconds;
  return tune_search(frames_with(clone, times, limit), options);
}

Sentence describe(const WhatIfStudy& study) {
  const auto report = study.result();
  const Trial* winner = report ? report->winner() : nullptr;
  if (!winner) return {};
  return say("At {} times as many ({} boxes): {}, {}.", study.how().times,
             grouped_whole(report->facts.boxes), winner->contestant.title(),
             score_text(summary_of(winner->times).mean, Objective::mean));
}

}  // namespace phasebox
