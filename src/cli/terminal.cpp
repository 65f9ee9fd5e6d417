// SPDX-License-Identifier: MIT
// Output to standard streams, and the progress bar.
#include "cli/terminal.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fmt/format.h>

#include "base/os/system.hpp"
#include "base/text.hpp"

namespace phasebox::cli {

int print(std::string_view text) {
  // A text may contain file names with control characters, which a terminal would obey.
  constexpr std::string_view kKept = "\n\t";
  if (!is_printable(text, kKept)) return print(printable(text, kKept));
  const bool wrote = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if ((wrote && std::fflush(stdout) == 0) || errno == EPIPE) return kDone;
  throw Refusal{"standard output: cannot be written: " + std::generic_category().message(errno)};
}

int report(const Error& error, int exit_code) {
  os::tell_error("phasebox: " + error.text);
  return exit_code;
}

bool was_interrupted() {
  static const os::StopSignals kListening(os::StopSignals::Which::interrupt);
  return os::StopSignals::arrived();
}

ProgressBar::ProgressBar() : is_shown_(os::is_error_a_terminal()) {}

ProgressBar::~ProgressBar() {
  if (is_shown_) std::fputs("\r\x1b[K", stderr);
}

void ProgressBar::show(double progress, const std::string& text) {
  const int now = static_cast<int>(progress * 1000);
  if (!is_shown_ || now == last_) return;
  last_ = now;
  const auto full = static_cast<std::size_t>(progress * 30);
  fmt::print(stderr, "\r\x1b[K[{:-<30}] {:3.0f} % {}", std::string(full, '#'), progress * 100,
             printable(text));
  std::fflush(stderr);
}

}  // namespace phasebox::cli
