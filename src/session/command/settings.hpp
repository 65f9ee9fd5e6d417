// SPDX-License-Identifier: MIT
// Commands that set parameters and choose algorithms.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/number_format.hpp"
#include "world/param_owner.hpp"

namespace phasebox::command {

struct SetParam {
  Owner owner;
  std::string key;
  double value;

  Sentence undo_title() const { return spaced(key); }
};
struct SelectBroadphase {
  std::string id;

  Sentence undo_title() const { return {"broadphase {}", {spaced(id)}}; }
};
struct SelectNarrowphase {
  std::string id;

  Sentence undo_title() const { return {"narrowphase {}", {spaced(id)}}; }
};
/// Chooses a broadphase and sets parameters of it: one change, which one undo takes back.
struct UseBroadphase {
  std::string id;
  std::vector<std::pair<std::string, double>> values{};  ///< key, value
  Sentence title{};                                      ///< what undo calls it

  Sentence undo_title() const {
    return title.empty() ? Sentence("broadphase {}", {spaced(id)}) : title;
  }
};

}  // namespace phasebox::command
