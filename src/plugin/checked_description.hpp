// SPDX-License-Identifier: MIT
// What a plug-in says of itself, checked and copied, so that it outlives the shared object.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "c/phasebox.h"
#include "collide/param.hpp"

namespace phasebox::plugin {

/// What can be shown of it: one line of UTF-8, 400 bytes at most, '?' for each other byte.
std::string shown_line(const char* text);

/// Texts and parameter rows of a plug-in. The rows read and write an array of kMaxParams doubles,
/// whatever their number, so that rows of an older version never reach outside of it.
class Description {
 public:
  static constexpr std::size_t kMaxParams = PHASEBOX_PLUGIN_PARAMS;

  /// Null of `given` is refused like everything else that breaks the rules of phasebox.h.
  static Result<std::shared_ptr<const Description>> read(const phasebox_plugin_broadphase* given);

  std::string_view id, title, summary, source, part;
  std::uint8_t complexity = 5;
  bool is_coherent = false;
  std::vector<Param> rows;

 private:
  Status read_params(const phasebox_plugin_broadphase& given);
  Status read_param(const phasebox_plugin_param& given, std::size_t number);
  Status read_choices(const phasebox_plugin_param& given, Param& row);
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::deque<std::string> texts_;
  std::deque<std::vector<std::string_view>> choices_;
};

}  // namespace phasebox::plugin
