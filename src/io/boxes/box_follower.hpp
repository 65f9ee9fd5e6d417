// SPDX-License-Identifier: MIT
// Box files that grow: frames of the bytes of a file, a pipe or standard input, as they come.
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
#include "io/boxes/box_file.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {

/// Makes frames of the bytes of a growing box recording, wherever they are cut. Bad rows are
/// refused and passed over, and so is what a line has beyond kMaxBoxLine. A frame is complete when
/// a row of another one comes, or at the end. Its rows may stand in any order; the frames may not.
class BoxStream {
 public:
  explicit BoxStream(std::string name) : name_(std::move(name)), rows_(name_) {}

  void give(std::string_view bytes);
  /// Nothing more will come: a line without end counts, and the last frame is complete.
  void end();
  /// The text begins again, with its header: what has no end yet is dropped.
  void restart();

  /// The frames completed since the last call. Numbers ascend, but begin again in a new recording.
  std::vector<BoxFrame> take() { return std::exchange(done_, {}); }
  std::uint64_t refused() const { return refused_; }  ///< rows so far
  const std::string& last_refusal() const { return last_refusal_; }
  /// What was left out or taken for granted, a sentence each.
  std::vector<std::string> notes() const;
  /// Why nothing of this can be read, and nothing more will be.
  const Status& failure() const { return failure_; }

 private:
  void read();
  void add(const BoxRow& row);
  void place(const BoxRow& first);
  void complete();
  void drop_duplicates();
  void refuse(const Error& error);
  void check_columns();

  std::string name_;
  BoxRows rows_;
  BoxRecording open_;                   // one frame, or none
  std::optional<std::int64_t> number_;  // of the last frame that began
  std::vector<std::size_t> lines_;      // [rows of the open frame] where each stands
  std::vector<BoxFrame> done_;
  FloatLoss loss_;
  std::uint64_t refused_ = 0;
  std::string last_refusal_;
  Status failure_;
};

/// What has come so far.
struct FollowReport {
  std::uint64_t frames = 0, refused = 0;  ///< complete frames; rows
  std::string last_refusal;               ///< `file:line: what, rule`; empty: none yet
  std::vector<std::string> notes{};       ///< as those of BoxStream
  std::size_t waiting = 0;                ///< frames that were not taken yet
  std::uint64_t starts = 1;               ///< how often the recording has begun
  bool has_ended = false;                 ///< nothing more will come
  std::string failure;                    ///< why nothing can be read, or why it has ended
};

/// Reads on a thread of its own, and never lets the game wait: what is not taken in time is
/// forgotten, the oldest first. All functions belong to the thread that made it.
class BoxFollower {
 public:
  /// `path`: `-` is standard input. A regular file is read on as it grows, from its beginning,
  /// also when it is cut or another takes its name; a pipe to its end, and one that has no writer
  /// yet waits for it. Refuses folders, what cannot be read, and a file that is compressed.
  static Result<std::unique_ptr<BoxFollower>> open(const std::string& path, const KeepLimits& keep);
  /// Ends at once, also where nothing comes.
  ~BoxFollower();
  BoxFollower(const BoxFollower&) = delete;
  BoxFollower& operator=(const BoxFollower&) = delete;

  struct Taken {
    std::vector<BoxFrame> frames;  ///< oldest first
    std::uint64_t start = 1;       ///< of the recording, to which all of them belong
  };
  /// The frames that have come; where the recording has begun again, only those since.
  Taken take();
  FollowReport report() const;

 private:
  BoxFollower(os::FileHandle file, os::Pipe stop, std::string name, bool grows,
              const KeepLimits& keep);

  bool read_some();
  bool wait_for_growth();
  bool is_stopped(int milliseconds) const;
  void publish();
  void end(std::string failure);

  os::FileHandle file_;
  std::string name_;
  bool grows_;  // a regular file, which has no end
  KeepLimits keep_;
  os::Pipe stop_;                     // its end tells the thread to end
  BoxStream stream_;                  // of the thread
  std::vector<char> block_;           // likewise
  std::uint64_t read_ = 0;            // bytes since the recording began; likewise
  std::optional<std::int64_t> last_;  // number of the frame before; likewise
  mutable os::Mutex mutex_;           // of what follows
  KeptFrames waiting_;
  FollowReport report_;
  os::Worker reader_;
};

}  // namespace phasebox
