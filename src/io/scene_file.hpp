// SPDX-License-Identifier: MIT
// Scene files (a saved session as versioned JSON, docs/file-formats.md), autosaved states of a
// window, and links of a page.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "collide/image.hpp"
#include "collide/param.hpp"
#include "io/archive/archive.hpp"
#include "io/archive/json.hpp"
#include "io/pictures/images.hpp"
#include "world/recording_playback.hpp"
#include "world/scene/document.hpp"
#include "world/world.hpp"

namespace phasebox {

inline constexpr int kSceneFileVersion = 1;

/// The largest scene file that is read, in bytes; a scene with the largest number of sprites and
/// its images fits.
inline constexpr std::uint64_t kMaxSceneFile = std::uint64_t{512} << 20;
/// The largest number of images in a scene file; a sheet counts once.
inline constexpr std::size_t kMaxSceneImages = 10'000;

/// Reads a scene file. `groups` are the parameters there are (Session::groups(), and "view" where
/// there is a window); parameters of "scene" are those of the scene that the file names. Absent
/// parameters get their defaults. Those of "view" concern the window alone: absent ones stay
/// absent, and without a "view" group all of them are passed over, so that a program without a
/// window opens what one with a window saved.
///
/// Refused, as `file: /path/in/it: what, rule`: unknown keys and ids, wrong types, values out of
/// range, images that are none, too many sprites, images or pixels; broken JSON, and what breaks
/// its limits (io/archive/json.hpp), as `file:line: what`.
Result<SceneDocument> parse_scene(std::string_view text, std::string_view file_name,
                                  std::span<const ParamGroup> groups);
Result<SceneDocument> load_scene_file(const std::filesystem::path& path,
                                      std::span<const ParamGroup> groups);

/// Returns the names, [images], by which sprites in the file refer to the images; the frames of a
/// sheet share the sheet's name. An image whose name belongs to an image before it, or to a
/// built-in one, gets a number behind its name.
std::vector<std::string> names_in_file(const SceneDocument& document);
/// Returns the text of a scene file. Refuses a document with a sprite that `parse_scene` would
/// refuse, or with a parameter that is not in `groups`.
Result<std::string> scene_text(const SceneDocument& document, std::span<const ParamGroup> groups);
/// Saves a scene file, replacing an old one atomically.
Status save_scene_file(const std::filesystem::path& path, const SceneDocument& document,
                       std::span<const ParamGroup> groups);

/// The largest text that a link carries, bytes; compressed in an address it takes at most about
/// half of that.
inline constexpr std::size_t kMaxLinkText = 1'500'000;
/// Returns the text that a link carries: the scene file and, while the recording `show` plays
/// (null: none), its boxes. Refuses more than kMaxLinkText.
Result<std::string> link_text(SceneDocument document, std::span<const ParamGroup> groups,
                              const RecordingPlayback* show);
/// Returns the text of a link as the fragment of an address: "s=" and the text, compressed by zlib
/// and encoded by base64url (RFC 4648, section 5).
std::string packed_link(std::string_view text);
/// Returns the fragment of an address with its "s=" replaced by "document=" and the text that
/// packed_link() has packed; a fragment without "s=" stays as it is. Refuses a text that is cut off
/// or larger than a link may be.
Result<std::string> unpacked_link(std::string_view fragment);

/// The state of a window that a scene file does not hold.
struct AutosaveHead {
  std::string saved_at;       ///< local time, "2026-03-01 14:05"
  std::string what;           ///< "scene Mixed, 60 sprites", for earlier versions of the program
  std::string scene;          ///< title of its scene; empty: an earlier version wrote the state
  std::uint64_t sprites = 0;  ///< number of its sprites
  std::uint64_t frames = 0;   ///< frames of the recording that played; 0: none
  std::string file;           ///< path of the scene file that it was opened from; empty: none
  std::string recording;      ///< path of the box recording that played; empty: none
  /// path of the file with the boxes of a game, beside the autosaved state; empty: none
  std::string game;
  std::string name;  ///< title of the game's recording
  /// numbers of the recording's first and last frame in that file
  std::int64_t first = 0, last = 0;
  bool is_swept = false;           ///< whether the boxes of the recording or the game are swept
  std::vector<std::string> solid;  ///< what of the map that is the recording is solid
  bool is_centered = false;        ///< whether the file of the recording was read with centers
  std::uint64_t frame = 0;
  bool has_unsaved = false, paused = false;
};

struct AutosaveState {
  AutosaveHead head;
  std::string scene;
};

std::string autosave_text(const AutosaveHead& head, std::string_view scene);
/// Reads what `autosave_text` returned, but not the scene in it. Refused as `file:1: what, rule`.
Result<AutosaveState> parse_autosave(std::string_view text, std::string_view file_name);

// ---- sprites and images, as scene files and records have them

/// All fields of a sprite except its image, which a scene file names and a record numbers.
void sprite_fields(auto& a, Is<Sprite> auto& s) {
  a.field("position", s.position, kPositionBound);
  a.optional("velocity", s.velocity, kVelocityBound);
  a.optional("angle", s.angle, kAngleBound);
  a.optional("spin", s.spin, kSpinBound);
  a.optional("scale", s.scale, kScaleBound);
  a.optional("category", s.filter.category);
  a.optional("mask", s.filter.mask);
  a.optional("group", s.filter.group);
  a.optional("volume", s.volume, kVolumeNames);
  a.optional("static", s.is_static);
}

/// Bytes that JSON holds as base64.
struct Base64 {
  std::string bytes;
  std::span<const unsigned char> span() const {
    return {reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()};
  }
};
void read(const Reader& at, Base64& bytes);
void write(Json& to, const Base64& bytes);

/// An image, or a whole sprite sheet, in the form that a file holds.
struct PackedImage {
  std::string name;
  /// bytes of PNG files; no mask: the picture's own alpha decides what collides
  Base64 png, mask{};
  std::optional<Rgb> key{};  ///< the color that is transparent; only in files of other programs
  SheetCells cells{};

  /// Decodes the image. Where that fails it refuses the value at `at` and returns null.
  std::shared_ptr<const Image> unpacked(const Reader& at) const;
};
/// Returns an image, with the later frames of its sheet, in the form that a file holds.
PackedImage packed(std::string name, const Image& first);

void read(const Reader& at, std::optional<Rgb>& key);
void read(const Reader& at, SheetCells& cells);
void write(Json& to, const SheetCells& cells);
inline void write(Json&, const std::optional<Rgb>&) {}

void fields(auto& a, Is<PackedImage> auto& x) {
  a.field("name", x.name);
  a.field("png", x.png);
  const auto& [name, png, mask, key, cells] = x;
  a.optional_if(!mask.bytes.empty(), "mask", x.mask);
  a.optional_if(false, "color-key", x.key);
  a.optional_if(cells.width > 0, "cell", x.cells);
  a.optional_if(cells.steps_per_frame > 0, "steps-per-frame", x.cells.steps_per_frame);
  a.optional_if(cells.frames > 0, "frames", x.cells.frames);
}

}  // namespace phasebox
