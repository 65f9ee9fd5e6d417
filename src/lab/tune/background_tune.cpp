// SPDX-License-Identifier: MIT
// A search on a thread of its own.
#include "lab/tune/background_tune.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "collide/registry.hpp"
#include "lab/machine.hpp"
#include "lab/study_subject.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kUntimed = 10;  // frames beside those that are timed

std::size_t frames_for(std::size_t boxes) {
  return std::clamp<std::size_t>(10'000'000 / std::max<std::size_t>(boxes, 1), 20, 300) + kUntimed;
}

/// A recording is taken as a whole: the search chooses places in it.
Recording record_clone(Session& copy) {
  const std::size_t frames = frames_for(copy.world().size());
  if (!copy.show()) return record(copy, frames);
  return record(*copy.show()->shared_recording(), std::max(frames, copy.show()->size()));
}

}  // namespace

Status TuneStudy::apply(const command::StartTuning& how, const Session& session) {
  if (!(how.budget >= 1 && how.budget <= 600))
    return Error{fmt::format("budget: '{:g}' is not a number from 1 to 600 s", how.budget)};
  if (session.world().size() == 0) return Error{"there is no sprite to search with; launch some"};
  TuneOptions options;
  options.budget = how.budget;
  options.objective = how.objective;
  begin_subject(session, options.threads);
  start("recording frames", [copy = clone_session(session), options]() mutable {
    return TuneSearch(record_clone(copy), options);
  });
  return {};
}

void TuneStudy::put(TuneReport report, const Session& session) {
  begin_subject(session, report.options.threads);
  BackgroundStudy::put(std::move(report));
}

void TuneStudy::begin_subject(const Session& session, unsigned threads) {
  watch_.begin(session);
  const Subject& subject = watch_.subject();
  origin_ = {subject.title, fmt::format("{} --threads {}", subject.options, threads)};
  origin_.machine = this_machine();
  origin_.date = today();
}

}  // namespace phasebox
