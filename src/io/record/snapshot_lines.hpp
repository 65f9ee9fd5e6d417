// SPDX-License-Identifier: MIT
// Documents and snapshots inside a record.
#pragma once
#include <string>

#include "base/result.hpp"
#include "io/record/fields.hpp"
#include "session/session_state.hpp"

namespace phasebox::record {

/// The text of a scene file as one string; throws BadLine where a sprite cannot be saved.
Json document_json(const SceneDocument& document);
/// Throws BadLine.
SceneDocument document_of(const Json& text, const std::string& name);

/// {"scene": ..., "images": [...], ...}. Throws BadLine where a sprite cannot be saved.
Json snapshot_json(const Snapshot& snapshot);
/// Throws BadLine.
Snapshot snapshot_of(const Json& json);

}  // namespace phasebox::record
