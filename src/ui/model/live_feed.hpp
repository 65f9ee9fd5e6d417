// SPDX-License-Identifier: MIT
// A running game that is followed: its boxes become the recording that the session plays.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "io/boxes/box_follower.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {
class Session;
}

namespace phasebox::ui {

struct ApplicationModel;

/// A game until it stops. While an older frame is shown none are added or forgotten: new ones wait.
class LiveFeed {
 public:
  LiveFeed(std::unique_ptr<BoxFollower> follower, std::string name, const KeepLimits& keep);

  /// Opens a recording without boxes in place of the scene; frames grow from it.
  void open(ApplicationModel& model);
  /// To be called once per frame, before the steps.
  void tend(ApplicationModel& model);
  /// Where the last frame is shown, adds those that wait, so that a step reaches them.
  void extend(ApplicationModel& model);

  /// Whether its recording is the one that plays.
  bool is_shown(const Session& session) const;
  bool is_followed(const Session& session) const;
  bool has_ended() const { return report_.has_ended; }
  const FollowReport& report() const { return report_; }  ///< as of this frame

 private:
  void grow(ApplicationModel& model, const KeepLimits& keep);
  void end(ApplicationModel& model);

  std::unique_ptr<BoxFollower> follower_;
  std::string name_;
  KeepLimits keep_;
  std::shared_ptr<const BoxRecording> origin_;
  FollowReport report_;
  std::uint64_t start_ = 1, told_refusals_ = 0;
  std::vector<std::string> told_notes_;
  std::string told_failure_;
  double told_at_ = -1;  // s
  bool has_told_end_ = false;
};

/// Follows a file, named pipe or stdin (`-`), not the scene; keeps so many s, of 60 frames each.
Status begin_following(ApplicationModel& model, const std::string& path, double seconds);
/// What the action does: back to the newest frame, also from a scene.
void follow_game(ApplicationModel& model);
/// "live · 1,234 frames · 12.3 s kept"; while another frame is looked at, how many wait.
std::string live_text(const LiveFeed& feed, const Session& session);

}  // namespace phasebox::ui
