// SPDX-License-Identifier: MIT
// Commands of a session as JSON.
#pragma once
#include "base/result.hpp"
#include "io/archive/archive.hpp"
#include "io/archive/json.hpp"
#include "session/command.hpp"

namespace phasebox {

/// Adds the id and the fields of a command to an object. Refuses a document that no scene file can
/// hold.
Status add_command(Json& line, const Command& command);
/// Reads what `add_command` added.
Command read_command(FieldReader& line);

}  // namespace phasebox
