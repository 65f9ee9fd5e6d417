// SPDX-License-Identifier: MIT
// Tilesets and templates of maps of Tiled, also those in files beside the map.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/sentence.hpp"
#include "io/boxes/tiled_shapes.hpp"
#include "io/boxes/tiled_solid.hpp"

namespace phasebox::tiled {

/// A tile with what makes it solid.
struct Tile {
  Vec2d size{};           ///< px, of its own picture; 0: that of its set
  bool is_solid = false;  ///< by a property or by its class
  /// The collision shapes, px from the upper left corner of the picture, and the boxes around them.
  std::vector<std::pair<Shape, Placement>> shapes{};
  std::vector<Sides> boxes{};
};

struct TileSet {
  Vec2d size{};               ///< of a tile, px; 0: that of the map
  Vec2d offset{};             ///< px, by which pictures of its tiles are moved
  Vec2d align{0, 1};          ///< which part of its picture an object's place is: 0 to 1
  bool fits_grid = false;     ///< whether tile layers scale its pictures to the grid of the map
  bool keeps_aspect = false;  ///< whether a scaled picture keeps its aspect ratio
  bool has_solid = false;     ///< whether a tile is solid or has collision shapes
  std::unordered_map<std::int64_t, Tile> tiles{};
};
TileSet tile_set_of(const Json& json, SolidRule& rule);

/// The highest bits of a tile's number mirror it in x, in y, and in the diagonal; kNumber are the
/// bits of the number itself (Tiled, "Global Tile IDs").
inline constexpr std::uint32_t kMirrorX = 0x80000000, kMirrorY = 0x40000000, kDiagonal = 0x20000000,
                               kNumber = 0x0FFFFFFF;
/// Puts a picture of `size` px, scaled to `target` px and turned as the bits of `tile` say, where
/// its lower left corner is at `corner`.
Placement picture_placement(const TileSet& set, Vec2d size, Vec2d target, std::uint32_t tile,
                            Vec2d corner);

class Neighbors;

/// The tilesets of a map or a template, by the numbers of their tiles.
class TileSets {
 public:
  /// Adds an element `tileset`. What it names as its file is looked for in `folder`; if that cannot
  /// be read, its tiles are unknown.
  void add(const Json& json, const std::filesystem::path& folder, Neighbors& files);
  struct Found {
    const TileSet& set;
    const Tile* tile;  ///< null: nothing is known of it
    /// The size of its picture, px, in a map with such cells.
    Vec2d size(Vec2d cell) const;
  };
  /// Finds a tile by the bits kNumber of its number.
  Found find(std::uint32_t number) const;
  bool has_solid() const;

 private:
  std::map<std::int64_t, std::shared_ptr<const TileSet>> by_first_;
};

struct Template {
  Json object;
  TileSets sets{};
};

/// The files that a map names. Each is read once, however often it is named.
class Neighbors {
 public:
  explicit Neighbors(SolidRule& rule) : rule_(rule) {}
  SolidRule& rule() { return rule_; }
  /// Each returns null for a file that cannot be read.
  std::shared_ptr<const TileSet> tile_set(const std::filesystem::path& path);
  const Template* object_template(const std::filesystem::path& path);
  /// Says which files could not be read, and what is missing.
  std::vector<Sentence> notes() const;

 private:
  template <class T>
  struct File {
    std::shared_ptr<T> read{};
    Sentence fault{};
  };
  template <class T>
  using Files = std::map<std::string, File<T>>;
  template <class T, class Make>
  static std::shared_ptr<T> opened(Files<T>& files, const std::filesystem::path& path, Make make);

  SolidRule& rule_;
  Files<const TileSet> sets_;
  Files<const Template> templates_;
};

}  // namespace phasebox::tiled
