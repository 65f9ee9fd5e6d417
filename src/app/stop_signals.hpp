// SPDX-License-Identifier: MIT
// SIGTERM and SIGINT as a wish to end, so that settings and finished lessons are saved.
#pragma once
#include <csignal>

namespace phasebox {

/// While it lives, the first SIGTERM or SIGINT is remembered; a second one ends the program.
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
  Handler on_term_, on_interrupt_;
};

}  // namespace phasebox
