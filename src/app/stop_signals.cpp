// SPDX-License-Identifier: MIT
// SIGTERM, SIGINT and SIGHUP as a wish to end.
#include "app/stop_signals.hpp"

namespace phasebox {
namespace {

volatile std::sig_atomic_t has_arrived = 0;

void note(int signal) {
  has_arrived = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

StopSignals::StopSignals()
    : on_term_(std::signal(SIGTERM, note)),
      on_interrupt_(std::signal(SIGINT, note)),
      on_hangup_(std::signal(SIGHUP, note)) {
  has_arrived = 0;
}

StopSignals::~StopSignals() {
  std::signal(SIGTERM, on_term_);
  std::signal(SIGINT, on_interrupt_);
  std::signal(SIGHUP, on_hangup_);
}

bool StopSignals::arrived() { return has_arrived != 0; }

}  // namespace phasebox
