// SPDX-License-Identifier: MIT
// Snapshots of a session as JSON: a scene file, plus what the scene file leaves out.
#pragma once
#include "base/result.hpp"
#include "io/archive/archive.hpp"
#include "io/archive/json.hpp"
#include "session/snapshot.hpp"

namespace phasebox {

/// Returns a snapshot as JSON. Refuses a state that no scene file can hold.
Result<Json> snapshot_json(const Snapshot& snapshot);
/// Reads what `snapshot_json` returned. An error is kept in the reader; then the snapshot must not
/// be used.
Snapshot read_snapshot(const Reader& at);

}  // namespace phasebox
