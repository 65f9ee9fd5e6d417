// SPDX-License-Identifier: MIT
// What is solid in a map of Tiled: as the user says, or guessed by the names that games use.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/archive/json.hpp"

namespace phasebox::tiled {

/// Decides which parts of a map are solid. A word of the user is the name of a layer or of a group
/// of layers, `property=NAME` (which is true or not 0), `property=NAME=VALUE`, `tiles` (those that
/// have collision shapes or a property as games call it), `all` (every tile of tile layers), or
/// `none`. Without words it takes `tiles`, and the layers that are called as games call them.
class SolidRule {
 public:
  explicit SolidRule(const std::vector<std::string>& words);

  bool is_guess() const { return words_.empty(); }
  bool has(std::string_view word);
  /// Whether tiles with collision shapes, and those that say so by a property, are solid.
  bool takes_tiles() { return is_guess() || has("tiles"); }
  /// Whether a whole layer is solid, whose name and properties these are.
  bool takes_layer(std::string_view name, const Json* properties);
  /// Whether a tile with these properties and this class is solid, with or without shapes.
  bool takes_tile(const Json* properties, std::string_view name_of_class);
  /// Whether a word of the user names one of these properties, and it has the value of the word.
  bool takes(const Json* properties);
  /// Lets a guess also take layers that are called "ground", which may as well be a floor.
  void widen() { knows_ground_ = true; }
  /// The words of the user that name a property.
  std::vector<std::string> property_words() const;
  /// The first word of the user that nothing in the map was called, if there is one.
  std::optional<std::string> unknown() const;

 private:
  struct Word {
    std::string text;
    bool is_known;
  };
  std::vector<Word> words_;
  bool knows_ground_ = false;
};

}  // namespace phasebox::tiled
