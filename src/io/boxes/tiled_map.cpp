// SPDX-License-Identifier: MIT
// Walks over the layers of a map of Tiled and makes boxes of what is in them.
#include "io/boxes/tiled_map.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "io/boxes/map_boxes.hpp"
#include "io/boxes/tiled_data.hpp"
#include "io/boxes/tiled_document.hpp"
#include "io/boxes/tiled_tileset.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace tiled {
namespace {

// Calls f(block) for each chunk of a layer, or for the layer itself.
template <class F>
void each_block(const Json& layer, F f) {
  if (layer.find("chunks")) return each(layer.find("chunks"), f);
  f(layer);
}

class TiledMap {
 public:
  TiledMap(const Json& map, MapBoxes& boxes, std::filesystem::path folder)
      : map_(map), boxes_(boxes), folder_(std::move(folder)) {}

  Result<BoxRecording> read() {
    if (!map_.find("layers") && !map_.find("tilewidth"))
      return boxes_.refuse(
          "it is no map of Tiled or LDtk; boxes are read from CSV, .tmx, .tmj and .ldtk");
    const std::string orientation = text_of(map_.find("orientation"));
    if (!orientation.empty() && orientation != "orthogonal")
      return boxes_.refuse(
          say("the map is {}, only orthogonal ones are read", Sentence::as_is(orientation)));
    each(map_.find("tilesets"), [&](const Json& set) { sets_.add(set, folder_, files_); });
    boxes_.read([&] {
      each(map_.find("layers"), [&](const Json& layer) { take_layer(layer, {}, false); });
    });
    return boxes_.finished({.notes = files_.notes(),
                            .first_id = whole_number(map_.find("nextobjectid")),
                            .has_solid_tiles = sets_.has_solid()});
  }

 private:
  void take_layer(const Json& layer, Vec2d at, bool is_solid) {
    at += {number(layer.find("offsetx")), number(layer.find("offsety"))};
    const std::string name = text_of(layer.find("name"));
    is_solid |= rule_.takes_layer(name, layer.find("properties"));
    each(layer.find("layers"), [&](const Json& inner) { take_layer(inner, at, is_solid); });
    const bool has_tiles = text_of(layer.find("type")) == "tilelayer";
    each(layer.find("objects"), [&](const Json& own) { take_object(own, at, is_solid); });
    is_solid |= has_tiles && boxes_.takes_all();
    if (has_tiles || layer.find("objects")) boxes_.list_layer(name, is_solid);
    if (has_tiles) take_tile_layer(layer, at, is_solid);
  }

  // ---- objects

  void take_object(const Json& own, Vec2d layer, bool is_solid) {
    const std::string source = text_of(own.find("template"));
    const Template* base = source.empty() ? nullptr : files_.object_template(folder_ / source);
    if (!source.empty() && !base) return;
    const Object object{own, base ? &base->object : nullptr};
    // The number of a tile is one of the file that it is written in.
    const TileSets& sets = base && !own.find("gid") ? base->sets : sets_;
    const Placement at = shift(layer) * placement_of(object);
    const auto tile = static_cast<std::uint32_t>(whole_number(object.find("gid")));
    const Shape shape = shape_of(object);
    if (tile == 0 && shape.points.empty()) return boxes_.leave_out();
    is_solid |= rule_.takes(own.find("properties")) ||
                (base && rule_.takes(base->object.find("properties")));
    boxes_.add(
        {whole_number(own.find("id")),
         tile == 0 ? around(shape, at) : tile_object(object, at, tile, sets.find(tile & kNumber)),
         is_solid});
  }

  // The box of an object that shows a tile: around the tile's shapes, or around its picture.
  Sides tile_object(const Object& object, const Placement& place, std::uint32_t tile,
                    const TileSets::Found& found) const {
    const Vec2d picture = found.size(cell_), wanted = size_of(object);
    const Vec2d target = wanted == Vec2d{} ? picture : wanted, align = found.set.align;
    const Vec2d corner{-align.x * target.x, (1 - align.y) * target.y};
    const Placement at = place * picture_placement(found.set, picture, target, tile, corner);
    if (!found.tile || found.tile->shapes.empty()) return around(rectangle(picture), at);
    std::optional<Sides> all;
    for (const auto& [shape, inner] : found.tile->shapes) {
      const Sides box = around(shape, at * inner);
      all = united(all.value_or(box), box);
    }
    return *all;
  }

  // ---- tiles

  void take_tile_layer(const Json& layer, Vec2d at, bool is_solid) {
    const Json* infinite = map_.find("infinite");
    const bool is_infinite =
        infinite && (infinite->boolean() ? *infinite->boolean() : number(infinite) == 1);
    // An infinite layer without tiles has no chunk.
    if (is_infinite && !layer.find("chunks") && !layer.find("data")) return;
    each_block(layer, [&](const Json& block) {
      if (boxes_.has_failed() || number(block.find("width")) < 1) return;
      const auto tiles = tile_numbers(block, layer);
      if (tiles.failed())
        boxes_.fail(say("layer '{}': {}", Sentence::as_is(text_of(layer.find("name"))),
                        tiles.error().text));
      else
        take_block(block, layer, *tiles, at, is_solid);
    });
  }

  void take_block(const Json& block, const Json& layer, const std::vector<std::uint32_t>& tiles,
                  Vec2d at, bool is_solid) {
    const auto width = std::max<std::int64_t>(1, whole_number(block.find("width")));
    if (!boxes_.takes_tiles(text_of(layer.find("name")), tiles.size(), width,
                            number(block.find("height")), "Tiled"))
      return;
    at += {number(block.find("x")) * cell_.x, number(block.find("y")) * cell_.y};
    for (std::size_t k = 0; k < tiles.size() && !boxes_.has_failed(); ++k) {
      const auto place = static_cast<std::int64_t>(k);
      const double column = static_cast<double>(place % width),
                   row = static_cast<double>(place / width);
      take_tile(tiles[k], is_solid, at + Vec2d{column * cell_.x, row * cell_.y});
    }
  }

  void take_tile(std::uint32_t tile, bool is_solid, Vec2d at) {
    if ((tile & kNumber) == 0) return;
    const TileSets::Found found = sets_.find(tile & kNumber);
    const Tile* known = found.tile;
    const bool is_shaped = known && !known->boxes.empty();
    const bool says_so = known && (known->is_solid || (is_shaped && rule_.takes_tiles()));
    boxes_.meet_tile(says_so);
    if (!is_solid && !says_so) return;
    const auto add = [&](const Sides& box) { boxes_.add({.sides = box, .is_static = true}); };
    if (is_solid && !is_shaped) return add({at.x, at.y, at.x + cell_.x, at.y + cell_.y});
    const Vec2d picture = found.size(cell_), target = found.set.fits_grid ? cell_ : picture;
    const Placement place =
        picture_placement(found.set, picture, target, tile, at + Vec2d{0, cell_.y});
    if (!is_shaped) return add(around({0, 0, picture.x, picture.y}, place));
    for (const Sides& box : known->boxes) add(around(box, place));
  }

  const Json& map_;
  MapBoxes& boxes_;
  const std::filesystem::path folder_;
  SolidRule& rule_ = boxes_.rule();
  const Vec2d cell_{number(map_.find("tilewidth")), number(map_.find("tileheight"))};
  Neighbors files_{rule_};
  TileSets sets_;
};

}  // namespace
}  // namespace tiled

Result<BoxRecording> tiled_boxes(std::string_view text, const std::string& file_name,
                                 const std::vector<std::string>& solid) {
  const Result<Json> map = tiled::parse(text, file_name);
  if (map.failed()) return map.error();
  tiled::MapBoxes boxes(file_name, solid);
  return tiled::TiledMap(*map, boxes, std::filesystem::path(file_name).parent_path()).read();
}

}  // namespace phasebox
