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

/// Of one game, from the start of the window until the game stops. While the user looks at another
/// frame than the newest nothing is added and nothing is forgotten; what comes meanwhile waits.
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

/// Follows what is written to a file, a named pipe or standard input (`-`), in place of the scene,
/// and keeps that many seconds of it, of 60 frames each.
Status begin_following(ApplicationModel& model, const std::string& path, double seconds);
/// What the action does: back to the newest frame, also from a scene.
void follow_game(ApplicationModel& model);
/// "live · 1,234 frames · 12.3 s kept"; while another frame is looked at, how many wait.
std::string live_text(const LiveFeed& feed, const Session& session);

}  // namespace phasebox::ui
