// SPDX-License-Identifier: MIT
// What the commands about boxes of a file share: the boxes, the broadphase, the answer.
#pragma once
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "collide/box_recording.hpp"
#include "collide/broadphase.hpp"

namespace phasebox {

/// Options of every command that runs a broadphase over a file.
struct BoxOptions {
  std::string file, broadphase, out;  ///< file "-": standard input; out empty: standard output
  std::vector<std::pair<std::string, std::string>> sets;
};

/// A box file as read, and the broadphase that is asked about it.
struct BoxJob {
  std::unique_ptr<Broadphase> broadphase;
  BoxRecording trace;
  bool has_frames = false;  ///< whether the file says so, and so the answer does as well
  bool is_plugin = false;
  std::string trouble;  ///< the first warning of a plug-in, with its frame
};
Result<BoxJob> begin_job(const BoxOptions& options);

/// Goes through the frames in their order with the one instance: reset at the first, edits where
/// objects come and go, `find_pairs` at each. `visit` may ask the broadphase about the frame.
using FrameVisit =
    std::function<void(std::int64_t number, const Frame&, const RecordingCast&, const PairSink&)>;
void for_each_frame(BoxJob& job, const FrameVisit& visit);

/// Says on standard error what a plug-in did wrong in one of the frames, if it did.
void report_trouble(const BoxJob& job);

/// Adds a line of whole numbers with commas between them.
void append_line(std::string& text, std::initializer_list<std::int64_t> numbers);

/// Puts the answer where it was asked for; the result is the exit code.
int deliver(const BoxOptions& options, std::string_view text);

}  // namespace phasebox
