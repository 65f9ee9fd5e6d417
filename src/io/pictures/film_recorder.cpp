// SPDX-License-Identifier: MIT
// The thread that encodes, and the row of pictures before it.
#include "io/pictures/film_recorder.hpp"

#include <algorithm>

namespace phasebox {

FilmRecorder::FilmRecorder(int width, int height, double now)
    : width_(width),
      height_(height),
      begun_(now),
      animation_(Animation::begin(".webp", width, height, 1000 / kPerSecond)),
      encoder_([this] { encode(); }) {}

FilmRecorder::~FilmRecorder() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    waiting_.clear();
  }
  changed_.notify_one();
  if (encoder_.joinable()) encoder_.join();
}

// The number of pictures that the time up to now holds.
std::size_t FilmRecorder::slot(double now) const {
  return 1 + static_cast<std::size_t>(std::max(now - begun_, 0.0) * kPerSecond);
}

bool FilmRecorder::is_due(double now) const {
  const std::lock_guard lock(mutex_);
  return slot(now) > taken_ && waiting_.size() < kWaiting && !is_full(now);
}

void FilmRecorder::take(std::vector<std::uint8_t> rgba, double now) {
  if (!is_due(now)) return;
  {
    const std::lock_guard lock(mutex_);
    const std::size_t until = slot(now);
    waiting_.push_back({std::move(rgba), until - std::exchange(taken_, until) - 1});
  }
  changed_.notify_one();
}

void FilmRecorder::encode() {
  std::vector<std::uint8_t> before;  // the picture that was shown until the next came
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    for (std::size_t i = 0; i < next.late && !failure_; ++i)
      failure_ = animation_->add(before.empty() ? next.rgba : before);
    if (!failure_) failure_ = animation_->add(next.rgba);
    before = std::move(next.rgba);
  }
}

Result<std::string> FilmRecorder::finish() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_one();
  encoder_.join();
  if (failure_) return *failure_;
  if (taken_ == 0) return Error{"the film has no pictures"};
  return animation_->finish();
}

}  // namespace phasebox
