// SPDX-License-Identifier: MIT
// Compressed bytes to read again.
#pragma once
#include <string>
#include <string_view>

namespace phasebox::test {

/// One gzip member, as `gzip` writes it.
std::string gzipped(std::string_view text);
/// One zstd frame with a checksum, as `zstd` writes it.
std::string zstandard(std::string_view text);

}  // namespace phasebox::test
