// SPDX-License-Identifier: MIT
// Maps of the editor Tiled as boxes. XML (.tmx) is first converted to the structure of Tiled's JSON
// (.tmj), so that one reader serves both.
#include "io/boxes/tiled_map.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "base/text.hpp"
#include "io/archive/json.hpp"
#include "io/boxes/recording_rows.hpp"
#include "io/files/text_file.hpp"
#include "io/pictures/images.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// ---- XML, as much of it as Tiled writes: no DTD, no name spaces

// XML elements that may be repeated, and the name of the JSON array that holds them.
constexpr std::pair<std::string_view, std::string_view> kLists[] = {
    {"layer", "layers"},      {"objectgroup", "layers"}, {"group", "layers"},
    {"imagelayer", "layers"}, {"object", "objects"},     {"tileset", "tilesets"},
    {"tile", "tiles"},        {"chunk", "chunks"},       {"property", "properties"}};

std::string unescaped(std::string text) {
  constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}};
  for (const auto& [entity, letter] : kEntities)
    for (std::size_t at = 0; (at = text.find(entity, at)) != text.npos; ++at)
      text.replace(at, entity.size(), 1, letter);
  return text;
}

/// Parses XML into the structure of Tiled's JSON: the attributes of an element become members of an
/// object, and its text becomes the member `data`.
class TiledXml {
 public:
  explicit TiledXml(std::string_view text) : whole_(text), rest_(text) {}

  Result<Json> read(const std::string& file_name) {
    Json top = Json::object();
    if (fill("", top, 0) && top.size() == 1) {
      const Json& root = top.members()->front().second;
      return root.list() ? root.list()->front() : root;
    }
    const auto before = whole_.substr(0, whole_.size() - rest_.size());
    return Error{say("{}:{}: the XML cannot be read on from here; save it again in Tiled",
                     Sentence::as_is(file_name), 1 + std::ranges::count(before, '\n'))};
  }

 private:
  static constexpr int kMaxDepth = 64;

  /// Adds everything up to the end tag of the element `name` to the object `made`; an empty name
  /// stands for the whole text. Returns false where the XML is broken, nested deeper than
  /// kMaxDepth, or refused by `add`.
  bool fill(std::string_view name, Json& made, int depth) {
    std::string text;
    while (!rest_.empty()) {
      text += take_until(rest_, '<');
      std::string_view tag = take_until(rest_, '>');
      if (tag.starts_with("!--")) {
        while (!tag.ends_with("--") && !rest_.empty()) tag = take_until(rest_, '>');
      } else if (tag == "/" + std::string(name)) {
        if (text.find_first_not_of(kBlanks) != text.npos) made["data"] = std::move(text);
        return true;
      } else if (!tag.empty() && !tag.starts_with('?') && !tag.starts_with('!')) {
        if (depth > kMaxDepth || !add(name, made, tag, depth)) return false;
      }
    }
    return name.empty();
  }

  /// Adds the element that begins with `tag`, within the element `name`, to the object `made`, with
  /// all it holds. Returns false where it is broken, and where `made` has a member of the name that
  /// its list would get.
  bool add(std::string_view name, Json& made, std::string_view tag, int depth) {
    const bool is_closed = tag.ends_with('/');
    if (is_closed) tag.remove_suffix(1);
    const std::string_view child = tag.substr(0, tag.find_first_of(kBlanks));
    tag.remove_prefix(child.size());
    Json inner = Json::object();
    if (!add_attributes(tag, inner) || (!is_closed && !fill(child, inner, depth + 1))) return false;
    const auto list = std::ranges::find(kLists, child, [](const auto& row) { return row.first; });
    if (child == "properties" || child == "data") {  // in JSON their members stand in their place
      for (const auto& [key, value] : *inner.members()) made[key] = value;
    } else if (list != std::end(kLists) && name != "tile") {
      inner["type"] = child == "layer" ? "tilelayer" : std::string(child);
      Json& all = made[list->second];
      // A fault of the map: an attribute or another element has the list's name, as in <map
      // layers="2">.
      if (!all.is_null() && !all.list()) return false;
      all.push_back(std::move(inner));
    } else {
      made[child] = std::move(inner);
    }
    return true;
  }

  static bool add_attributes(std::string_view tag, Json& to) {
    while (tag.find_first_not_of(kBlanks) != tag.npos) {
      tag.remove_prefix(tag.find_first_not_of(kBlanks));
      const std::string_view key = take_until(tag, '=');
      const std::size_t end = tag.empty() ? tag.npos : tag.find(tag.front(), 1);
      if (end == tag.npos) return false;
      to[key] = unescaped(std::string(tag.substr(1, end - 1)));
      tag.remove_prefix(end + 1);
    }
    return true;
  }

  std::string_view whole_, rest_;
};

Result<Json> parse_tiled(std::string_view text, const std::string& file_name) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first != text.npos && text[first] == '<') return TiledXml(text).read(file_name);
  return parse_json(text, file_name, 1, JsonReal::float64);
}

// ---- values: numbers of XML are texts

double number(const Json& of, std::string_view key, double otherwise = 0) {
  constexpr double kMax = 1e15;  // no map has larger numbers, and sums of these stay finite
  const Json* value = of.find(key);
  if (!value) return otherwise;
  const auto read = value->text() ? read_number<double>(*value->text()) : value->number();
  return read && std::abs(*read) < kMax ? *read : otherwise;
}

std::int64_t whole_number(const Json& of, std::string_view key) {
  return static_cast<std::int64_t>(number(of, key));
}

std::string text_of(const Json& of, std::string_view key) {
  const Json* value = of.find(key);
  return value && value->text() ? *value->text() : std::string();
}

/// Calls f(element) for each element of the member `key`, if that is a list.
template <class F>
void each(const Json& of, std::string_view key, F f) {
  const Json* list = of.find(key);
  if (!list || !list->list()) return;
  for (const Json& element : *list->list()) f(element);
}

bool says_solid(std::string_view name) {
  const std::string word = lower(name);
  constexpr std::string_view kParts[] = {"collid", "collision", "solid"};
  return std::ranges::any_of(kParts, [&](auto part) { return word.find(part) != word.npos; });
}

bool has_solid_property(const Json& of) {
  bool is_solid = false;
  each(of, "properties", [&](const Json& property) {
    const Json* value = property.find("value");
    const bool is_true = value && ((value->boolean() && *value->boolean()) ||
                                   (value->text() && *value->text() == "true"));
    is_solid = is_solid || (is_true && says_solid(text_of(property, "name")));
  });
  return is_solid;
}

// ---- objects

using Point = std::array<double, 2>;

/// Returns the points of a polygon or a polyline: a list of points in JSON, "0,0 16,8" in XML.
std::vector<Point> points_of(const Json& shape) {
  std::vector<Point> points;
  if (shape.list())
    for (const Json& point : *shape.list())
      points.push_back({number(point, "x"), number(point, "y")});
  const std::string text = text_of(shape, "points");
  if (text.empty()) return points;
  for (std::string_view pair : split(text, ' ')) {
    const auto x = read_number<double>(take_until(pair, ',')), y = read_number<double>(pair);
    if (x && y) points.push_back({*x, *y});
  }
  return points;
}

/// Returns the corners of an object relative to its position; none for a point, a text and other
/// objects without width or height. A polyline has its points.
std::vector<Point> corners_of(const Json& object) {
  for (const std::string_view shape : {"polygon", "polyline"})
    if (const Json* points = object.find(shape)) return points_of(*points);
  const double width = number(object, "width"), height = number(object, "height");
  const bool has_no_area = object.find("point") || object.find("text");
  if (has_no_area || !(width > 0 && height > 0)) return {};
  const double top = object.find("gid") ? -height : 0;  // the place of a picture is its bottom left
  return {{0, top}, {width, top}, {width, top + height}, {0, top + height}};
}

std::optional<Aabb> box_of(const Json& object) {
  std::vector<Point> corners = corners_of(object);
  if (corners.empty()) return {};
  const double turn = number(object, "rotation") * std::numbers::pi / 180;
  const double c = turn == 0 ? 1 : std::cos(turn), s = turn == 0 ? 0 : std::sin(turn);
  const double x = number(object, "x"), y = number(object, "y");
  std::optional<Aabb> all;
  for (const auto& [px, py] : corners) {
    const Vec2 corner{static_cast<float>(x + px * c - py * s),
                      static_cast<float>(y + px * s + py * c)};
    all = united(all.value_or(Aabb{corner, corner}), {corner, corner});
  }
  return all;
}

// ---- maps

/// The highest bits of a tile's number mirror it in x, in y, and in the diagonal; kNumber are the
/// bits of the number itself (Tiled, "Global Tile IDs").
constexpr std::uint32_t kMirrorX = 0x80000000, kMirrorY = 0x40000000, kDiagonal = 0x20000000,
                        kNumber = 0x0FFFFFFF;

Aabb turned(Aabb box, std::uint32_t tile, Vec2 size) {
  if (tile & kDiagonal) box = {{box.min.y, box.min.x}, {box.max.y, box.max.x}};
  if (tile & kMirrorX) box.min.x = size.x - std::exchange(box.max.x, size.x - box.min.x);
  if (tile & kMirrorY) box.min.y = size.y - std::exchange(box.max.y, size.y - box.min.y);
  return box;
}

// Returns the first 20 characters of a word in a map, to be quoted in an error.
Sentence first_letters(std::string_view word) {
  return Sentence::as_is(fmt::format("{:.20}", word));
}

Aabb moved(const Aabb& box, Vec2 by) { return {box.min + by, box.max + by}; }

class TiledMap {
 public:
  TiledMap(const Json& map, const std::string& file_name) : map_(map), file_(file_name) {}

  Result<BoxRecording> read() {
    if (!map_.find("layers") && !map_.find("tilewidth"))
      return refuse("it is no map of Tiled; boxes are read from CSV, .tmx and .tmj");
    const std::string orientation = text_of(map_, "orientation");
    if (!orientation.empty() && orientation != "orthogonal")
      return refuse(
          say("the map is {}, only orthogonal ones are read", Sentence::as_is(orientation)));
    each(map_, "tilesets", [&](const Json& set) { take_set(set); });
    each(map_, "layers", [&](const Json& layer) { take_layer(layer, {}); });
    return status_.failed() ? status_.error() : finished();
  }

 private:
  Error refuse(const Sentence& what) const { return say("{}: {}", Sentence::as_is(file_), what); }

  void take_set(const Json& set) {
    const auto first = static_cast<std::uint32_t>(whole_number(set, "firstgid"));
    const std::string source = text_of(set, "source");
    if (source.empty()) return take_tiles(set, first);
    const std::string path = (std::filesystem::path(file_).parent_path() / source).string();
    const Result<std::string> text = read_file(path, kMaxText);
    const Result<Json> outside = text.failed() ? text.error() : parse_tiled(*text, path);
    if (!outside.failed()) return take_tiles(*outside, first);
    notes_.push_back(say("{}; its solid tiles are missing", outside.error().text));
  }

  void take_tiles(const Json& set, std::uint32_t first) {
    const auto side = [&](std::string_view key) {
      return static_cast<float>(number(set, key, number(map_, key)));
    };
    const Vec2 size{side("tilewidth"), side("tileheight")};
    each(set, "tiles", [&](const Json& tile) {
      SolidTile solid{size, {}};
      if (has_solid_property(tile)) solid.boxes.push_back({{}, size});
      if (const Json* shapes = tile.find("objectgroup"))
        each(*shapes, "objects", [&](const Json& object) {
          if (const auto box = box_of(object)) solid.boxes.push_back(*box);
        });
      if (!solid.boxes.empty())
        solid_[first + static_cast<std::uint32_t>(whole_number(tile, "id"))] = std::move(solid);
    });
  }

  void take_layer(const Json& layer, Vec2 at) {
    at = at + Vec2{static_cast<float>(number(layer, "offsetx")),
                   static_cast<float>(number(layer, "offsety"))};
    const std::string type = text_of(layer, "type");
    if (type == "tilelayer") take_tile_layer(layer, at);
    each(layer, "layers", [&](const Json& inner) { take_layer(inner, at); });
    each(layer, "objects", [&](const Json& object) {
      const auto box = box_of(object);
      if (!box) return void(++left_out_);
      ids_.push_back(whole_number(object, "id"));
      objects_.push_back(moved(*box, at));
    });
  }

  void take_tile_layer(const Json& layer, Vec2 at) {
    const Sentence name = Sentence::as_is(text_of(layer, "name"));
    const bool is_solid = says_solid(name) || has_solid_property(layer);
    const std::size_t before = tiles_.size();
    if (layer.find("chunks"))
      each(layer, "chunks", [&](const Json& chunk) { take_block(chunk, layer, is_solid, at); });
    else
      take_block(layer, layer, is_solid, at);
    if (tiles_.size() == before)
      notes_.push_back(
          say("tile layer '{}' has no solid tile; the property collides makes one", name)
              .on_one_line());
  }

  void take_block(const Json& block, const Json& layer, bool is_solid, Vec2 at) {
    const auto tiles = numbers_of(block, layer);
    if (tiles.failed() && !status_.failed())
      status_ = refuse(
          say("layer '{}': {}", Sentence::as_is(text_of(layer, "name")), tiles.error().text));
    if (status_.failed() || number(block, "width") < 1) return;
    const auto width = static_cast<std::size_t>(whole_number(block, "width"));
    if (number(block, "height") * static_cast<double>(width) != static_cast<double>(tiles->size()))
      return void(status_ =
                      refuse(say("layer '{}': {} for {} x {}; save the map again in Tiled",
                                 Sentence::as_is(text_of(layer, "name")),
                                 counted(tiles->size(), "tile"), width, number(block, "height"))));
    const Vec2 cell{static_cast<float>(number(map_, "tilewidth")),
                    static_cast<float>(number(map_, "tileheight"))};
    const Vec2 first{static_cast<float>(number(block, "x")),
                     static_cast<float>(number(block, "y"))};
    for (std::size_t k = 0; k < tiles->size(); ++k) {
      const Vec2 place{first.x + static_cast<float>(k % width),
                       first.y + static_cast<float>(k / width)};
      take_tile((*tiles)[k], is_solid, at + Vec2{place.x * cell.x, place.y * cell.y}, cell);
    }
  }

  void take_tile(std::uint32_t tile, bool is_solid, Vec2 at, Vec2 cell) {
    const auto solid = solid_.find(tile & kNumber);
    if (solid == solid_.end()) {
      if (is_solid && (tile & kNumber) != 0) tiles_.push_back({at, at + cell});
      return;
    }
    const auto& [size, boxes] = solid->second;
    // a tile of another size has its bottom left where its cell has it
    const Vec2 corner = at + Vec2{0, cell.y - size.y};
    for (const Aabb& box : boxes) tiles_.push_back(moved(turned(box, tile, size), corner));
  }

  static Result<std::vector<std::uint32_t>> numbers_of(const Json& block, const Json& layer) {
    std::vector<std::uint32_t> numbers;
    const Json* data = block.find("data");
    const std::string encoding = text_of(layer, "encoding");
    if (data && data->list()) {
      for (const Json& tile : *data->list())
        numbers.push_back(tile.whole<std::uint32_t>().value_or(0));
      return numbers;
    }
    if (!data || !data->text() || (encoding != "csv" && encoding != "base64"))
      return Error{"the tiles are neither CSV nor base64; choose CSV in the map's properties"};
    std::string text = *data->text();
    std::erase_if(text, [](char c) { return kBlanks.find(c) != kBlanks.npos; });
    if (encoding == "base64") return numbers_in_base64(text, text_of(layer, "compression"));
    for (const std::string_view tile : split(text, ',')) {
      const auto number = read_number<std::uint32_t>(tile);
      if (!number) return Error{say("'{}' is no number of a tile", first_letters(tile))};
      numbers.push_back(*number);
    }
    return numbers;
  }

  static Result<std::string> unpacked(const std::string& packed, const std::string& how) {
    constexpr std::uint64_t kMaxBytes = 4 * std::uint64_t{kMaxBoxRows};
    if (how.empty()) return packed;
    if (how == "zlib") return inflated(packed, "tiles", kMaxBytes);
    if (how != "gzip" && how != "zstd")
      return Error{
          say("the tiles are compressed by '{}', which is not read; choose CSV in the map's "
              "properties",
              first_letters(how))};
    if (is_compressed(packed)) return decompressed(packed, "tiles", kMaxBytes);
    return Error{
        say("the tiles are no {} data; save the map again in Tiled", Sentence::as_is(how))};
  }

  static Result<std::vector<std::uint32_t>> numbers_in_base64(const std::string& text,
                                                              const std::string& compression) {
    const auto packed = decode_base64(text);
    if (!packed) return Error{"the tiles are no base64 text"};
    const auto bytes = unpacked(*packed, compression);
    if (bytes.failed()) return bytes.error();
    std::vector<std::uint32_t> numbers;
    for (std::size_t k = 0; k + 4 <= bytes->size(); k += 4) {
      std::uint32_t tile = 0;
      for (const std::size_t byte : {3u, 2u, 1u, 0u})
        tile = tile << 8 | static_cast<unsigned char>((*bytes)[k + byte]);
      numbers.push_back(tile);
    }
    return numbers;
  }

  // Makes the recording of one frame of what was read. Tiles have no ids in the map: they get the
  // numbers after all ids of objects.
  Result<BoxRecording> finished() {
    BoxRecording made;
    made.frames = {0};
    made.ids = ids_;
    std::int64_t next = std::max<std::int64_t>(1, whole_number(map_, "nextobjectid"));
    for (const std::int64_t id : ids_) next = std::max(next, id + 1);
    for (std::size_t k = 0; k < tiles_.size(); ++k) made.ids.push_back(next++);
    made.boxes = std::move(objects_);
    made.is_static.assign(ids_.size(), 0);
    made.boxes.insert(made.boxes.end(), tiles_.begin(), tiles_.end());
    made.is_static.resize(made.ids.size(), 1);
    made.begins = {0, made.ids.size()};
    if (left_out_ > 0)
      notes_.push_back(left_out_ == 1
                           ? Sentence("1 object without area is left out")
                           : say("{} without area are left out", counted(left_out_, "object")));
    made.notes = std::move(notes_);
    if (made.ids.size() > kMaxBoxRows) return refuse("it has more boxes than a recording may have");
    if (!sort_frame(made, 0)) return refuse("two objects have one id; save it again in Tiled");
    return made;
  }

  struct SolidTile {
    Vec2 size;
    std::vector<Aabb> boxes;
  };
  const Json& map_;
  const std::string& file_;
  std::unordered_map<std::uint32_t, SolidTile> solid_;
  std::vector<std::int64_t> ids_;
  std::vector<Aabb> objects_, tiles_;
  std::size_t left_out_ = 0;
  std::vector<Sentence> notes_;
  Status status_;
};

}  // namespace

bool is_tiled_map(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first != text.npos && (text[first] == '<' || text[first] == '{');
}

Result<BoxRecording> tiled_boxes(std::string_view text, const std::string& file_name) {
  const Result<Json> map = parse_tiled(text, file_name);
  if (map.failed()) return map.error();
  return TiledMap(*map, file_name).read();
}

}  // namespace phasebox
