// SPDX-License-Identifier: MIT
// The format by the ending; WebP by libwebp.
#include "io/animation.hpp"

#include <cassert>
#include <cmath>
#include <cstddef>

#include <webp/encode.h>
#include <webp/mux.h>

namespace phasebox {
namespace {

constexpr float kQuality = 80;  // of 100; flat colors stay flat

class WebpAnimation : public Animation {
 public:
  WebpAnimation(int width, int height, double ms) : width_(width), height_(height), ms_(ms) {
    WebPAnimEncoderOptions options;
    WebPAnimEncoderOptionsInit(&options);
    options.allow_mixed = 1;
    encoder_.reset(WebPAnimEncoderNew(width, height, &options));
    WebPConfigInit(&config_);
    config_.quality = kQuality;
    config_.method = 2;  // of 6: hardly larger than the slowest
  }

  Status add(std::span<const std::uint8_t> rgba) override {
    assert(rgba.size() == static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 4);
    WebPPicture picture;
    if (!encoder_ || !WebPPictureInit(&picture)) return Error{"WebP: out of memory"};
    picture.width = width_, picture.height = height_, picture.use_argb = 1;
    const bool is_added = WebPPictureImportRGBX(&picture, rgba.data(), width_ * 4) &&
                          WebPAnimEncoderAdd(encoder_.get(), &picture, time(frames_), &config_);
    WebPPictureFree(&picture);
    ++frames_;
    return is_added ? Status{} : failure();
  }

  Result<std::string> finish() override {
    WebPData data;
    WebPDataInit(&data);
    if (!WebPAnimEncoderAdd(encoder_.get(), nullptr, time(frames_), nullptr) ||
        !WebPAnimEncoderAssemble(encoder_.get(), &data))
      return *failure();
    std::string bytes(reinterpret_cast<const char*>(data.bytes), data.size);
    WebPDataClear(&data);
    return bytes;
  }

 private:
  struct Delete {
    void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
  };

  int time(std::size_t frame) const {
    return static_cast<int>(std::lround(static_cast<double>(frame) * ms_));
  }
  Status failure() const {
    return Error{std::string("WebP: ") + WebPAnimEncoderGetError(encoder_.get())};
  }

  int width_, height_;
  double ms_;
  std::size_t frames_ = 0;
  WebPConfig config_{};
  std::unique_ptr<WebPAnimEncoder, Delete> encoder_;
};

}  // namespace

Status Animation::check_path(std::string_view path) {
  if (path.ends_with(".gif") || path.ends_with(".webp")) return {};
  return Error{std::string(path) + ": an animated picture is a .gif or a .webp file"};
}

std::unique_ptr<Animation> Animation::begin(std::string_view path, int width, int height,
                                            double ms) {
  assert(!check_path(path));
  return path.ends_with(".gif") ? begin_gif(width, height, ms) : begin_webp(width, height, ms);
}

std::unique_ptr<Animation> begin_webp(int width, int height, double ms) {
  return std::make_unique<WebpAnimation>(width, height, ms);
}

}  // namespace phasebox
