// SPDX-License-Identifier: MIT
// The boxes of a running game, from a growing file, a named pipe or standard input.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "io/box_stream.hpp"
#include "world/recording_playback.hpp"

namespace phasebox {

/// A file that is closed with its owner.
class FileDescriptor {
 public:
  explicit FileDescriptor(int number = -1) : number_(number) {}
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int get() const { return number_; }

 private:
  int number_;
};

/// What has come so far.
struct FollowReport {
  std::uint64_t frames = 0, refused = 0;  ///< complete frames; rows
  std::string last_refusal;               ///< `file:line: what, rule`; empty: none yet
  std::size_t waiting = 0;                ///< frames that were not taken yet
  std::uint64_t starts = 1;               ///< how often the recording has begun
  bool has_ended = false;                 ///< nothing more will come
  std::string failure;                    ///< why it has ended, where that is an error
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
  BoxFollower(FileDescriptor file, std::string name, bool grows, const KeepLimits& keep);

  void run();
  bool read_some();
  bool wait_for_growth();
  bool is_stopped(int milliseconds) const;
  void publish();
  void end(std::string failure);

  FileDescriptor file_, stop_read_, stop_write_;
  std::string name_;
  bool grows_;  // a regular file, which has no end
  KeepLimits keep_;
  BoxStream stream_;                  // of the thread
  std::vector<char> block_;           // likewise
  std::uint64_t read_ = 0;            // bytes since the recording began; likewise
  std::optional<std::int64_t> last_;  // number of the frame before; likewise
  mutable std::mutex mutex_;          // of what follows
  KeptFrames waiting_;
  FollowReport report_;
  std::thread thread_;
};

}  // namespace phasebox
