// SPDX-License-Identifier: MIT
// Replays a record without a window, and compares its states.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "io/record/record_file.hpp"

namespace phasebox {

/// The first state of a replay that differs from the recorded one.
struct Divergence {
  std::uint64_t step = 0;  ///< steps since the record began
  std::size_t line = 0;    ///< its line in the record's file
  StateHash recorded, found;
  /// the last step before whose state was as recorded; nothing: none was compared
  std::optional<std::uint64_t> equal_until;
};

struct ReplayResult {
  /// steps and commands that were repeated, hashes that were compared
  std::uint64_t steps = 0, commands = 0, hashes = 0;
  StateHash end;  ///< hash of the state at the end
  std::optional<Divergence> divergence;
};

/// Replays a record; with `verify` it compares the hashes and stops at the first state that
/// differs. A command that the session refuses is an error, `file:line: what, rule`.
Result<ReplayResult> replay(const SessionRecord& record, std::string_view file_name, bool verify);

}  // namespace phasebox
