// SPDX-License-Identifier: MIT
// Follows a running game: its boxes become the recording that the session plays.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "base/sentence.hpp"
#include "io/boxes/box_follower.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {
class Session;
}

namespace phasebox::ui {

struct ApplicationModel;

/// Follows one game until it ends. While the recording shows an older frame than its last, new
/// frames wait in the follower: none is added to the recording, and none is dropped from it, until
/// the newest is shown again or the game has ended.
class LiveFeed {
 public:
  LiveFeed(std::unique_ptr<BoxFollower> follower, std::string name, const KeepLimits& keep);

  /// Opens an empty recording in place of the scene, to which the game's frames are then appended.
  void open(ApplicationModel& model);
  /// Says what was refused, appends frames that have come if the newest one is shown, and stops
  /// following when the game has ended. Call it once per frame of the window, before the steps.
  void tend(ApplicationModel& model);
  /// Stops showing always the newest frame. If the last frame of the recording is shown, appends
  /// those that wait, so that a single step reaches them.
  void extend(ApplicationModel& model);

  /// Whether the session plays this game's recording.
  bool is_shown(const Session& session) const;
  /// Whether the session plays it and always shows the newest frame.
  bool is_followed(const Session& session) const;
  bool has_ended() const { return report_.has_ended; }
  const FollowReport& report() const { return report_; }  ///< the follower's report of this frame

 private:
  /// The answer is searched when so many frames have come, or when the game ends.
  static constexpr std::uint64_t kFramesToAnswer = 300;

  void grow(ApplicationModel& model, const KeepLimits& keep);
  void end(ApplicationModel& model);
  void answer(ApplicationModel& model);

  std::unique_ptr<BoxFollower> follower_;
  std::string name_;
  KeepLimits keep_;
  std::shared_ptr<const BoxRecording> origin_;
  FollowReport report_;
  std::uint64_t start_ = 1, told_refusals_ = 0;
  std::vector<Sentence> told_notes_;
  Sentence told_failure_;
  double told_at_ = -1;  // s, when refusals were last said; negative: never
  bool has_told_end_ = false, has_answered_ = false;
};

/// Begins to follow a file, a named pipe or standard input (`-`) in place of the scene. The last
/// `seconds` of the game are kept, of 60 frames each, but at most kMaxKeptRows boxes. Fails as
/// BoxFollower::open does.
Status begin_following(ApplicationModel& model, const std::string& path, double seconds,
                       BoxOrigin origin = BoxOrigin::unsaid);
/// Resumes, and shows the newest frame of the game that is followed, also if a scene has been
/// opened meanwhile; without such a game a note says so.
void follow_game(ApplicationModel& model);
/// Describes the recording: "live, 1,234 frames, 12.3 s kept". While an older frame is shown it
/// begins with "held" and also says how many frames wait.
Sentence live_text(const LiveFeed& feed, const Session& session);

}  // namespace phasebox::ui
