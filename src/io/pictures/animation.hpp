// SPDX-License-Identifier: MIT
// Animated WebP files, and a recorder that makes one in real time on a thread.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/result.hpp"

struct WebPAnimEncoder;

namespace phasebox {

/// Encodes an animated WebP that repeats forever. Frames are opaque: alpha is not read. Each frame
/// is stored lossy or lossless, whichever is smaller.
class Animation {
 public:
  /// Sides are 1 to 8192 px; every frame is shown for `ms` milliseconds, at least 10.
  Animation(int width, int height, double ms);
  /// Refuses endings other than .webp.
  static Status check_path(std::string_view path);

  /// Appends a frame: [width * height * 4] RGBA, rows from the top.
  Status add(std::span<const std::uint8_t> rgba);
  /// Returns the bytes of the file. To be called once, after at least one frame.
  Result<std::string> finish();

 private:
  struct Delete {
    void operator()(WebPAnimEncoder* encoder) const;
  };
  int time() const;  // when the next frame is shown, in ms from the beginning
  Status failure() const;

  int width_, height_;
  double ms_;
  std::size_t frames_ = 0;
  std::unique_ptr<WebPAnimEncoder, Delete> encoder_;
};

/// Takes at most 15 pictures per second and encodes them as WebP on a thread of its own. Where
/// encoding falls behind, pictures are left out and those before are shown longer, so that the film
/// still plays in real time. At most kWaiting pictures wait for the encoder.
class FilmRecorder {
 public:
  static constexpr double kPerSecond = 15, kMostSeconds = 30;
  static constexpr std::size_t kWaiting = 4;

  /// Sides in px, 1 to 8192; `now` in s.
  FilmRecorder(int width, int height, double now);
  ~FilmRecorder();
  FilmRecorder(const FilmRecorder&) = delete;
  FilmRecorder& operator=(const FilmRecorder&) = delete;

  int width() const { return width_; }
  int height() const { return height_; }
  /// Whether a picture is wanted: 1/15 s has passed since the last one, the encoder has caught up
  /// far enough, and the film is not full. `now` is in s.
  bool is_due(double now) const;
  /// Whether kMostSeconds have passed since the film began; then it takes no more pictures.
  bool is_full(double now) const { return now - begun_ >= kMostSeconds; }
  /// Leaves out the last `seconds`, in which no picture was taken.
  void skip(double seconds) { begun_ += seconds; }
  /// Adds a picture, [width * height * 4] RGBA with rows from the top, that was drawn at time
  /// `now`, s. Ignored while none is due.
  void take(std::vector<std::uint8_t> rgba, double now);
  /// Waits until all pictures are encoded and returns the file's bytes. Fails where no picture was
  /// taken, and where encoding failed. To be called once.
  Result<std::string> finish();

 private:
  struct Waiting {
    std::vector<std::uint8_t> rgba;
    std::size_t late = 0;  // number of pictures that were left out before it
  };
  std::size_t slot(double now) const;
  void encode();

  int width_, height_;
  double begun_;  // time of the beginning, s
  Animation animation_;
  std::size_t taken_ = 0;  // fifteenths of a second from the beginning that have their picture
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Waiting> waiting_;
  bool ends_ = false;
  Status status_;
  std::thread encoder_;
};

}  // namespace phasebox
