// SPDX-License-Identifier: MIT
// Appends the frames that a game writes to the recording that the session plays.
#include "ui/model/live_feed.hpp"

#include <cmath>
#include <utility>

#include "base/number_format.hpp"
#include "language/format_sentence.hpp"
#include "ui/model/actions/action_texts.hpp"
#include "ui/model/application_model.hpp"
#include "ui/model/files/files.hpp"
#include "world/flight.hpp"

namespace phasebox::ui {

extern const ActionRow pause_action, follow_action;  // defined in actions/time_rows.cpp

LiveFeed::LiveFeed(std::unique_ptr<BoxFollower> follower, std::string name, const KeepLimits& keep)
    : follower_(std::move(follower)), name_(std::move(name)), keep_(keep) {}

void LiveFeed::open(ApplicationModel& model) {
  origin_ = no_boxes();
  if (!model.apply(command::OpenRecording{origin_, name_})) return;
  model.apply(command::FollowRecording{true});
}

bool LiveFeed::is_shown(const Session& session) const {
  return session.playback() && session.playback()->origin() == origin_;
}

bool LiveFeed::is_followed(const Session& session) const {
  return is_shown(session) && session.playback()->follows();
}

void LiveFeed::tend(ApplicationModel& model) {
  report_ = follower_->report();
  // Refusals may come in every frame: one message a second says how many there are.
  constexpr double kRefusalSeconds = 1;  // s between two messages
  const bool is_early =
      told_at_ >= 0 && model.clock.now < told_at_ + kRefusalSeconds && !report_.has_ended;
  if (report_.refused != told_refusals_ && !is_early) {
    told_refusals_ = report_.refused;
    told_at_ = model.clock.now;
    model.ui.messages.say(Message::Kind::warning,
                          say("{}. {} refused so far; the others are shown", report_.last_refusal,
                              counted(report_.refused, "row")),
                          model.clock.now, "refused");
  }
  if (std::exchange(told_failure_, report_.failure) != report_.failure && !told_failure_.empty())
    model.warn(told_failure_);
  for (const Sentence& note : report_.notes) {
    if (std::ranges::find(told_notes_, note) != told_notes_.end()) continue;
    told_notes_.push_back(note);
    model.note(say("{}: {}", Sentence::as_is(name_), note));
  }
  const Session& session = model.session;
  if (report_.has_ended) return end(model);
  if (!is_shown(session)) return;
  const bool is_looking = model.paused || model.ui.scrubbing || model.ui.pairs_asked;
  const RecordingPlayback& show = *session.playback();
  if (is_looking && show.follows())
    model.apply(command::FollowRecording{false});
  else if (!is_looking && !show.follows() && show.frame() + 1 == show.size())
    model.apply(command::FollowRecording{true});
  if (show.follows() && report_.waiting > 0) grow(model, keep_);
  if (report_.frames >= kFramesToAnswer) answer(model);
}

// Begins the search for the answer, once, when no tool is open that its card would replace.
void LiveFeed::answer(ApplicationModel& model) {
  if (model.ui.tool.empty() && !std::exchange(has_answered_, true)) answer_recording(model);
}

void LiveFeed::grow(ApplicationModel& model, const KeepLimits& keep) {
  BoxFollower::Taken taken = follower_->take();
  report_.waiting = 0;
  if (std::exchange(start_, taken.start) != taken.start && model.session.playback()->rows() > 0) {
    const bool follows = model.session.playback()->follows();
    open(model);
    model.apply(command::FollowRecording{follows});
    has_answered_ = false;
    model.note(say("{} begins again; undo brings back what was kept", Sentence::as_is(name_)),
               "follow");
  }
  if (model.session.playback()->is_swept())
    model.note("Boxes are no longer swept: the newest frame has no next one", "follow");
  const bool is_first = model.session.playback()->rows() == 0;
  model.apply(command::GrowRecording{std::move(taken.frames), keep});
  if (is_first) model.show_whole_field();
}

void LiveFeed::extend(ApplicationModel& model) {
  if (!is_shown(model.session)) return;
  const RecordingPlayback& show = *model.session.playback();
  if (show.follows()) model.apply(command::FollowRecording{false});
  if (show.frame() + 1 == show.size() && follower_->report().waiting > 0) grow(model, keep_);
}

// Appends what waits and pauses. While an older frame is shown the limits of keeping are not
// applied, so that the frame stays; the follower holds at most as much again as they allow.
void LiveFeed::end(ApplicationModel& model) {
  if (!report_.failure.empty()) has_told_end_ = true;
  if (!is_shown(model.session)) {
    if (!std::exchange(has_told_end_, true))
      model.note(say("The game has stopped; {} shows its last {}",
                     key_or_menu(follow_action, model.ui.keys), counted(report_.waiting, "frame")));
    return;
  }
  const bool was_followed = is_followed(model.session);
  if (report_.waiting > 0) grow(model, was_followed ? keep_ : KeepLimits{});
  const RecordingPlayback& show = *model.session.playback();
  if (was_followed && show.rows() > 0) model.apply(command::SeekRecording{show.size() - 1});
  model.apply(command::FollowRecording{false});
  model.paused = true;
  answer(model);
  if (show.rows() > 0)
    model.note({show.size() == 1 ? "The game has stopped: {} is kept; {} plays them"
                                 : "The game has stopped: {} are kept; {} plays them",
                {counted(show.size(), "frame"), key_or_menu(pause_action, model.ui.keys)}});
  else if (report_.failure.empty())
    model.warn("The game has stopped, and no frame of it has come");
}

Status begin_following(ApplicationModel& model, const std::string& path, double seconds,
                       BoxOrigin origin) {
  const KeepLimits keep{static_cast<std::size_t>(std::ceil(seconds * kStepsPerSecond)),
                        kMaxKeptRows};
  Result<std::unique_ptr<BoxFollower>> follower = BoxFollower::open(path, keep, origin);
  if (follower.failed()) return follower.error();
  const std::string name =
      path == "-" ? "standard input" : std::filesystem::path(path).filename().string();
  model.live = std::make_unique<LiveFeed>(*std::move(follower), name, keep);
  model.live->open(model);
  return {};
}

void follow_game(ApplicationModel& model) {
  if (!model.live)
    return model.note("No game is followed; phasebox --follow FILE does it", "follow");
  if (!model.live->is_shown(model.session)) model.live->open(model);
  model.paused = false;
  model.apply(command::FollowRecording{true});
}

Sentence live_text(const LiveFeed& feed, const Session& session) {
  const RecordingPlayback& show = *session.playback();
  const FollowReport& report = feed.report();
  const std::size_t kept = show.rows() > 0 ? show.size() : 0;
  const Sentence frames = counted(report.frames, "frame");
  const double seconds = static_cast<double>(kept) / kStepsPerSecond;
  if (show.follows()) return say("live, {}, {:.1f} s kept", frames, seconds);
  return say("held, {}, {:.1f} s kept, {} wait", frames, seconds, counted(report.waiting, "frame"));
}

}  // namespace phasebox::ui
