// SPDX-License-Identifier: MIT
// Reads the box files of `pairs`, `near` and `merge`, and runs a broadphase over their frames.
#pragma once
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "cli/commands/commands.hpp"
#include "collide/box_recording.hpp"
#include "collide/broadphase.hpp"

namespace phasebox::cli {

// The functions below throw Refusal on an error, which ends the command.

/// Reads the bytes of a file, "-" for standard input; checks first that the outputs can be written.
std::string begin_reading(const std::string& file, const OutputFiles& files);
/// The recording that these bytes of the file hold.
BoxRecording recording_of(const std::string& file, std::string_view bytes);
/// Writes the answer to --out or standard output; returns the exit code.
int deliver(const OutputFiles& files, std::string_view text);

/// Options of every command that runs a broadphase over a file.
struct BoxOptions {
  std::string file;  ///< "-": standard input
  std::string broadphase = kFastBroadphase;
  ParamTexts sets;
  bool is_swept = false;
  OutputFiles files;
};

void add_boxes(Options& to, BoxOptions& boxes);

/// A box file that was read, the broadphase that is run over it, and the answer: lines of numbers.
class BoxJob {
 public:
  explicit BoxJob(const BoxOptions& options);

  Broadphase& broadphase() { return *broadphase_; }
  const BoxRecording& recording() const { return recording_; }

  /// Adds the lines of one frame. `ids` are those of the boxes in the file.
  using FrameVisit =
      std::function<void(const Frame&, std::span<const std::int64_t> ids, const PairSink&)>;
  /// Runs the one instance over all frames in order: reset at the first, edits where objects come
  /// or go, `find_pairs` at each. `visit` may query the broadphase about the frame. Delivers the
  /// answer, whose columns have these names; returns the exit code. The first warning of a plug-in
  /// goes to standard error.
  int run(std::string_view columns, const FrameVisit& visit);
  /// Appends a line to the answer; in a recording the frame's number comes first.
  void add_line(std::initializer_list<std::int64_t> numbers);

 private:
  std::string warning_at(const Frame& frame) const;

  const OutputFiles& files_;
  const BroadphaseEntry& entry_;
  std::unique_ptr<Broadphase> broadphase_;
  BoxRecording recording_;
  bool has_frames_ = false;  // whether the file, and so the answer, has a column of frames
  std::int64_t number_ = 0;  // of the frame that is visited, as recorded
  std::string text_;
};

}  // namespace phasebox::cli
