// SPDX-License-Identifier: MIT
// The parameters of a broadphase as the struct of a header that a game reads.
#pragma once
#include <string>
#include <string_view>

#include "collide/param.hpp"
#include "io/export/closure.hpp"

namespace phasebox::two_files {

struct ParamsText {
  std::string header;  ///< enumerations and structs, the last one `Params`
  std::string ranges;  ///< the function `in_range`
};

/// Takes the parameter struct and what it is made of out of the closure; the name of the struct is
/// replaced there. Members get the values of `params` as defaults, and the texts of their rows.
ParamsText take_params(Closure& closure, const ParamView& params);

/// Lines of at most 100 columns, each beginning with `begin`.
std::string wrapped(std::string_view text, std::string_view begin);

}  // namespace phasebox::two_files
