// SPDX-License-Identifier: MIT
// Animated GIF by giflib: each frame holds the rectangle that changed, unchanged pixels
// transparent.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

#include <gif_lib.h>

#include "io/animation.hpp"
#include "io/palette.hpp"

namespace phasebox {
namespace {

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
  static Rgb color_of(std::span<const std::uint8_t> rgba, std::size_t at) {
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
      const Rgb c = palette.colors()[k];
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

std::unique_ptr<Animation> begin_gif(int width, int height, double ms) {
  return std::make_unique<GifAnimation>(width, height, ms);
}

}  // namespace phasebox
