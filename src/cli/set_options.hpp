// SPDX-License-Identifier: MIT
// The option --set NAME=VALUE: which parameter a name means, and which are proposed for a wrong
// one.
#pragma once
#include <string>
#include <vector>

#include "collide/param.hpp"
#include "session/session.hpp"

namespace phasebox::cli {

/// Returns the parameters of the session with their owners, and those of the picture if there are
/// any.
std::vector<ParamGroup> all_groups(const Session& session, ParamView view);

/// Follows one --set option. A key without an owner is that of the first owner in use that has it:
/// broadphase, narrowphase, scene, world, response, picture. Throws Refusal if it is unknown or the
/// value is refused.
void set_param(Session& session, const std::string& key, const std::string& text, ParamView view);

}  // namespace phasebox::cli
