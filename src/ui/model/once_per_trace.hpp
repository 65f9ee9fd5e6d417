// SPDX-License-Identifier: MIT
// A cache of what is computed from an event log.
#pragma once
#include <cstdint>
#include <utility>

namespace phasebox::ui {

/// Caches a result that is computed from an event log, so that each log is evaluated once. Another
/// number that changes with what the result depends on may take the place of the log's.
template <class Found>
struct OncePerTrace {
  std::uint64_t trace_number = ~std::uint64_t{0};  ///< number of the log that was evaluated last
  Found found;
  /// Returns the result for the log with this number; calls `find` if it is another log.
  template <class Find>
  const Found& get(std::uint64_t number, Find find) {
    if (std::exchange(trace_number, number) != number) found = find();
    return found;
  }
};

}  // namespace phasebox::ui
