// SPDX-License-Identifier: MIT
// The declarations of a C++ source, and which of them a program reaches.
#pragma once
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "io/export/tokens.hpp"

namespace phasebox::two_files {

/// A function, variable, type, alias, assertion or access label, in the order of the source. The
/// tokens of a class are those up to its `{`; its members follow as declarations of their own.
struct Declaration {
  enum class Kind : std::uint8_t {
    other,
    function,
    variable,
    type,
    class_begin,
    class_end,
    access
  };
  Kind kind = Kind::other;
  Tokens tokens = {};
  std::vector<std::string> names = {};       ///< none: needed wherever its owner is
  std::string member_of = {};                ///< of a function defined behind its class: that class
  std::vector<std::string> namespaces = {};  ///< without those that all sources share
  std::size_t owner = kNone;                 ///< the class around it, by its place in the list
  bool is_reached = false;

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
};

/// Appends the declarations of a source that has no `#` lines.
void append_declarations(std::span<const Token> tokens, std::vector<Declaration>& to);

/// Marks what these words name, what that names, and so on.
void reach(std::vector<Declaration>& all, std::set<std::string> words);

}  // namespace phasebox::two_files
