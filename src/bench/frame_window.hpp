// SPDX-License-Identifier: MIT
// The stretches of a recording that are timed, and what part of it they cover.
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

/// The part of a recording that was timed.
struct FrameCoverage {
  std::size_t used = 0, of = 0;  ///< different frames; frames of the recording
  std::size_t places = 0;        ///< windows

  bool is_all() const { return used == of; }
  bool operator==(const FrameCoverage&) const = default;
};

/// One window over all `of` frames. `warm_up` of them are not timed, but at most a quarter.
std::vector<FrameWindow> whole_recording(std::size_t of, std::size_t warm_up);

/// Windows that time about `timed` of `of` frames. There are up to 12 of them, and more only once
/// each is long. The result is one window over the whole recording where that would leave little
/// out. Each window lies at a place of its own within an equal part of the recording; `round`
/// chooses other places. Any first few of them are spread over the recording, too. The lengths of
/// the warm-ups differ, so that work done every few dozen frames (a list made again) is neither
/// always timed nor never.
std::vector<FrameWindow> spread_windows(std::size_t of, std::size_t timed, std::size_t round = 0);

/// The coverage of some windows; a frame that lies in several of them counts once.
FrameCoverage coverage_of(const std::vector<FrameWindow>& windows, std::size_t of);

}  // namespace phasebox
