// SPDX-License-Identifier: MIT
// Puts the levels of a project at their places and makes boxes of what is in their layers.
#include "io/boxes/ldtk_map.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <map>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "io/boxes/map_boxes.hpp"
#include "io/boxes/tiled_document.hpp"
#include "language/format_sentence.hpp"

namespace phasebox {
namespace tiled {
namespace {

constexpr double kBetweenPlanes = 256;  // px, so that what sticks out of a level meets nothing

// A point that LDtk writes as [x, y].
Vec2d point_in(const Json* json) {
  const Json::List* list = json ? json->list() : nullptr;
  if (!list || list->size() < 2) return {};
  return {number(&(*list)[0]), number(&(*list)[1])};
}

// Levels of one world and one depth, which lie in one plane.
struct Plane {
  struct Level {
    const Json* json;
    Vec2d at;  ///< px
  };
  std::vector<Level> levels{};
  double left = 0, right = 0;  ///< px
};

class LdtkMap {
 public:
  LdtkMap(const Json& project, MapBoxes& boxes, std::filesystem::path folder)
      : project_(project), boxes_(boxes), folder_(std::move(folder)) {}

  Result<BoxRecording> read() {
    take_definitions();
    if (project_.find("layerInstances")) take_level(project_, 0, {});
    take_world(project_, 0);
    std::int64_t world = 0;
    each(project_.find("worlds"), [&](const Json& own) { take_world(own, ++world); });
    if (planes_.empty() && faults_.empty())
      return boxes_.refuse("it has no level; save it again in LDtk");
    put_side_by_side();
    boxes_.read([&] {
      for (const auto& [key, plane] : planes_)
        for (const Plane::Level& level : plane.levels)
          each(level.json->find("layerInstances"),
               [&](const Json& layer) { take_layer(layer, level.at); });
    });
    std::vector<Sentence> notes = first_notes(std::move(faults_));
    if (planes_.size() > 1) notes.push_back("worlds and depths of levels lie side by side");
    return boxes_.finished({.notes = std::move(notes), .has_solid_tiles = has_solid_tiles_});
  }

 private:
  // ---- definitions

  void take_definitions() {
    const Json* all = project_.find("defs");
    each(all ? all->find("layers") : nullptr, [&](const Json& layer) {
      Names& names = names_[whole_number(layer.find("uid"))];
      each(layer.find("intGridValues"), [&](const Json& value) {
        names[whole_number(value.find("value"))] = text_of(value.find("identifier"));
      });
    });
    each(all ? all->find("tilesets") : nullptr, [&](const Json& set) {
      each(set.find("enumTags"), [&](const Json& tag) {
        if (rule_.takes_tile(nullptr, text_of(tag.find("enumValueId")))) take_tag(set, tag);
      });
    });
  }

  void take_tag(const Json& set, const Json& tag) {
    has_solid_tiles_ = true;
    auto& tiles = solid_tiles_[whole_number(set.find("uid"))];
    each(tag.find("tileIds"), [&](const Json& tile) { tiles.insert(whole_number(&tile)); });
  }

  // ---- levels

  // In a linear layout the levels lie in the order of their list, and have no coordinates.
  void take_world(const Json& world, std::int64_t number_of_world) {
    const std::string layout = text_of(world.find("worldLayout"));
    const bool is_row = layout == "LinearHorizontal", is_column = layout == "LinearVertical";
    Vec2d next{};
    each(world.find("levels"), [&](const Json& listed) {
      const Json* level = loaded(listed);
      const Vec2d at = is_row || is_column
                           ? next
                           : Vec2d{number(listed.find("worldX")), number(listed.find("worldY"))};
      if (is_row) next.x += number(listed.find("pxWid"));
      if (is_column) next.y += number(listed.find("pxHei"));
      if (level) take_level(*level, number_of_world, at);
    });
  }

  void take_level(const Json& level, std::int64_t world, Vec2d at) {
    const std::int64_t depth = whole_number(level.find("worldDepth"));
    Plane& plane = planes_[{world, std::abs(depth), depth}];
    const double right = at.x + number(level.find("pxWid"));
    plane.left = plane.levels.empty() ? at.x : std::min(plane.left, at.x);
    plane.right = plane.levels.empty() ? right : std::max(plane.right, right);
    plane.levels.push_back({&level, at});
  }

  // The level itself, or that in its file; null where that cannot be read.
  const Json* loaded(const Json& level) {
    const std::string file = text_of(level.find("externalRelPath"));
    if (file.empty()) return &level;
    Result<Json> read = load(folder_ / file);
    if (!read.failed()) return &files_.emplace_back(*std::move(read));
    faults_.push_back(say("{}; its boxes are missing", read.error().text));
    return nullptr;
  }

  // The plane that comes first, depth 0 of the first world, stays where it is.
  void put_side_by_side() {
    double right = planes_.empty() ? 0 : planes_.begin()->second.left - kBetweenPlanes;
    for (auto& [key, plane] : planes_) {
      const double shift = right + kBetweenPlanes - plane.left;
      for (Plane::Level& level : plane.levels) level.at.x += shift;
      right = plane.right + shift;
    }
  }

  // ---- layers

  void take_layer(const Json& layer, Vec2d at) {
    at += {number(layer.find("__pxTotalOffsetX")), number(layer.find("__pxTotalOffsetY"))};
    const std::string name = text_of(layer.find("__identifier")),
                      type = text_of(layer.find("__type"));
    bool is_solid = rule_.takes_layer(name, nullptr);
    const bool is_grid = type == "IntGrid", is_tiles = type == "Tiles" || type == "AutoLayer";
    is_solid |= (is_grid || is_tiles) && boxes_.takes_all();
    if (is_grid) return take_grid(layer, name, at, is_solid);
    if (is_tiles) take_tiles(layer, at, is_solid);
    boxes_.list_layer(name, is_solid);
    each(layer.find("entityInstances"),
         [&](const Json& entity) { take_entity(entity, at, is_solid); });
  }

  void add_cell(Vec2d at, double side) {
    boxes_.add({.sides = {at.x, at.y, at.x + side, at.y + side}, .is_static = true});
  }

  // Whether the cells of each value are solid, where values are asked for once.
  class SolidValues {
   public:
    SolidValues(LdtkMap& map, const Json& layer, const std::string& name, bool is_all)
        : map_(map), name_(name), is_all_(is_all) {
      for (const auto& [value, named] : map.names_[whole_number(layer.find("layerDefUid"))])
        list(value, named);
    }
    bool has(std::int64_t value) {
      const auto known = known_.find(value);
      return known == known_.end() ? list(value, "") : known->second;
    }

   private:
    bool list(std::int64_t value, const std::string& named) {
      const std::string title = named.empty() ? name_ + " " + std::to_string(value) : named;
      const bool is_solid = map_.rule_.takes_layer(title, nullptr) || is_all_;
      map_.boxes_.list_layer(title, is_solid);
      return known_[value] = is_solid;
    }

    LdtkMap& map_;
    const std::string& name_;
    const bool is_all_;
    std::map<std::int64_t, bool> known_;
  };

  void take_grid(const Json& layer, const std::string& name, Vec2d at, bool is_solid) {
    SolidValues solid(*this, layer, name, is_solid);
    const Json* cells = layer.find("intGridCsv");
    const auto width = std::max<std::int64_t>(1, whole_number(layer.find("__cWid")));
    const double height = number(layer.find("__cHei")), side = number(layer.find("__gridSize"));
    if (!boxes_.takes_tiles(name, cells ? cells->size() : 0, width, height, "LDtk")) return;
    std::int64_t place = -1;
    each(cells, [&](const Json& cell) {
      ++place;
      const std::int64_t value = whole_number(&cell);
      if (value == 0) return;
      boxes_.meet_tile(false);
      if (solid.has(value))
        add_cell(
            at + Vec2d{static_cast<double>(place % width), static_cast<double>(place / width)} *
                     side,
            side);
    });
  }

  // Several tiles may lie in one cell; they make one box.
  void take_tiles(const Json& layer, Vec2d at, bool is_solid) {
    const auto& solid = solid_tiles_[whole_number(layer.find("__tilesetDefUid"))];
    std::vector<std::pair<std::int64_t, std::int64_t>> places;  // y, x
    for (const std::string_view key : {"gridTiles", "autoLayerTiles"})
      each(layer.find(key), [&](const Json& tile) {
        const bool says_so = solid.contains(whole_number(tile.find("t")));
        boxes_.meet_tile(says_so);
        const Vec2d place = point_in(tile.find("px"));
        const Json x(place.x), y(place.y);
        if (is_solid || says_so) places.emplace_back(whole_number(&y), whole_number(&x));
      });
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    for (const auto& [y, x] : places)
      add_cell(at + Vec2d{static_cast<double>(x), static_cast<double>(y)},
               number(layer.find("__gridSize")));
  }

  void take_entity(const Json& entity, Vec2d layer, bool is_solid) {
    const Vec2d size = size_of({entity}), pivot = point_in(entity.find("__pivot"));
    if (size == Vec2d{}) return boxes_.leave_out();
    const std::string kind = text_of(entity.find("__identifier"));
    if (!rule_.is_guess()) {
      if (rule_.takes_layer(kind, nullptr)) boxes_.list_layer(kind, is_solid = true);
      is_solid |= rule_.takes(&fields_of(entity));
    }
    const Vec2d min =
        layer + point_in(entity.find("px")) - Vec2d{pivot.x * size.x, pivot.y * size.y};
    boxes_.add({.sides = {min.x, min.y, min.x + size.x, min.y + size.y}, .is_static = is_solid});
  }

  // The fields of an entity as properties have them in Tiled.
  const Json& fields_of(const Json& entity) {
    fields_ = Json::array();
    each(entity.find("fieldInstances"), [&](const Json& field) {
      if (const Json* value = field.find("__value"))
        fields_.push_back({{"name", text_of(field.find("__identifier"))}, {"value", *value}});
    });
    return fields_;
  }

  const Json& project_;
  MapBoxes& boxes_;
  const std::filesystem::path folder_;
  SolidRule& rule_ = boxes_.rule();
  using Names = std::map<std::int64_t, std::string>;                      // [value of an IntGrid]
  std::map<std::int64_t, Names> names_;                                   // [uid of a layer]
  std::map<std::int64_t, std::unordered_set<std::int64_t>> solid_tiles_;  // [uid of a tileset]
  bool has_solid_tiles_ = false;
  std::deque<Json> files_;
  std::vector<Sentence> faults_;
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, Plane> planes_;
  Json fields_;
};

}  // namespace
}  // namespace tiled

bool is_ldtk(std::string_view text) {
  text = text.substr(0, tiled::kBeginning);
  return text.find("\"__header__\"") != text.npos && text.find("\"LDtk\"") != text.npos;
}

Result<BoxRecording> ldtk_boxes(std::string_view text, const std::string& file_name,
                                const std::vector<std::string>& solid) {
  const Result<Json> project = tiled::parse(text, file_name);
  if (project.failed()) return project.error();
  tiled::MapBoxes boxes(file_name, solid);
  return tiled::LdtkMap(*project, boxes, std::filesystem::path(file_name).parent_path()).read();
}

}  // namespace phasebox
