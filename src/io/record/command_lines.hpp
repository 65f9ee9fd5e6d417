// SPDX-License-Identifier: MIT
// Commands as objects of a record, and back.
#pragma once
#include "io/record/fields.hpp"
#include "session/command.hpp"

namespace phasebox::record {

/// {"do": "drag", "position": [3, 4], "by-hand": false}. Paths of files are left out: a record is
/// for others, and holds what was in the files.
Json command_json(const Command& command);

/// Takes the members of a line, without its step. Throws BadLine.
Command command_of(Fields& line);

/// What a command is called in a record.
std::string_view command_id(const Command& command);

}  // namespace phasebox::record
