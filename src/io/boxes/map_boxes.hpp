// SPDX-License-Identifier: MIT
// The boxes of a map that is read, of Tiled or of LDtk: what is solid, what is said about it, and
// the recording that they become.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collide/box_recording.hpp"
#include "io/boxes/tiled_shapes.hpp"
#include "io/boxes/tiled_solid.hpp"

namespace phasebox::tiled {

struct MapBox {
  std::int64_t id = 0;  ///< 0: the map gives none
  Sides sides{};
  bool is_static = false;
};

/// Takes the boxes and the layers of one map from its reader. The first fault ends the reading.
class MapBoxes {
 public:
  /// `solid` are words of the user, as SolidRule has them.
  MapBoxes(const std::string& file_name, const std::vector<std::string>& solid)
      : file_(file_name), rule_(solid) {}

  SolidRule& rule() { return rule_; }
  /// Whether every tile of tile layers is solid.
  bool takes_all() { return rule_.has("all"); }

  Error refuse(const Sentence& what) const;
  void fail(const Sentence& what) { status_ = refuse(what); }
  bool has_failed() const { return status_.failed(); }

  /// Calls `walk()`, which passes all layers, boxes and tiles of the map to the functions below.
  /// Where a guess finds nothing solid, it widens the rule and calls `walk()` again.
  template <class Walk>
  void read(Walk walk) {
    walk();
    if (!may_widen()) return;
    clear();
    walk();
  }
  /// Lists a layer. Layers of one name are solid together, as a word of the user names them
  /// together.
  void list_layer(const std::string& name, bool is_solid);
  /// Adds a box. Fails for one that is not finite or too large, and for too many.
  void add(const MapBox& box);
  /// Counts an object without extent.
  void leave_out() { ++left_out_; }
  /// Counts the tiles of a layer. False, and a fault, where the map has too many, or the layer has
  /// not width x height of them; `program` is the one that mends it.
  bool takes_tiles(const std::string& layer, std::size_t tiles, std::int64_t width, double height,
                   std::string_view program);
  /// Notes that there is a tile, and whether it says by itself that it is solid.
  void meet_tile(bool says_so) {
    has_tiles_ = true;
    took_tiles_ |= says_so;
  }

  struct Facts {
    std::vector<Sentence> notes{};  ///< of the reader
    std::int64_t first_id = 1;      ///< the least id of boxes to which the map gives none
    bool has_solid_tiles = false;   ///< whether a tile may say that it is solid
  };
  /// Returns the recording of one frame of what was read, or the fault. Boxes without an id get the
  /// numbers after all ids of the map.
  Result<BoxRecording> finished(Facts facts);

 private:
  bool may_widen();
  void clear();
  Sentence layer_names(bool only_solid = false) const;
  void say_what_is_solid(BoxRecording& made, bool has_solid_tiles);
  void round(BoxRecording& made) const;

  const std::string& file_;
  SolidRule rule_;
  std::vector<MapBox> boxes_;
  std::vector<std::pair<std::string, bool>> layers_;  // names, and whether they are solid
  bool has_tiles_ = false, took_tiles_ = false;
  std::size_t left_out_ = 0, tiles_ = 0;
  Status status_;
};

/// Returns at most ten of the notes, and one about how many files more cannot be read.
std::vector<Sentence> first_notes(std::vector<Sentence> notes);

}  // namespace phasebox::tiled
