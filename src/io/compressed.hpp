// SPDX-License-Identifier: MIT
// Text files that were compressed by gzip or zstd, known by their first bytes.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace phasebox {

/// Whether these are the first bytes of a gzip or zstd file; four are enough.
bool is_compressed(std::string_view bytes);

/// A small file can hold far more than any memory: what is larger than this is refused.
inline constexpr std::uint64_t kMaxText = std::uint64_t{4} << 30;

/// The text that the bytes of a file hold: all members of a gzip file, all frames of a zstd file;
/// the bytes themselves when they are not compressed. Refuses in one line, `file_name: what`, what
/// is cut off, corrupt, or larger than `limit` bytes as text.
Result<std::string> decompressed(std::string bytes, std::string_view file_name,
                                 std::uint64_t limit = kMaxText);

}  // namespace phasebox
