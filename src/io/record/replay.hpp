// SPDX-License-Identifier: MIT
// A record repeated without a window, and its hashes compared.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "io/record/record_file.hpp"

namespace phasebox {

/// The first state that is not as recorded.
struct Divergence {
  std::uint64_t step = 0;  ///< since the record began
  std::size_t line = 0;    ///< of the file
  StateHash recorded, found;
  std::optional<std::uint64_t> equal_until;  ///< the last step whose state was as recorded
};

struct ReplayResult {
  std::uint64_t steps = 0, commands = 0, hashes = 0;  ///< that were repeated and compared
  StateHash end;                                      ///< of the last state
  std::optional<Divergence> divergence;
};

/// Repeats all of it, or with `verify` up to the first difference. A command that the session
/// refuses is an error, `file:line: what, rule`.
Result<ReplayResult> replay(const SessionRecord& record, std::string_view file_name, bool verify);

}  // namespace phasebox
