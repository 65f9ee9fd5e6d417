// SPDX-License-Identifier: MIT
// What leaves the program by way of its standard streams.
#include "cli/output.hpp"

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include "collide/registry.hpp"

namespace phasebox {

int print(std::string_view text) {
  const bool wrote = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (wrote && std::fflush(stdout) == 0) return kDone;
  if (errno == EPIPE) return kDone;
  return report({"standard output: cannot be written: " + std::generic_category().message(errno)});
}

std::string input_file(const LaunchOptions& launch) {
  if (!launch.scene || find_entry(scenes(), *launch.scene)) return {};
  return *launch.scene;
}

int report(const Error& error, int exit_code) {
  std::string line = "phasebox: " + error.text;
  for (char& c : line)  // file names can hold anything, and one error is one line
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
  return exit_code;
}

}  // namespace phasebox
