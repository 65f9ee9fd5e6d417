// SPDX-License-Identifier: MIT
// Frame windows: the runs of consecutive frames of a recording that a race times.
#pragma once
#include <cstddef>
#include <vector>

namespace phasebox {

/// Consecutive frames of a recording. A race resets an algorithm at the begin of each window. The
/// warm-up frames then bring what the algorithm keeps from frame to frame into the state that it
/// has in a running game, and are not timed.
struct FrameWindow {
  std::size_t begin = 0;    ///< index of the first frame that is run
  std::size_t warm_up = 0;  ///< number of frames that are run untimed
  std::size_t timed = 0;    ///< number of timed frames after the warm-up

  std::size_t end() const { return begin + warm_up + timed; }
  bool operator==(const FrameWindow&) const = default;
};

/// The part of a recording that some windows time.
struct FrameCoverage {
  /// `used` frames are timed in at least one window, `of` is the number of frames of the recording.
  std::size_t used = 0, of = 0;
  std::size_t places = 0;  ///< number of windows
  /// whether all frames are a single one, repeated (Recording::is_repeated)
  bool is_repeated = false;

  bool is_all() const { return used == of; }
  bool operator==(const FrameCoverage&) const = default;
};

/// One window over all `of` frames of a recording, of which the first `warm_up`, but at most a
/// quarter, are not timed; no window if `of` is 0.
std::vector<FrameWindow> whole_recording(std::size_t of, std::size_t warm_up);

/// Windows that together time about `timed` of the `of` frames of a recording. There are up to 12,
/// and more only if each then has at least 150 timed frames. The recording is divided into equal
/// parts, one per window; `round` (0, 1, ...) moves the windows within their parts. Any first few
/// windows of the result are spread over the recording too. The warm-ups differ in length, so that
/// work done every few dozen frames (a pair list made again) is neither always nor never timed. If
/// `timed` is at least 4/5 of `of`, or the windows do not fit into their parts, the result is one
/// window over the whole recording without a warm-up.
std::vector<FrameWindow> spread_windows(std::size_t of, std::size_t timed, std::size_t round = 0);

/// The coverage of a recording of `of` frames; a frame that several windows time counts once.
FrameCoverage coverage_of(const std::vector<FrameWindow>& windows, std::size_t of);

}  // namespace phasebox
