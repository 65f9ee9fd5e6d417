// SPDX-License-Identifier: MIT
// Records frames on a clone of the session and searches over them.
#include "lab/tune/tune_study.hpp"

#include <algorithm>
#include <cstddef>

#include "lab/tune/tune_search.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kUntimed = 10;  // frames recorded beyond those to time, for warm-ups

}  // namespace

Status TuneStudy::apply(const command::StartTuning& how, const Session& session) {
  if (!(how.budget >= 1 && how.budget <= 600))
    return Error{say("budget: '{:g}' is not a number from 1 to 600 s", how.budget)};
  if (session.world().size() == 0) return Error{"there is no sprite to search with; launch some"};
  watch_.begin(session);
  TuneOptions options;
  options.budget = how.budget;
  options.objective = how.objective;
  options.origin = {watch_.subject().title, "", this_machine(), today()};
  start("recording frames", [copy = clone_session(session), options]() mutable {
    const std::size_t boxes = std::max<std::size_t>(copy.world().size(), 1);
    const std::size_t frames = std::clamp<std::size_t>(10'000'000 / boxes, 20, 300) + kUntimed;
    // A recording that plays is searched whole, since the search chooses places in it.
    const RecordingPlayback* show = copy.playback();
    return tune_search(show ? record(*show->shared_recording(), std::max(frames, show->size()))
                            : record(copy, frames),
                       options);
  });
  return {};
}

}  // namespace phasebox
