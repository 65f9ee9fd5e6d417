// SPDX-License-Identifier: MIT
// SIGTERM, SIGINT and SIGHUP as a wish to end, so that settings, finished lessons and the state of
// the window are saved.
#pragma once
#include <csignal>

namespace phasebox {

/// While it lives, the first SIGTERM, SIGINT or SIGHUP is remembered; a second one ends the
/// program.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Whether one has arrived since the start.
  static bool arrived();

 private:
  using Handler = void (*)(int);
  Handler on_term_, on_interrupt_, on_hangup_;
};

}  // namespace phasebox
