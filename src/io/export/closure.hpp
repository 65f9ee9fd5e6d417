// SPDX-License-Identifier: MIT
// Which of the library's sources a broadphase is made of.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/export/declarations.hpp"

namespace phasebox::two_files {

/// The declarations of one source.
struct Part {
  std::string path, head;
  std::vector<std::string> includes;  ///< `<span>`: those of the standard library
  std::size_t first = 0, end = 0;     ///< in `Closure::declarations`
};

/// The source of a broadphase and all that it includes: headers before what includes them, then
/// the other sources, those of the broadphase last.
struct Closure {
  std::string main_class;
  std::vector<Part> parts;
  std::vector<Declaration> declarations;
};

/// Of the broadphase with that id, from the sources that were built into the program.
Closure closure_of(std::string_view id);

/// The text of a file that was built in for exports, or nothing: "collide/broadphase/rdc.cpp".
std::string_view embedded_source(std::string_view path);

/// The name behind `word` `<`: `make_broadphase<Rdc>`.
std::string argument_of(std::span<const Token> tokens, std::string_view word);

}  // namespace phasebox::two_files
