// SPDX-License-Identifier: MIT
// Reads tilesets and templates, of old versions too, and places pictures of tiles.
#include "io/boxes/tiled_tileset.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "io/boxes/map_boxes.hpp"
#include "io/boxes/tiled_document.hpp"
#include "language/format_sentence.hpp"

namespace phasebox::tiled {
namespace {

/// A tile whose shapes have more corners keeps one rectangle for its objects, because each object
/// that is turned asks for all of them.
constexpr std::size_t kMaxTileCorners = 1000;

Vec2d alignment_named(std::string_view name) {
  if (name.empty() || name == "unspecified") name = "bottomleft";
  const double x = name.ends_with("left") ? 0 : name.ends_with("right") ? 1 : 0.5;
  return {x, name.starts_with("top") ? 0 : name.starts_with("bottom") ? 1 : 0.5};
}

Vec2d picture_size(const Json& tile) {
  const Vec2d part = size_of({tile});
  if (part.x > 0) return part;
  const Json* image = tile.find("image");
  if (image && image->members()) return size_of({*image});
  return {number(tile.find("imagewidth")), number(tile.find("imageheight"))};
}

void take_shapes(Tile& tile, const Json* group) {
  std::size_t corners = 0;
  each(group ? group->find("objects") : nullptr, [&](const Json& object) {
    Shape shape = shape_of({object});
    if (shape.points.empty()) return;
    corners += shape.points.size();
    tile.boxes.push_back(around(shape, placement_of({object})));
    tile.shapes.emplace_back(std::move(shape), placement_of({object}));
  });
  if (corners <= kMaxTileCorners) return;
  Sides all = tile.boxes.front();
  for (const Sides& box : tile.boxes) all = united(all, box);
  tile.shapes = {{rectangle({all[2] - all[0], all[3] - all[1]}), shift({all[0], all[1]})}};
}

void take_tile(Tile& tile, const Json& json, SolidRule& rule) {
  tile.size = picture_size(json);
  const std::string type = text_of(json.find("type"));
  tile.is_solid =
      rule.takes_tile(json.find("properties"), type.empty() ? text_of(json.find("class")) : type);
  take_shapes(tile, json.find("objectgroup"));
}

// Calls f(id, value) for each member of an object whose keys are numbers of tiles, as tilesets in
// JSON had before Tiled 1.2.
template <class F>
void each_numbered(const Json* object, F f) {
  if (!object || !object->members()) return;
  for (const auto& [key, value] : *object->members())
    if (const auto id = read_number<std::int64_t>(key)) f(*id, value);
}

}  // namespace

TileSet tile_set_of(const Json& json, SolidRule& rule) {
  TileSet set;
  set.size = {number(json.find("tilewidth")), number(json.find("tileheight"))};
  if (const Json* offset = json.find("tileoffset"))
    set.offset = {number(offset->find("x")), number(offset->find("y"))};
  set.align = alignment_named(text_of(json.find("objectalignment")));
  set.fits_grid = text_of(json.find("tilerendersize")) == "grid";
  set.keeps_aspect = text_of(json.find("fillmode")) == "preserve-aspect-fit";
  const auto take = [&](std::int64_t id, const Json& tile) {
    take_tile(set.tiles[id], tile, rule);
  };
  each(json.find("tiles"), [&](const Json& tile) { take(whole_number(tile.find("id")), tile); });
  each_numbered(json.find("tiles"), take);
  each_numbered(json.find("tileproperties"), [&](std::int64_t id, const Json& properties) {
    set.tiles[id].is_solid |= rule.takes_tile(&properties, "");
  });
  set.has_solid = std::ranges::any_of(set.tiles, [](const auto& entry) {
    return entry.second.is_solid || !entry.second.boxes.empty();
  });
  return set;
}

Placement picture_placement(const TileSet& set, Vec2d size, Vec2d target, std::uint32_t tile,
                            Vec2d corner) {
  Vec2d by{size.x > 0 ? target.x / size.x : 1, size.y > 0 ? target.y / size.y : 1};
  if (set.keeps_aspect) by.x = by.y = std::min(by.x, by.y);
  const Vec2d room = target - Vec2d{size.x * by.x, size.y * by.y};
  Placement at = shift(room * 0.5) * scale(by);
  if (tile & kDiagonal) {
    at = Placement{.x = {0, 1}, .y = {1, 0}} * at;
    std::swap(target.x, target.y);
  }
  if (tile & kMirrorX) at = shift({target.x, 0}) * scale({-1, 1}) * at;
  if (tile & kMirrorY) at = shift({0, target.y}) * scale({1, -1}) * at;
  return shift(corner + Vec2d{set.offset.x * by.x, set.offset.y * by.y - target.y}) * at;
}

void TileSets::add(const Json& json, const std::filesystem::path& folder, Neighbors& files) {
  const std::string source = text_of(json.find("source"));
  std::shared_ptr<const TileSet> set =
      source.empty() ? std::make_shared<const TileSet>(tile_set_of(json, files.rule()))
                     : files.tile_set(folder / source);
  if (set) by_first_[whole_number(json.find("firstgid"))] = std::move(set);
}

Vec2d TileSets::Found::size(Vec2d cell) const {
  if (tile && tile->size.x > 0) return tile->size;
  return set.size.x > 0 ? set.size : cell;
}

TileSets::Found TileSets::find(std::uint32_t number) const {
  static const TileSet kUnknown;
  const auto after = by_first_.upper_bound(number);
  if (after == by_first_.begin()) return {kUnknown, nullptr};
  const auto& [first, set] = *std::prev(after);
  const auto tile = set->tiles.find(number - first);
  return {*set, tile == set->tiles.end() ? nullptr : &tile->second};
}

bool TileSets::has_solid() const {
  return std::ranges::any_of(by_first_, [](const auto& entry) { return entry.second->has_solid; });
}

template <class T, class Make>
std::shared_ptr<T> Neighbors::opened(Files<T>& files, const std::filesystem::path& path,
                                     Make make) {
  const auto [it, is_new] = files.try_emplace(path.lexically_normal().string());
  File<T>& file = it->second;
  if (!is_new) return file.read;
  const Result<Json> json = load(path);
  if (json.failed())
    file.fault = json.error().text;
  else
    file.read = std::make_shared<T>(make(*json));
  return file.read;
}

std::shared_ptr<const TileSet> Neighbors::tile_set(const std::filesystem::path& path) {
  return opened(sets_, path, [&](const Json& json) { return tile_set_of(json, rule_); });
}

const Template* Neighbors::object_template(const std::filesystem::path& path) {
  const auto read = [&](const Json& json) {
    Template made{json.find("object") ? *json.find("object") : Json::object()};
    if (const Json* set = json.find("tileset")) made.sets.add(*set, path.parent_path(), *this);
    return made;
  };
  return opened(templates_, path, read).get();
}

std::vector<Sentence> Neighbors::notes() const {
  std::vector<Sentence> notes;
  for (const auto& [path, file] : sets_)
    if (!file.read) notes.push_back(say("{}; its solid tiles are missing", file.fault));
  for (const auto& [path, file] : templates_)
    if (!file.read) notes.push_back(say("{}; its objects are missing", file.fault));
  return first_notes(std::move(notes));
}

}  // namespace phasebox::tiled
