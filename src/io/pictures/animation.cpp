// SPDX-License-Identifier: MIT
// Animated WebP, palettes and GIF; the thread that encodes a film, and its queue of pictures.
#include "io/pictures/animation.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include <gif_lib.h>
#include <webp/encode.h>
#include <webp/mux.h>

namespace phasebox {
namespace {

// The format by the ending; WebP by libwebp.

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

// ---- GIF

// Few colors for many, by median cut (P. Heckbert, "Color Image Quantization for Frame Buffer
// Display", SIGGRAPH 1982).

using PaletteColor = std::array<std::uint8_t, 3>;

/// At most `most` colors that stand for those of some pixels. Colors are told apart to 5 bits per
/// channel; where there are no more than `most` such, each keeps its mean. O(pixels + 32768).
class Palette {
 public:
  /// Of the pixels that are noted, in any order.
  void note(PaletteColor color) {
    Bin& bin = bins_[bin_of(color)];
    if (bin.count++ == 0) used_.push_back(bin_of(color));
    for (std::size_t c = 0; c < 3; ++c) bin.sum[c] += color[c];
  }
  /// Chooses the colors; `index_of` is valid then. `most` is 1 to 256.
  void choose(std::size_t most) {
    std::vector<Box> boxes;
    if (!used_.empty()) boxes.push_back(measured(0, used_.size()));
    while (!boxes.empty() && boxes.size() < most) {
      const auto longest = std::ranges::max_element(boxes, {}, &Box::length);
      if (longest->length == 0) break;
      const Box box = *longest;
      const std::size_t middle = middle_of(box);
      *longest = measured(box.first, middle);
      boxes.push_back(measured(middle, box.end));
    }
    for (const Box& box : boxes) name(box);
  }

  std::span<const PaletteColor> colors() const { return colors_; }
  std::uint8_t index_of(PaletteColor color) const { return index_[bin_of(color)]; }

 private:
  static constexpr unsigned kBits = 5;
  static constexpr std::size_t kBins = std::size_t{1} << 3 * kBits;
  struct Bin {
    std::uint64_t count = 0;
    std::array<std::uint64_t, 3> sum{};
  };
  // A run of used_: bins that share a color, and how far they reach along their longest channel.
  struct Box {
    std::size_t first, end;
    std::size_t channel = 0;
    unsigned length = 0;
  };

  static std::size_t bin_of(PaletteColor c) {
    return std::size_t{c[0]} >> 3 << 10 | std::size_t{c[1]} >> 3 << 5 | std::size_t{c[2]} >> 3;
  }
  static unsigned level(std::size_t bin, std::size_t channel) {
    return static_cast<unsigned>(bin >> (2 - channel) * kBits & 31);
  }
  Box measured(std::size_t first, std::size_t end) const {
    Box box{first, end};
    for (std::size_t c = 0; c < 3; ++c) {
      unsigned low = 31, high = 0;
      for (std::size_t k = first; k < end; ++k) {
        low = std::min(low, level(used_[k], c));
        high = std::max(high, level(used_[k], c));
      }
      if (high - low > box.length) box.channel = c, box.length = high - low;
    }
    return box;
  }
  // Half of the pixels on either side, and at least one bin.
  std::size_t middle_of(const Box& box) {
    const auto bins = std::span(used_).subspan(box.first, box.end - box.first);
    std::ranges::sort(bins, {},
                      [&](std::size_t bin) { return std::pair(level(bin, box.channel), bin); });
    std::uint64_t all = 0, before = 0;
    for (const std::size_t bin : bins) all += bins_[bin].count;
    std::size_t k = 0;
    while (k + 1 < bins.size() && 2 * (before += bins_[bins[k]].count) < all) ++k;
    return box.first + std::clamp<std::size_t>(k, 1, bins.size() - 1);
  }
  void name(const Box& box) {
    Bin all;
    for (std::size_t k = box.first; k < box.end; ++k) {
      const Bin& bin = bins_[used_[k]];
      all.count += bin.count;
      for (std::size_t c = 0; c < 3; ++c) all.sum[c] += bin.sum[c];
      index_[used_[k]] = static_cast<std::uint8_t>(colors_.size());
    }
    PaletteColor mean;
    for (std::size_t c = 0; c < 3; ++c)
      mean[c] = static_cast<std::uint8_t>((all.sum[c] + all.count / 2) / all.count);
    colors_.push_back(mean);
  }

  std::vector<Bin> bins_ = std::vector<Bin>(kBins);
  std::vector<std::size_t> used_;
  std::vector<PaletteColor> colors_;
  std::vector<std::uint8_t> index_ = std::vector<std::uint8_t>(kBins);
};

// Animated GIF by giflib: a frame holds the rectangle that changed, the same pixels transparent.

constexpr GifPixelType kUnchanged = 255;  // the number of the transparent color
constexpr std::size_t kColors = 255;

struct Rectangle {
  int left = 0, top = 0, right = 0, bottom = 0;  // right and bottom exclusive
};

class GifAnimation : public Animation {
 public:
  GifAnimation(int width, int height, double ms) : width_(width), height_(height), ms_(ms) {
    int error = 0;
    gif_.reset(EGifOpen(&bytes_, append, &error));
    if (!gif_) return;
    EGifSetGifVersion(gif_.get(), true);
    constexpr unsigned char kForEver[3] = {1, 0, 0};
    is_good_ = EGifPutScreenDesc(gif_.get(), width, height, 8, 0, nullptr) == GIF_OK &&
               EGifPutExtensionLeader(gif_.get(), APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
               EGifPutExtensionBlock(gif_.get(), 11, "NETSCAPE2.0") == GIF_OK &&
               EGifPutExtensionBlock(gif_.get(), 3, kForEver) == GIF_OK &&
               EGifPutExtensionTrailer(gif_.get()) == GIF_OK;
  }

  Status add(std::span<const std::uint8_t> rgba) override {
    assert(rgba.size() == count() * 4);
    const Rectangle changed = changed_since(rgba);
    Palette palette;
    each_pixel(changed, [&](std::size_t at) {
      if (!is_same(rgba, at)) palette.note(color_of(rgba, at));
    });
    palette.choose(kColors);
    is_good_ = is_good_ && begin_frame(changed, palette);
    std::vector<GifPixelType> row;
    for (int y = changed.top; y < changed.bottom && is_good_; ++y) {
      row.clear();
      each_pixel({changed.left, y, changed.right, y + 1}, [&](std::size_t at) {
        row.push_back(is_same(rgba, at) ? kUnchanged : palette.index_of(color_of(rgba, at)));
      });
      is_good_ = EGifPutLine(gif_.get(), row.data(), static_cast<int>(row.size())) == GIF_OK;
    }
    before_.assign(rgba.begin(), rgba.end());
    ++frames_;
    return is_good_ ? Status{} : Error{"GIF: the frame cannot be encoded"};
  }

  Result<std::string> finish() override {
    int error = 0;
    if (!is_good_ || EGifCloseFile(gif_.release(), &error) != GIF_OK)
      return Error{"GIF: the file cannot be closed"};
    return std::move(bytes_);
  }

 private:
  struct Close {
    void operator()(GifFileType* gif) const { EGifCloseFile(gif, nullptr); }
  };

  static int append(GifFileType* gif, const GifByteType* bytes, int n) {
    static_cast<std::string*>(gif->UserData)
        ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(n));
    return n;
  }

  std::size_t count() const {
    return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  }
  static PaletteColor color_of(std::span<const std::uint8_t> rgba, std::size_t at) {
    return {rgba[4 * at], rgba[4 * at + 1], rgba[4 * at + 2]};
  }
  bool is_same(std::span<const std::uint8_t> rgba, std::size_t at) const {
    return !before_.empty() && color_of(rgba, at) == color_of(before_, at);
  }
  template <class Use>
  void each_pixel(const Rectangle& r, Use use) const {
    for (int y = r.top; y < r.bottom; ++y)
      for (int x = r.left; x < r.right; ++x)
        use(static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
            static_cast<std::size_t>(x));
  }

  // One pixel where nothing changed: a frame cannot be empty.
  Rectangle changed_since(std::span<const std::uint8_t> rgba) const {
    if (before_.empty()) return {0, 0, width_, height_};
    Rectangle r{width_, height_, 0, 0};
    const auto width = static_cast<std::size_t>(width_);
    each_pixel({0, 0, width_, height_}, [&](std::size_t at) {
      if (is_same(rgba, at)) return;
      const int x = static_cast<int>(at % width), y = static_cast<int>(at / width);
      r = {std::min(r.left, x), std::min(r.top, y), std::max(r.right, x + 1),
           std::max(r.bottom, y + 1)};
    });
    return r.right > r.left ? r : Rectangle{0, 0, 1, 1};
  }

  bool begin_frame(const Rectangle& r, const Palette& palette) {
    std::vector<GifColorType> colors(256);
    for (std::size_t k = 0; k < palette.colors().size(); ++k) {
      const PaletteColor c = palette.colors()[k];
      colors[k] = {c[0], c[1], c[2]};
    }
    ColorMapObject* map = GifMakeMapObject(256, colors.data());
    if (!map) return false;
    GraphicsControlBlock control{};
    control.DisposalMode = DISPOSE_DO_NOT;
    control.DelayTime = hundredths(frames_ + 1) - hundredths(frames_);
    control.TransparentColor = kUnchanged;
    std::array<GifByteType, 4> block{};
    EGifGCBToExtension(&control, block.data());
    const bool is_good =
        EGifPutExtension(gif_.get(), GRAPHICS_EXT_FUNC_CODE, 4, block.data()) == GIF_OK &&
        EGifPutImageDesc(gif_.get(), r.left, r.top, r.right - r.left, r.bottom - r.top, false,
                         map) == GIF_OK;
    GifFreeMapObject(map);
    return is_good;
  }
  // Rounded from the beginning, so that the whole takes the right time.
  int hundredths(std::size_t frames) const {
    return static_cast<int>(std::lround(static_cast<double>(frames) * ms_ / 10));
  }

  int width_, height_;
  double ms_;
  std::string bytes_;
  std::vector<std::uint8_t> before_;
  std::size_t frames_ = 0;
  bool is_good_ = false;
  std::unique_ptr<GifFileType, Close> gif_;
};

}  // namespace

Status Animation::check_path(std::string_view path) {
  if (path.ends_with(".gif") || path.ends_with(".webp")) return {};
  return Error{std::string(path) + ": an animated picture is a .gif or a .webp file"};
}

std::unique_ptr<Animation> Animation::begin(std::string_view path, int width, int height,
                                            double ms) {
  assert(!check_path(path));
  if (path.ends_with(".gif")) return std::make_unique<GifAnimation>(width, height, ms);
  return std::make_unique<WebpAnimation>(width, height, ms);
}

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
