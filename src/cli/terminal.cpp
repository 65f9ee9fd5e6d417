// SPDX-License-Identifier: MIT
// What leaves the program by way of its standard streams.
#include "cli/terminal.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

namespace phasebox {

int print(std::string_view text) {
  const bool wrote = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (wrote && std::fflush(stdout) == 0) return kDone;
  if (errno == EPIPE) return kDone;
  return report({"standard output: cannot be written: " + std::generic_category().message(errno)});
}

int report(const Error& error, int exit_code) {
  std::string line = "phasebox: " + error.text;
  for (char& c : line)  // file names can hold anything, and one error is one line
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
  return exit_code;
}

namespace {
volatile std::sig_atomic_t interrupted = 0;
}

bool was_interrupted() {
  static const bool kListening = [] {
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    return ::sigaction(SIGINT, &action, nullptr) == 0;
  }();
  return kListening && interrupted != 0;
}

ProgressBar::ProgressBar() : is_shown_(::isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (is_shown_) std::fputs("\r\x1b[K", stderr);
}

void ProgressBar::show(double progress, const std::string& text) {
  const int now = static_cast<int>(progress * 1000);
  if (!is_shown_ || now == last_) return;
  last_ = now;
  const auto full = static_cast<std::size_t>(progress * 30);
  fmt::print(stderr, "\r\x1b[K[{:-<30}] {:3.0f} % {}", std::string(full, '#'), progress * 100,
             text);
  std::fflush(stderr);
}

}  // namespace phasebox
