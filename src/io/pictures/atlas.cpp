// SPDX-License-Identifier: MIT
// Cuts frames out of a picture as a JSON file says, and joins them to sprites.
#include "io/pictures/atlas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "io/archive/json.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "language/format_sentence.hpp"
#include "world/flight.hpp"

namespace phasebox {
namespace {

using Pictures = std::vector<std::shared_ptr<const Image>>;

constexpr std::size_t kAtlasBeginning = 1 << 16;
constexpr std::uint64_t kMaxAtlas = std::uint64_t{64} << 20;  // bytes of the JSON file
constexpr std::uint16_t kUsualSteps = 6;  // per frame, where no duration is given: 10 per second
constexpr long kMaxRepeats = 100;  // of one frame, so that a long one does not make thousands
constexpr std::size_t kMaxAtlasFrames = 65'000;  // the numbers of images have 16 bits

// A rectangle, px: x, y, width, height.
using Rectangle = std::array<int, 4>;

struct AtlasFrame {
  std::string name;       ///< without ending and number
  std::int64_t number;    ///< at the end of the name; 0: none
  Rectangle place;        ///< in the picture, as it is before it is turned
  bool is_turned;         ///< clockwise by a quarter
  int left, top;          ///< px from the corner of the sprite
  int width, height;      ///< of the sprite, px
  double ms;              ///< 0: not given
  std::size_t index = 0;  ///< among the frames of its sprite
};

// The frames of one sprite, in the order in which they are shown, by their index in the file.
struct AtlasSprite {
  std::string name;
  std::vector<std::size_t> frames{};
  std::uint16_t steps = 0;  ///< per frame
};

// The members "x", "y", "w" and "h" of an object; those that are missing are 0. Nothing where one
// is no whole number from `low` to kMaxImageSide.
std::optional<Rectangle> rectangle_in(const Json* json, int low = 0) {
  constexpr std::string_view kKeys[] = {"x", "y", "w", "h"};
  Rectangle made{};
  for (std::size_t k = 0; json && k < made.size(); ++k) {
    const Json* value = json->find(kKeys[k]);
    const auto number = value ? value->whole<int>() : 0;
    if (!number || *number < low || *number > kMaxImageSide) return {};
    made[k] = *number;
  }
  return made;
}

// Cuts "walk_07.png" into "walk" and 7. The number has at most 9 digits.
std::pair<std::string, std::int64_t> split_name(std::string_view name) {
  const std::size_t dot = name.find_last_of("./");
  if (dot != name.npos && name[dot] == '.') name = name.substr(0, dot);
  const std::size_t end = name.find_last_not_of("0123456789") + 1;
  const std::size_t begin = std::max(end, name.size() - std::min<std::size_t>(name.size(), 9));
  const auto number = read_number<std::int64_t>(name.substr(begin));
  name = name.substr(0, name.find_last_not_of(" _-.", begin == 0 ? 0 : begin - 1) + 1);
  return {std::string(begin == 0 ? "" : name), number.value_or(0)};
}

// The place of a hit box by the frame from which on it lies there.
using Slice = std::map<std::size_t, Rectangle>;

class Atlas {
 public:
  explicit Atlas(const std::filesystem::path& file) : file_(file) {}

  Result<Pictures> read(const Json& json) {
    const Json* meta = json.find("meta");
    if (auto status = take_frames(json.find("frames")); status.failed()) return status.error();
    if (auto status = load_sheet(meta); status.failed()) return status.error();
    take_slices(meta ? meta->find("slices") : nullptr);
    join_frames(meta ? meta->find("frameTags") : nullptr);
    if (auto status = check(); status.failed()) return status.error();
    Pictures pictures;
    for (const AtlasSprite& sprite : sprites_) {
      auto image = image_of_sprite(sprite);
      if (image.failed()) return refuse(image.error().text);
      pictures.push_back(*std::move(image));
    }
    return pictures;
  }

 private:
  Error refuse(const Sentence& what) const {
    return say("{}: {}", Sentence::as_is(file_.string()), what);
  }
  Error refuse(const std::string& frame, const Sentence& what) const {
    return refuse(say("frame '{}': {}", Sentence::as_is(printable(frame)), what));
  }

  // ---- what the file says

  Status take_frames(const Json* frames) {
    if (frames && frames->members()) {
      for (const auto& [name, frame] : *frames->members())
        if (auto status = take_frame(name, frame); status.failed()) return status;
    } else if (frames && frames->list()) {
      for (const Json& frame : *frames->list()) {
        const Json* name = frame.find("filename");
        const std::string given = name && name->text() ? *name->text() : std::string();
        if (auto status = take_frame(given, frame); status.failed()) return status;
      }
    }
    return frames_.empty() ? Status(refuse("it has no frame")) : Status{};
  }

  Status take_frame(const std::string& name, const Json& json) {
    const auto place = rectangle_in(json.find("frame")),
               part = rectangle_in(json.find("spriteSourceSize"));
    auto size = rectangle_in(json.find("sourceSize"));
    if (!json.find("frame") || !place || !part || !size)
      return refuse(name, say("its numbers must be whole ones from 0 to {} px", kMaxImageSide));
    if (!json.find("sourceSize")) size = place;
    const Json *turned = json.find("rotated"), *ms = json.find("duration");
    auto [stem, number] = split_name(name);
    if (stem.empty()) stem = file_.stem().string();
    frames_.push_back({std::move(stem), number, *place,
                       turned && turned->boolean() && *turned->boolean(), (*part)[0], (*part)[1],
                       (*size)[2], (*size)[3], ms ? ms->number().value_or(0) : 0});
    const AtlasFrame& f = frames_.back();
    if (f.width < 1 || f.height < 1 || f.left + f.place[2] > f.width ||
        f.top + f.place[3] > f.height)
      return refuse(name, say("its {} x {} px at {}, {} must lie in the {} x {} px of its sprite",
                              f.place[2], f.place[3], f.left, f.top, f.width, f.height));
    return {};
  }

  // The picture is looked for beside the file, also where another folder was written down.
  Status load_sheet(const Json* meta) {
    const Json* image = meta ? meta->find("image") : nullptr;
    std::filesystem::path name = file_.stem().string() + ".png";
    if (image && image->text() && !image->text()->empty()) name = *image->text();
    std::error_code ignored;
    if (!std::filesystem::exists(file_.parent_path() / name, ignored)) name = name.filename();
    Result<Bitmap> sheet = load_bitmap(file_.parent_path() / name);
    if (sheet.failed()) return sheet.error();
    sheet_ = *std::move(sheet);
    for (const AtlasFrame& f : frames_) {
      const auto& [x, y, w, h] = f.place;
      if (x + (f.is_turned ? h : w) > sheet_.width || y + (f.is_turned ? w : h) > sheet_.height)
        return refuse(
            f.name, say("it lies outside of its picture, {} x {} px", sheet_.width, sheet_.height));
    }
    return {};
  }

  // A slice has a place from each of its keys on until the next one.
  void take_slices(const Json* slices) {
    if (!slices || !slices->list()) return;
    for (const Json& slice : *slices->list()) {
      const Json* keys = slice.find("keys");
      Slice made;
      bool has_center = false;
      for (const Json& key : keys && keys->list() ? *keys->list() : Json::List{}) {
        const Json* first = key.find("frame");
        const auto bounds = rectangle_in(key.find("bounds"), -kMaxImageSide);
        has_center |= key.find("center") != nullptr;
        if (bounds) made[first ? first->whole<std::size_t>().value_or(0) : 0] = *bounds;
      }
      if (!has_center && !made.empty()) slices_.push_back(std::move(made));
    }
  }

  // ---- sprites

  void join_frames(const Json* tags) {
    std::map<std::string, std::size_t> known;
    for (std::size_t k = 0; k < frames_.size(); ++k) {
      const auto [it, is_new] = known.try_emplace(frames_[k].name, sprites_.size());
      if (is_new) sprites_.push_back({frames_[k].name});
      sprites_[it->second].frames.push_back(k);
    }
    std::vector<AtlasSprite> joined;
    for (AtlasSprite& sprite : sprites_) {
      std::ranges::stable_sort(sprite.frames, {}, [&](std::size_t k) { return frames_[k].number; });
      for (std::size_t i = 0; i < sprite.frames.size(); ++i) frames_[sprite.frames[i]].index = i;
      if (is_of_one_size(sprite))
        joined.push_back(std::move(sprite));
      else
        for (const std::size_t k : sprite.frames)
          joined.push_back({sprite.name + " " + std::to_string(frames_[k].number), {k}});
    }
    sprites_ = std::move(joined);
    if (sprites_.size() == 1 && tags && tags->list() && !tags->list()->empty())
      cut_by(*tags->list());
    for (AtlasSprite& sprite : sprites_) repeat_long_frames(sprite);
  }

  bool is_of_one_size(const AtlasSprite& sprite) const {
    const AtlasFrame& first = frames_[sprite.frames[0]];
    return std::ranges::all_of(sprite.frames, [&](std::size_t k) {
      return frames_[k].width == first.width && frames_[k].height == first.height;
    });
  }

  // Makes a sprite of each tag of the only sprite. Frames without a tag are left out.
  void cut_by(const Json::List& tags) {
    const AtlasSprite all = std::exchange(sprites_, {})[0];
    std::size_t frames = 0;
    for (const Json& tag : tags) {
      if (frames > kMaxAtlasFrames) return;
      const auto whole = [&](std::string_view key) {
        const Json* value = tag.find(key);
        return value ? value->whole<std::size_t>().value_or(0) : 0;
      };
      const auto text = [&](std::string_view key) {
        const Json* value = tag.find(key);
        return value && value->text() ? *value->text() : std::string();
      };
      const std::size_t from = whole("from"), to = std::min(whole("to"), all.frames.size() - 1);
      AtlasSprite sprite{all.name + " " + text("name")};
      for (std::size_t k = from; k <= to; ++k) sprite.frames.push_back(all.frames[k]);
      const std::string way = text("direction");
      if (way.ends_with("reverse")) std::ranges::reverse(sprite.frames);
      if (way.starts_with("pingpong"))
        for (std::size_t k = sprite.frames.size(); k-- > 2;)
          sprite.frames.push_back(sprite.frames[k - 1]);
      frames += sprite.frames.size();
      if (!sprite.frames.empty()) sprites_.push_back(std::move(sprite));
    }
    if (sprites_.empty()) sprites_.push_back(all);
  }

  void repeat_long_frames(AtlasSprite& sprite) const {
    const auto steps_of = [this](std::size_t k) {
      constexpr double kMaxMs = 1e6;
      return std::lround(std::clamp(frames_[k].ms, 0.0, kMaxMs) * kStepsPerSecond / 1000);
    };
    long shortest = steps_of(sprite.frames[0]);
    for (const std::size_t k : sprite.frames) shortest = std::min(shortest, steps_of(k));
    sprite.steps = static_cast<std::uint16_t>(std::min(shortest, 65535L));
    if (shortest == 0) sprite.steps = kUsualSteps;
    std::vector<std::size_t> shown;
    for (const std::size_t k : sprite.frames) {
      const long times = shortest == 0 ? 1 : steps_of(k) / shortest;
      if (shown.size() > kMaxAtlasFrames) break;
      shown.insert(shown.end(), static_cast<std::size_t>(std::clamp(times, 1L, kMaxRepeats)), k);
    }
    sprite.frames = std::move(shown);
  }

  // A scene is saved with all frames of a sprite in one picture, which must not be too large.
  Status check() const {
    std::size_t frames = 0, pixels = 0;
    constexpr std::size_t kSide = kMaxImageSide;
    bool fits = true;
    for (const AtlasSprite& sprite : sprites_) {
      const AtlasFrame& first = frames_[sprite.frames[0]];
      const auto width = static_cast<std::size_t>(first.width),
                 height = static_cast<std::size_t>(first.height), n = sprite.frames.size(),
                 columns = kSide / width;
      fits &= n <= kMaxSheetFrames && (n + columns - 1) / columns * height <= kSide;
      frames += n;
      pixels += n * width * height;
    }
    if (fits && frames <= kMaxAtlasFrames && pixels <= kSide * kSide) return {};
    return refuse(say("its {}, as large as before they were trimmed, do not fit into {} x {} px",
                      counted(frames, "frame"), kSide, kSide));
  }

  Result<std::shared_ptr<const Image>> image_of_sprite(const AtlasSprite& sprite) const {
    return make_frames(sprite.name, sprite.frames.size(), sprite.steps,
                       [&](std::size_t k) { return cut(frames_[sprite.frames[k]]); });
  }

  // Cuts a frame out of the picture, turns it back and gives it the size of its sprite.
  MaskedBitmap cut(const AtlasFrame& f) const {
    const auto pixels = static_cast<std::size_t>(f.width) * static_cast<std::size_t>(f.height);
    MaskedBitmap made{{f.width, f.height, std::vector<std::uint8_t>(4 * pixels)},
                      std::vector<std::uint8_t>(pixels)};
    const auto& [x, y, width, height] = f.place;
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column) {
        const int from_x = x + (f.is_turned ? height - 1 - row : column),
                  from_y = y + (f.is_turned ? column : row);
        const std::ptrdiff_t from = std::ptrdiff_t{from_y} * sheet_.width + from_x,
                             to = std::ptrdiff_t{f.top + row} * f.width + f.left + column;
        std::copy_n(sheet_.rgba.begin() + 4 * from, 4, made.look.rgba.begin() + 4 * to);
        if (slices_.empty())
          made.alpha[static_cast<std::size_t>(to)] =
              made.look.rgba[static_cast<std::size_t>(4 * to + 3)];
      }
    for (const Slice& slice : slices_) fill(made, slice, f.index);
    return made;
  }

  // Makes the place that a slice has in a frame collide.
  static void fill(MaskedBitmap& made, const Slice& slice, std::size_t frame) {
    const auto after = slice.upper_bound(frame);
    if (after == slice.begin()) return;
    const auto& [x, y, width, height] = std::prev(after)->second;
    const int end_x = std::min(x + width, made.look.width), begin_x = std::max(x, 0);
    for (int row = std::max(y, 0); row < std::min(y + height, made.look.height); ++row)
      for (int column = begin_x; column < end_x; ++column)
        made.alpha[static_cast<std::size_t>(row * made.look.width + column)] = 255;
  }

  const std::filesystem::path& file_;
  std::vector<AtlasFrame> frames_;
  std::vector<AtlasSprite> sprites_;
  Bitmap sheet_;
  std::vector<Slice> slices_;
};

}  // namespace

bool is_atlas(std::string_view text) {
  const auto has = [&](std::string_view key) { return text.find(key) != text.npos; };
  return has("\"frames\"") && has("\"frame\"") && has("\"sourceSize\"") && !has("\"phasebox\"");
}

bool is_atlas_file(const std::filesystem::path& file) {
  return is_atlas(read_beginning(file, kAtlasBeginning));
}

Result<Pictures> load_pictures(const std::filesystem::path& file) {
  if (!is_atlas_file(file)) {
    auto image = load_image(file);
    if (image.failed()) return image.error();
    return Pictures{*std::move(image)};
  }
  return opened(file, kMaxAtlas, [&](const std::string& text) -> Result<Pictures> {
    const Result<Json> json = parse_json(text, file.string(), 1, JsonReal::float64);
    if (json.failed()) return json.error();
    return Atlas(file).read(*json);
  });
}

}  // namespace phasebox
