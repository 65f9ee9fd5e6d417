// SPDX-License-Identifier: MIT
// Which frames of a recording are run: windows of consecutive frames, spread over all of it.
#pragma once
#include <cstddef>
#include <vector>

namespace phasebox {

/// Consecutive frames. An algorithm begins each window from a reset; the first frames bring what it
/// keeps from frame to frame into the state that it has in a game, and are not timed.
struct FrameWindow {
  std::size_t begin = 0;    ///< the first frame that is run
  std::size_t warm_up = 0;  ///< frames that are run untimed
  std::size_t timed = 0;    ///< frames after those

  std::size_t end() const { return begin + warm_up + timed; }
  bool operator==(const FrameWindow&) const = default;
};

/// How much of a recording was timed.
struct FrameCoverage {
  std::size_t used = 0, of = 0;  ///< different frames; frames of the recording
  std::size_t places = 0;        ///< windows

  bool is_all() const { return used == of; }
  bool operator==(const FrameCoverage&) const = default;
};

/// One window over all `of` frames; fewer than `warm_up` frames warm up where there are few.
std::vector<FrameWindow> whole_recording(std::size_t of, std::size_t warm_up);

/// Windows that time about `timed` of `of` frames: up to 12 places, longer windows before more
/// places, the whole recording where little of it would be left out. Each lies at a place of its
/// own within an equal part of the recording; `round` chooses other places. Any first few of them
/// are spread over the recording too. The lengths of the warm-ups differ, so that work done every
/// few dozen frames (a list made again) is neither always timed nor never.
std::vector<FrameWindow> spread_windows(std::size_t of, std::size_t timed, std::size_t round = 0);

/// Counts frames that lie in several windows once.
FrameCoverage coverage_of(const std::vector<FrameWindow>& windows, std::size_t of);

}  // namespace phasebox
