// SPDX-License-Identifier: MIT
// Walks over the layers of a map of Tiled and makes boxes of what is in them.
#include "io/boxes/tiled_map.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/number_format.hpp"
#include "io/boxes/recording_rows.hpp"
#include "io/boxes/tiled_data.hpp"
#include "io/boxes/tiled_document.hpp"
#include "io/boxes/tiled_tileset.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace tiled {
namespace {

/// The most boxes of a map, so that a small file that unpacks to many tiles ends early.
constexpr std::size_t kMaxMapBoxes = 10'000'000;

struct MapBox {
  std::int64_t id;  ///< 0: the map gives none
  Sides sides;
  bool is_static;
};

// Calls f(block) for each chunk of a layer, or for the layer itself.
template <class F>
void each_block(const Json& layer, F f) {
  if (layer.find("chunks")) return each(layer.find("chunks"), f);
  f(layer);
}

class TiledMap {
 public:
  TiledMap(const Json& map, const std::string& file_name, const std::vector<std::string>& solid)
      : map_(map), file_(file_name), rule_(solid) {}

  Result<BoxRecording> read() {
    if (!map_.find("layers") && !map_.find("tilewidth"))
      return refuse("it is no map of Tiled; boxes are read from CSV, .tmx and .tmj");
    const std::string orientation = text_of(map_.find("orientation"));
    if (!orientation.empty() && orientation != "orthogonal")
      return refuse(
          say("the map is {}, only orthogonal ones are read", Sentence::as_is(orientation)));
    each(map_.find("tilesets"), [&](const Json& set) { sets_.add(set, folder_, files_); });
    take_layers();
    // "Ground" is what walls stand on in one game, and a floor in another.
    if (rule_.is_guess() && std::ranges::none_of(boxes_, &MapBox::is_static)) {
      rule_.widen();
      take_layers();
    }
    if (status_.failed()) return status_.error();
    if (const auto word = rule_.unknown()) return unknown(*word);
    return finished();
  }

 private:
  Error refuse(const Sentence& what) const { return say("{}: {}", Sentence::as_is(file_), what); }

  Error unknown(const std::string& word) const {
    return refuse(say("nothing in it is called '{}'; its layers are {}", Sentence::as_is(word),
                      layer_names()));
  }

  // The names of the layers that are solid, or of all.
  Sentence layer_names(bool only_solid = false) const {
    std::vector<Sentence> names;
    for (const auto& [name, is_solid] : layers_)
      if (is_solid || !only_solid) names.push_back(Sentence::as_is("'" + name + "'"));
    return joined(names, ", ");
  }

  void take_layers() {
    boxes_.clear();
    layers_.clear();
    left_out_ = tiles_ = 0;
    each(map_.find("layers"), [&](const Json& layer) { take_layer(layer, {}, false); });
  }

  void take_layer(const Json& layer, Vec2d at, bool is_solid) {
    at += {number(layer.find("offsetx")), number(layer.find("offsety"))};
    const std::string name = text_of(layer.find("name"));
    is_solid |= rule_.takes_layer(name, layer.find("properties"));
    each(layer.find("layers"), [&](const Json& inner) { take_layer(inner, at, is_solid); });
    const bool has_tiles = text_of(layer.find("type")) == "tilelayer";
    each(layer.find("objects"), [&](const Json& own) { take_object(own, at, is_solid); });
    is_solid |= has_tiles && takes_all_;
    if (has_tiles || layer.find("objects")) list_layer(name, is_solid);
    if (has_tiles) take_tile_layer(layer, at, is_solid);
  }

  // Layers of one name are solid together, as a word of the user names them together.
  void list_layer(const std::string& name, bool is_solid) {
    constexpr std::size_t kMaxListed = 100;
    const auto listed = std::ranges::find(layers_, name, [](const auto& row) { return row.first; });
    if (listed != layers_.end())
      listed->second |= is_solid;
    else if (is_solid || layers_.size() < kMaxListed)
      layers_.emplace_back(name, is_solid);
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
    if (tile == 0 && shape.points.empty()) return void(++left_out_);
    is_solid |= rule_.takes(own.find("properties")) ||
                (base && rule_.takes(base->object.find("properties")));
    add({whole_number(own.find("id")),
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
      if (status_.failed() || number(block.find("width")) < 1) return;
      const auto tiles = tile_numbers(block, layer);
      if (tiles.failed())
        status_ = refuse(say("layer '{}': {}", name_of(layer), tiles.error().text));
      else
        take_block(block, layer, *tiles, at, is_solid);
    });
  }

  static Sentence name_of(const Json& layer) {
    return Sentence::as_is(text_of(layer.find("name")));
  }

  void take_block(const Json& block, const Json& layer, const std::vector<std::uint32_t>& tiles,
                  Vec2d at, bool is_solid) {
    // A few bytes may unpack to many tiles, most of them empty.
    tiles_ += tiles.size();
    if (tiles_ > kMaxBoxRows) {
      status_ = refuse(say("it has more than {} tiles", grouped(kMaxBoxRows)));
      return;
    }
    const auto width = std::max<std::int64_t>(1, whole_number(block.find("width")));
    const double height = number(block.find("height"));
    if (height * static_cast<double>(width) != static_cast<double>(tiles.size())) {
      status_ = refuse(say("layer '{}': {} for {} x {}; save the map again in Tiled",
                           name_of(layer), counted(tiles.size(), "tile"), width, height));
      return;
    }
    at += {number(block.find("x")) * cell_.x, number(block.find("y")) * cell_.y};
    for (std::size_t k = 0; k < tiles.size() && !status_.failed(); ++k) {
      const auto place = static_cast<std::int64_t>(k);
      const double column = static_cast<double>(place % width),
                   row = static_cast<double>(place / width);
      take_tile(tiles[k], is_solid, at + Vec2d{column * cell_.x, row * cell_.y});
    }
  }

  void take_tile(std::uint32_t tile, bool is_solid, Vec2d at) {
    if ((tile & kNumber) == 0) return;
    has_tiles_ = true;
    const TileSets::Found found = sets_.find(tile & kNumber);
    const Tile* known = found.tile;
    const bool is_shaped = known && !known->boxes.empty();
    const bool says_so = known && (known->is_solid || (is_shaped && takes_tiles_));
    if (!is_solid && !says_so) return;
    took_tiles_ |= says_so;
    if (is_solid && !is_shaped) return add({0, {at.x, at.y, at.x + cell_.x, at.y + cell_.y}, true});
    const Vec2d picture = found.size(cell_), target = found.set.fits_grid ? cell_ : picture;
    const Placement place =
        picture_placement(found.set, picture, target, tile, at + Vec2d{0, cell_.y});
    if (!is_shaped) return add({0, around({0, 0, picture.x, picture.y}, place), true});
    for (const Sides& box : known->boxes) add({0, around(box, place), true});
  }

  void add(const MapBox& box) {
    if (status_.failed()) return;
    boxes_.push_back(box);
    if (boxes_.size() > kMaxMapBoxes)
      status_ = refuse(say("it has more than {} boxes; make fewer tiles solid, see --solid",
                           grouped(kMaxMapBoxes)));
    else if (!std::ranges::all_of(box.sides, [](double s) { return std::abs(s) <= kMaxSide; }))
      status_ = refuse(say("{}: its place and size must be numbers of at most {:g} px",
                           box.id > 0 ? say("object {}", box.id) : Sentence("a tile"), kMaxSide));
  }

  // ---- the recording

  // Makes the recording of one frame of what was read. What has no id in the map gets the numbers
  // after all ids there.
  Result<BoxRecording> finished() {
    BoxRecording made;
    made.frames = {0};
    made.begins = {0, boxes_.size()};
    std::int64_t next = std::max<std::int64_t>(1, whole_number(map_.find("nextobjectid")));
    for (const MapBox& box : boxes_) next = std::max(next, box.id + 1);
    for (const MapBox& box : boxes_) {
      made.ids.push_back(box.id > 0 ? box.id : next++);
      made.is_static.push_back(box.is_static ? 1 : 0);
    }
    made.notes = files_.notes();
    say_what_is_solid(made);
    if (left_out_ > 0)
      made.notes.push_back(left_out_ == 1 ? Sentence("1 point or text is left out")
                                          : say("{} points and texts are left out", left_out_));
    round(made);
    if (!sort_frame(made, 0)) return refuse("two objects have one id; save it again in Tiled");
    return made;
  }

  void say_what_is_solid(BoxRecording& made) {
    if (sets_.has_solid()) made.solid.emplace_back("tiles", takes_tiles_);
    for (const std::string& word : rule_.property_words()) made.solid.emplace_back(word, true);
    made.solid.insert(made.solid.end(), layers_.begin(), layers_.end());
    const bool has_solid = std::ranges::any_of(boxes_, &MapBox::is_static);
    if (!has_solid && has_tiles_ && !rule_.has("none"))
      made.notes.push_back(say("no tile is solid; a checkbox in the panel, or --solid LAYER, makes "
                               "them so: {}",
                               layer_names())
                               .on_one_line());
    if (!has_solid || !rule_.is_guess()) return;
    std::vector<Sentence> taken;
    if (took_tiles_) taken.emplace_back("tiles with shapes or a property that say so");
    if (const Sentence names = layer_names(true); !names.empty())
      taken.push_back(say("layers {}", names));
    made.notes.push_back(
        say("guessed as solid: {}; --solid says otherwise", joined(taken, ", ")).on_one_line());
  }

  // Rounds the boxes to float32, relative to an offset where they are far from zero.
  void round(BoxRecording& made) const {
    for (const bool is_last : {false, true}) {
      FloatLoss loss;
      made.boxes.clear();
      for (const MapBox& box : boxes_) made.boxes.push_back(loss.rounded(box.sides, made.offset));
      if (!loss.is_notable()) return;
      if (is_last)
        made.notes.push_back(loss.note(made.unit));
      else
        made.offset = far_offset(made.boxes);
    }
  }

  static constexpr double kMaxSide = 1e15;  // px; sums of such numbers are finite as float, too

  const Json& map_;
  const std::string& file_;
  SolidRule rule_;
  const bool takes_tiles_ = rule_.takes_tiles(), takes_all_ = rule_.has("all");
  const std::filesystem::path folder_ = std::filesystem::path(file_).parent_path();
  const Vec2d cell_{number(map_.find("tilewidth")), number(map_.find("tileheight"))};
  Neighbors files_{rule_};
  TileSets sets_;
  std::vector<MapBox> boxes_;
  std::vector<std::pair<std::string, bool>> layers_;  // names, and whether they are solid
  bool has_tiles_ = false, took_tiles_ = false;
  std::size_t left_out_ = 0, tiles_ = 0;
  Status status_;
};

}  // namespace
}  // namespace tiled

Result<BoxRecording> tiled_boxes(std::string_view text, const std::string& file_name,
                                 const std::vector<std::string>& solid) {
  const Result<Json> map = tiled::parse(text, file_name);
  if (map.failed()) return map.error();
  return tiled::TiledMap(*map, file_name, solid).read();
}

}  // namespace phasebox
