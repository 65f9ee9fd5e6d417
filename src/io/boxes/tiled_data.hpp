// SPDX-License-Identifier: MIT
// The numbers of the tiles in a tile layer of Tiled.
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "io/archive/json.hpp"

namespace phasebox::tiled {

/// Returns the numbers of the tiles of a layer, or of a chunk of it, row by row; 0 is no tile. They
/// are a list, elements of XML, CSV, or base64 that may be compressed, as `layer` says.
Result<std::vector<std::uint32_t>> tile_numbers(const Json& block, const Json& layer);

}  // namespace phasebox::tiled
