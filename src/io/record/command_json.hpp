// SPDX-License-Identifier: MIT
// Commands of a session as JSON.
#pragma once
#include "base/result.hpp"
#include "io/archive/archive.hpp"
#include "io/archive/json.hpp"
#include "session/command.hpp"

namespace phasebox {

/// Adds the id of a command, as member "do", and its fields to the object `line`. Refuses a command
/// whose document no scene file can hold.
Status add_command(Json& line, const Command& command);
/// Reads what `add_command` added. An error is kept in the reader; then the command must not be
/// used.
Command read_command(FieldReader& line);

}  // namespace phasebox
