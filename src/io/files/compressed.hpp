// SPDX-License-Identifier: MIT
// Text files that were compressed by gzip or zstd, known by their first bytes.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace phasebox {

/// Whether these are the first bytes of a gzip or zstd file; four are enough.
bool is_compressed(std::string_view bytes);

/// A small file can hold far more than any memory: what is larger than this is refused.
inline constexpr std::uint64_t kMaxText = std::uint64_t{4} << 30;

/// Takes a text part by part; its error ends the reading.
using TakePart = std::function<Status(std::string_view part)>;

/// Gives the text that the bytes of a file hold part by part: all members of a gzip file, all
/// frames of a zstd file; the bytes themselves when they are not compressed. Refuses in one line,
/// `file_name: what`, what is cut off, corrupt, or larger than `limit` bytes as text. Takes no more
/// memory than a block and, for zstd, the window of its encoder, 128 MB at most.
Status decompress(std::string_view bytes, std::string_view file_name, const TakePart& take,
                  std::uint64_t limit = kMaxText);

/// The same as one text.
Result<std::string> decompressed(std::string bytes, std::string_view file_name,
                                 std::uint64_t limit = kMaxText);

}  // namespace phasebox
