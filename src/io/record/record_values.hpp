// SPDX-License-Identifier: MIT
// Commands and snapshots as JSON of a record.
#pragma once
#include "io/archive/archive.hpp"
#include "session/command.hpp"
#include "session/session_state.hpp"

namespace phasebox::record {

/// Adds a command to a line: "do": "drag", "position": [3, 4], "by-hand": false. Paths of files are
/// left out: a record is for others, and holds what was in the files. Refuses a document that no
/// scene file holds.
Status add_command(Json& line, const Command& command);
/// Takes the members of a line, without its step.
Command read_command(FieldReader& line);

/// {"scene": ..., "images": [...], ...}. Refuses sprites that no scene file holds.
Result<Json> snapshot_json(const Snapshot& snapshot);
Snapshot read_snapshot(const Reader& at);

}  // namespace phasebox::record
