// SPDX-License-Identifier: MIT
// Records frames on a clone of the session and searches over them.
#include "lab/tune/tune_study.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "lab/tune/tune_search.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr std::size_t kUntimed = 10;  // frames recorded beyond those to time, for warm-ups
// Budget of the first search of several, s, and of each further one in relation to the one before;
// the last one has what is left of the whole budget.
constexpr double kFirstBudget = 1.5, kGrowth = 4;

/// Searches again and again, each time for longer, so that an answer is there soon and gets surer.
/// Until a search ends, the result is that of the one before.
class GrowingSearch final : public PiecewiseWork<TuneReport> {
 public:
  GrowingSearch(Recording recording, TuneOptions options)
      : frames_(std::make_shared<SearchFrames>(std::move(recording))),
        options_(std::move(options)),
        whole_(options_.budget) {
    options_.budget = std::min(kFirstBudget, whole_);
    search_ = tune_search(frames_, options_);
  }

  bool advance() override {
    if (search_->advance()) return true;
    known_ = search_->result();
    spent_ += options_.budget;
    const double left = whole_ - spent_, next = kGrowth * options_.budget;
    if (left < options_.budget) return false;
    options_.budget = left < 2 * next ? left : next;
    search_ = tune_search(frames_, options_);
    return true;
  }
  double progress() const override {
    return (spent_ + options_.budget * search_->progress()) / whole_;
  }
  Sentence phase() const override { return search_->phase(); }
  TuneReport result() const override {
    return known_ && known_->winner() ? *known_ : search_->result();
  }

 private:
  std::shared_ptr<SearchFrames> frames_;
  TuneOptions options_;
  double whole_, spent_ = 0;  // s: the budget of all searches, and of those that have ended
  OwnedWork<TuneReport> search_;
  std::optional<TuneReport> known_;
};

}  // namespace

std::size_t most_at_once(const Session& session) {
  const RecordingPlayback* show = session.playback();
  std::size_t most = session.world().size();
  for (std::size_t f = 0; show && f < show->size(); ++f) {
    const auto [recording, frame] = show->place(f);
    most = std::max(most, recording.boxes_of(frame).size());
  }
  return most;
}

Recording frames_to_search(Session& session, const WorkLimit* limit) {
  const std::size_t boxes = std::max<std::size_t>(session.world().size(), 1);
  const std::size_t frames = std::clamp<std::size_t>(10'000'000 / boxes, 20, 300) + kUntimed;
  // A recording that plays is searched whole, since the search chooses places in it.
  const RecordingPlayback* show = session.playback();
  return show ? record(*show->shared_recording(), std::max(frames, show->size()), 0, limit)
              : record(session, frames, Motion::normal, limit);
}

Status command::StartTuning::check(const Session& session) const {
  if (!(budget >= 1 && budget <= 600))
    return Error{say("budget: '{:g}' is not a number from 1 to 600 s", budget)};
  if (most_at_once(session) == 0) return Error{"there is no sprite to search with; launch some"};
  return {};
}

OwnedWork<TuneReport> command::StartTuning::work(Session clone, const WorkLimit* limit) const {
  TuneOptions options;
  options.budget = budget;
  options.objective = objective;
  options.origin = {subject_of(clone).title, "", this_machine(), today()};
  Recording frames = frames_to_search(clone, limit);
  if (grows) return std::make_unique<GrowingSearch>(std::move(frames), options);
  return tune_search(std::move(frames), options);
}

}  // namespace phasebox
