// SPDX-License-Identifier: MIT
// Catches the signals that ask a program to end, by the C library.
#include <csignal>

#include "base/os/system.hpp"

namespace phasebox::os {
namespace {

#ifdef SIGHUP
constexpr int kTerminalGone = SIGHUP;
#else
constexpr int kTerminalGone = SIGBREAK;  // sent when a console is closed
#endif

volatile std::sig_atomic_t has_arrived = 0;

// Handles the first signal of its kind; the next one of that kind ends the program.
void note(int signal) {
  has_arrived = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

StopSignals::StopSignals(Which which) {
  has_arrived = 0;
  for (const int signal : {SIGINT, SIGTERM, kTerminalGone})
    if (signal == SIGINT || which == Which::all)
      before_.emplace_back(signal, std::signal(signal, note));
}

StopSignals::~StopSignals() {
  for (const auto& [signal, handler] : before_) std::signal(signal, handler);
}

bool StopSignals::arrived() { return has_arrived != 0; }

}  // namespace phasebox::os
