// SPDX-License-Identifier: MIT
// Commands that set parameters and choose algorithms.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "world/param_owner.hpp"

namespace phasebox::command {

struct SetParam {
  Owner owner;
  std::string key;
  double value;

  std::string undo_title() const { return key; }
};
struct SelectBroadphase {
  std::string id;

  std::string undo_title() const { return "broadphase " + id; }
};
struct SelectNarrowphase {
  std::string id;

  std::string undo_title() const { return "narrowphase " + id; }
};
/// Chooses a broadphase and sets parameters of it: one change, which one undo takes back.
struct UseBroadphase {
  std::string id;
  std::vector<std::pair<std::string, double>> values{};  ///< key, value
  std::string title{};                                   ///< what undo calls it

  std::string undo_title() const { return title.empty() ? "broadphase " + id : title; }
};

}  // namespace phasebox::command
