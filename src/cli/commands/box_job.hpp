// SPDX-License-Identifier: MIT
// What the commands `pairs`, `near` and `merge` share: they read a box file, and the first two run
// a broadphase over its frames and write lines of numbers.
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

/// Returns the bytes of a file, or of standard input for "-". Checks first that the output files
/// can be written and are not the file that is read.
std::string begin_reading(const std::string& file, const OutputFiles& files);
/// Returns the box recording that `bytes` hold, compressed or not, and prints its notes. The name
/// of the file is for errors and notes, and for the folder of what a map names.
BoxRecording recording_of(const std::string& file, std::string_view bytes,
                          const BoxReading& reading);
/// Writes the answer of a command to the file of --out, or else to standard output. Returns the
/// exit code.
int deliver(const OutputFiles& files, std::string_view text);

/// The options of a command that runs a broadphase over a box file.
struct BoxOptions {
  std::string file;  ///< path of the box file; "-": standard input
  std::string broadphase = kFastBroadphase;
  ParamTexts sets;
  bool is_swept = false;
  BoxReading reading;
  OutputFiles files;
};

/// Declares these options. `boxes` must outlive `to`.
void add_boxes(Options& to, BoxOptions& boxes);

/// A box file that was read, an instance of a broadphase that is run over it, and the answer, which
/// is CSV: a heading and lines of whole numbers.
class BoxJob {
 public:
  /// Reads the file and makes the instance. The options must outlive the job.
  explicit BoxJob(const BoxOptions& options);

  Broadphase& broadphase() { return *broadphase_; }
  const BoxRecording& recording() const { return recording_; }

  /// A function that adds the lines of one frame to the answer. `ids` are the ids, in the file, of
  /// the boxes of the frame; the pairs are indices into both.
  using FrameVisit =
      std::function<void(const Frame&, std::span<const std::int64_t> ids, const PairSink&)>;
  /// Runs the broadphase over all frames in order and calls `visit` after each search; it may query
  /// the broadphase about the frame. Then writes the answer, see `deliver`, and returns the exit
  /// code. `columns` are the names of its columns, separated by commas; "frame" comes before them
  /// if the file has frames. The first warning of a plug-in goes to standard error.
  int run(std::string_view columns, const FrameVisit& visit);
  /// Appends a line to the answer. If the file has frames, the number of the present one comes
  /// first.
  void add_line(std::initializer_list<std::int64_t> numbers);

 private:
  // Returns the first warning of the broadphase about a frame, with the frame's number; else empty.
  std::string warning_at(const Frame& frame) const;

  const OutputFiles& files_;
  const BroadphaseEntry& entry_;
  std::unique_ptr<Broadphase> broadphase_;
  BoxRecording recording_;
  bool has_frames_ = false;  // whether the file, and so the answer, has a column of frames
  std::int64_t number_ = 0;  // the number, in the file, of the frame that is visited
  std::string text_;
};

}  // namespace phasebox::cli
