// SPDX-License-Identifier: MIT
// Commands that set parameters and choose algorithms.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/number_format.hpp"
#include "world/param_owner.hpp"

namespace phasebox::command {

/// Sets a parameter. Parameters that the scene is made from make its sprites again. Those of scene
/// and world are refused while a recording plays.
struct SetParam {
  Owner owner;
  std::string key;
  double value;
  /// Undo takes it back together with a change of the same parameter just before.
  bool joins = true;

  Sentence undo_title() const { return spaced(key); }
};
/// Chooses the broadphase with that id.
struct SelectBroadphase {
  std::string id;

  Sentence undo_title() const;
};
/// Chooses the narrowphase with that id.
struct SelectNarrowphase {
  std::string id;

  Sentence undo_title() const;
};
/// Chooses a broadphase and sets some of its parameters. One undo takes all of it back.
struct UseBroadphase {
  std::string id;
  std::vector<std::pair<std::string, double>> values{};  ///< key, value
  Sentence title{};  ///< in messages about undo; empty: "broadphase" and its title

  Sentence undo_title() const;
};

}  // namespace phasebox::command
