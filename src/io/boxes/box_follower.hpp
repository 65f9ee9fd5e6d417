// SPDX-License-Identifier: MIT
// Box recordings that grow while a game writes them: a file, a pipe or standard input, read on a
// thread of its own and handed over frame by frame.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/os/files.hpp"
#include "base/os/worker.hpp"
#include "base/result.hpp"
#include "io/boxes/box_precision.hpp"
#include "io/boxes/box_rows.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {

/// Turns the bytes of a growing box recording into frames, wherever the bytes are cut. A bad row,
/// as one longer than kMaxBoxLine, is counted and left out. A frame is complete when a row of
/// another frame comes, or at the end. Rows of a frame may come in any order; frames must ascend
/// until the header is repeated.
class BoxStream {
 public:
  explicit BoxStream(std::string name, BoxOrigin origin = BoxOrigin::unsaid)
      : name_(std::move(name)), origin_(origin), rows_(name_, origin) {}

  void give(std::string_view bytes);
  /// Says that no more bytes will come: a last line without line end counts, and the last frame is
  /// complete.
  void end();
  /// Starts over: the next bytes begin with a header, as in a file that was written again. The
  /// incomplete frame is dropped.
  void restart();

  /// Moves out the frames completed since the last call. Their numbers ascend; in a recording that
  /// begins again they begin again.
  std::vector<BoxFrame> take() { return std::exchange(done_, {}); }
  std::uint64_t refused() const { return refused_; }  ///< number of rows left out so far
  const Sentence& last_refusal() const { return last_refusal_; }
  /// Notes for the user about what was left out or assumed (skipped lines, ignored columns, y up,
  /// lost precision), one sentence each.
  std::vector<Sentence> notes() const;
  /// An error of the header, after which nothing is read any more; success while there is none.
  const Status& status() const { return status_; }

 private:
  void read();
  void add(const BoxRow& row);
  void place();
  void complete();
  void drop_duplicates();
  void refuse(const Error& error);
  void check_columns();

  std::string name_;
  BoxOrigin origin_;
  BoxRows rows_;
  BoxRecording open_;  // the frame that is not complete yet, as a recording of one frame or none
  std::vector<BoxRow> first_;           // the first frame, until its offset is chosen
  bool has_detections_ = false;         // whether boxes have the id -1 and are numbered
  bool is_placed_ = false;              // whether the offset is chosen, so that rows go to `open_`
  std::optional<std::int64_t> number_;  // of the last frame that began; empty before the first one
  std::vector<std::size_t> lines_;      // [rows of the frame] the line of each, for errors
  std::vector<BoxFrame> done_;
  FloatLoss loss_;
  std::uint64_t refused_ = 0;
  Sentence last_refusal_;
  Status status_;
};

/// The progress of following a game, for the window.
struct FollowReport {
  std::uint64_t frames = 0, refused = 0;  ///< numbers of complete frames, and of rows left out
  Sentence last_refusal;  ///< the row left out last, as `file:line: what, rule`; empty: none yet
  std::vector<Sentence> notes{};  ///< as BoxStream::notes
  std::size_t waiting = 0;        ///< number of frames that were not taken yet
  std::uint64_t starts = 1;       ///< how often the recording has begun, the first time included
  bool has_ended = false;         ///< no more frames will come
  Sentence failure;  ///< why nothing can be read, or why it has ended early; empty: no failure
};

/// Reads a growing recording on a thread of its own, so that the game never blocks on a full pipe.
/// Frames that are not taken in time are dropped, the oldest first (`keep`). All functions must be
/// called by the thread that made the object.
class BoxFollower {
 public:
  /// Begins to read `path`; `-` is standard input. A regular file is read from its beginning and on
  /// as it grows, also after it is truncated or replaced by another of its name. A pipe is read to
  /// its end, and waits for a writer where it has none yet. Refuses folders, terminals, compressed
  /// files and what cannot be opened.
  static Result<std::unique_ptr<BoxFollower>> open(const std::string& path, const KeepLimits& keep,
                                                   BoxOrigin origin = BoxOrigin::unsaid);
  /// Stops the thread at once, also while it waits for bytes.
  ~BoxFollower();
  BoxFollower(const BoxFollower&) = delete;
  BoxFollower& operator=(const BoxFollower&) = delete;

  struct Taken {
    std::vector<BoxFrame> frames;  ///< oldest first
    std::uint64_t start = 1;       ///< the value of FollowReport::starts when they came
  };
  /// Moves out the frames that have come since the last call and were not dropped. Where the
  /// recording began again in between, these are only frames since then.
  Taken take();
  FollowReport report() const;

 private:
  BoxFollower(os::FileHandle file, os::Pipe stop, std::string name, bool grows,
              const KeepLimits& keep, BoxOrigin origin);

  bool read_some();
  bool wait_for_growth();
  bool is_stopped(int milliseconds) const;
  void publish();
  void end(Sentence failure);

  os::FileHandle file_;
  std::string name_;
  bool grows_;  // it is a regular file: at its end, reading waits for more
  KeepLimits keep_;
  os::Pipe stop_;            // closing its writer tells the thread to end
  BoxStream stream_;         // used by the reading thread alone
  std::vector<char> block_;  // what was read last; used by the reading thread alone
  std::uint64_t read_ = 0;   // bytes read since the recording began; used by that thread alone
  std::optional<std::int64_t> last_;  // number of the last frame; used by that thread alone
  mutable os::Mutex mutex_;           // guards the members below
  KeptFrames waiting_;
  FollowReport report_;
  os::Worker reader_;
};

}  // namespace phasebox
