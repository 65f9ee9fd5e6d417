// SPDX-License-Identifier: MIT
// A cache of what is computed from an event log.
#pragma once
#include <cstdint>
#include <utility>

namespace phasebox::ui {

/// Caches a result that is computed from an event log, so that it is computed once per log and not
/// in each frame. In place of the log's number, the caller may give any other that changes when the
/// result may change.
template <class Found>
struct OncePerTrace {
  std::uint64_t trace_number = ~std::uint64_t{0};  ///< of the last evaluated log
  Found found;
  /// Returns the result for the log with this number; calls `find` if it is another log.
  template <class Find>
  const Found& get(std::uint64_t number, Find find) {
    if (std::exchange(trace_number, number) != number) found = find();
    return found;
  }
};

}  // namespace phasebox::ui
