// SPDX-License-Identifier: MIT
// Animated WebP; the thread that encodes a film, and its queue of pictures.
#include "io/pictures/animation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include <webp/encode.h>
#include <webp/mux.h>

#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr float kQuality = 80;  // of 100; high enough that flat colors stay flat

}  // namespace

void Animation::Delete::operator()(WebPAnimEncoder* encoder) const {
  WebPAnimEncoderDelete(encoder);
}

Status Animation::check_path(std::string_view path) {
  if (path.ends_with(".webp")) return {};
  return Error{say("{}: an animated picture is a .webp file", Sentence::as_is(path))};
}

Animation::Animation(int width, int height, double ms) : width_(width), height_(height), ms_(ms) {
  WebPAnimEncoderOptions options;
  WebPAnimEncoderOptionsInit(&options);
  options.allow_mixed = 1;
  encoder_.reset(WebPAnimEncoderNew(width, height, &options));
}

int Animation::time() const {
  return static_cast<int>(std::lround(static_cast<double>(frames_) * ms_));
}

Status Animation::failure() const {
  return Error{Sentence::as_is(std::string("WebP: ") + WebPAnimEncoderGetError(encoder_.get()))};
}

Status Animation::add(std::span<const std::uint8_t> rgba) {
  assert(rgba.size() == static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 4);
  WebPPicture picture;
  WebPConfig config;
  WebPConfigInit(&config);
  config.quality = kQuality;
  config.method = 2;  // effort, of 6: the files are hardly larger than with the slowest
  if (!encoder_ || !WebPPictureInit(&picture)) return Error{"WebP: out of memory"};
  picture.width = width_;
  picture.height = height_;
  picture.use_argb = 1;
  const bool is_added = WebPPictureImportRGBX(&picture, rgba.data(), width_ * 4) &&
                        WebPAnimEncoderAdd(encoder_.get(), &picture, time(), &config);
  WebPPictureFree(&picture);
  ++frames_;
  return is_added ? Status{} : failure();
}

Result<std::string> Animation::finish() {
  WebPData data;
  WebPDataInit(&data);
  if (!WebPAnimEncoderAdd(encoder_.get(), nullptr, time(), nullptr) ||
      !WebPAnimEncoderAssemble(encoder_.get(), &data))
    return failure().error();
  std::string bytes(reinterpret_cast<const char*>(data.bytes), data.size);
  WebPDataClear(&data);
  return bytes;
}

FilmRecorder::FilmRecorder(int width, int height, double now)
    : width_(width),
      height_(height),
      begun_(now),
      animation_(width, height, 1000 / kPerSecond),
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

// Returns the number of pictures that a film without gaps has at time `now`, s.
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
  // the picture that was encoded last, shown again for those left out
  std::vector<std::uint8_t> before;
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    for (std::size_t i = 0; i < next.late && !status_.failed(); ++i)
      status_ = animation_.add(before.empty() ? next.rgba : before);
    if (!status_.failed()) status_ = animation_.add(next.rgba);
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
  if (status_.failed()) return status_.error();
  if (taken_ == 0) return Error{"the film has no pictures"};
  return animation_.finish();
}

}  // namespace phasebox
