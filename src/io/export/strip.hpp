// SPDX-License-Identifier: MIT
// Takes out of the library's sources what a copy of them has no use for: the event log, limits, and
// what Highway needs to compile a file several times.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "io/export/tokens.hpp"

namespace phasebox::two_files {

/// A source without its `#` lines.
struct SourceFile {
  std::string head;                   ///< the sentences above it, without slashes
  std::vector<std::string> includes;  ///< `"base/hash.hpp"`, `<span>`
  Tokens tokens;
};

/// Follows `#if` lines as they are for one lane.
SourceFile without_directives(Tokens tokens);

/// Without statements, parameters and arguments that concern the log, a limit or Highway's targets.
Tokens without_log(const Tokens& tokens);

/// Parameters of functions and lambdas that are named but not used lose their names.
Tokens without_unused_names(const Tokens& tokens);

/// A declaration whose type parameter `T` is not used is no template on it.
Tokens without_unused_type(const Tokens& declaration);

}  // namespace phasebox::two_files
